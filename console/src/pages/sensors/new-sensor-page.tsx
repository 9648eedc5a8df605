import { MissingPage } from "../../app/missing-page.tsx";

export function NewSensorPage() {
  return <MissingPage />;
}
