import { MissingPage } from "../../app/missing-page.tsx";

export function SitesPage() {
  return <MissingPage />;
}
