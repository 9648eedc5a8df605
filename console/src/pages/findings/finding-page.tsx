import { MissingPage } from "../../app/missing-page.tsx";

export function FindingPage() {
  return <MissingPage />;
}
