import { MissingPage } from "../../app/missing-page.tsx";

export function OverviewPage() {
  return <MissingPage />;
}
