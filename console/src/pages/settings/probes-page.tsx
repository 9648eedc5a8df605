import { MissingPage } from "../../app/missing-page.tsx";

export function ProbesPage() {
  return <MissingPage />;
}
