import { MissingPage } from "../../app/missing-page.tsx";

export function ScanRunPage() {
  return <MissingPage />;
}
