import { MissingPage } from "../../app/missing-page.tsx";

export function ScanPage() {
  return <MissingPage />;
}
