import { MissingPage } from "../../app/missing-page.tsx";

export function AgentsPage() {
  return <MissingPage />;
}
