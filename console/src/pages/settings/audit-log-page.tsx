import { MissingPage } from "../../app/missing-page.tsx";

export function AuditLogPage() {
  return <MissingPage />;
}
