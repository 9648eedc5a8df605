import { MissingPage } from "../../app/missing-page.tsx";

export function CollectorsPage() {
  return <MissingPage />;
}
