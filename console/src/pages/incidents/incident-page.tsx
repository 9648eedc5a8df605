import { MissingPage } from "../../app/missing-page.tsx";

export function IncidentPage() {
  return <MissingPage />;
}
