import { MissingPage } from "../../app/missing-page.tsx";

export function UsagePage() {
  return <MissingPage />;
}
