import { MissingPage } from "../../app/missing-page.tsx";

export function IncidentsPage() {
  return <MissingPage />;
}
