import { MissingPage } from "../../app/missing-page.tsx";

export function FindingsPage() {
  return <MissingPage />;
}
