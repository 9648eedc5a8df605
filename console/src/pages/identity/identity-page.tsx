import { MissingPage } from "../../app/missing-page.tsx";

export function IdentityPage() {
  return <MissingPage />;
}
