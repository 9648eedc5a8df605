import { MissingPage } from "../../app/missing-page.tsx";

export function EditSensorPage() {
  return <MissingPage />;
}
