import { MissingPage } from "../../app/missing-page.tsx";

export function PlanPage() {
  return <MissingPage />;
}
