import { MissingPage } from "../../app/missing-page.tsx";

export function CompaniesPage() {
  return <MissingPage />;
}
