import { MissingPage } from "../../app/missing-page.tsx";

export function FeedsPage() {
  return <MissingPage />;
}
