import { MissingPage } from "../../app/missing-page.tsx";

export function ScansPage() {
  return <MissingPage />;
}
