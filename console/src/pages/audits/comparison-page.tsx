import { MissingPage } from "../../app/missing-page.tsx";

export function ComparisonPage() {
  return <MissingPage />;
}
