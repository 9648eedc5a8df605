import { MissingPage } from "../../app/missing-page.tsx";

export function AuditRunPage() {
  return <MissingPage />;
}
