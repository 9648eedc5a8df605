import { MissingPage } from "../../app/missing-page.tsx";

export function SensorPage() {
  return <MissingPage />;
}
