import { MissingPage } from "../../app/missing-page.tsx";

export function SensorsPage() {
  return <MissingPage />;
}
