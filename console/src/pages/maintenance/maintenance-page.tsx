import { MissingPage } from "../../app/missing-page.tsx";

export function MaintenancePage() {
  return <MissingPage />;
}
