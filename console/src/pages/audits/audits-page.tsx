import { MissingPage } from "../../app/missing-page.tsx";

export function AuditsPage() {
  return <MissingPage />;
}
