import { MissingPage } from "../../app/missing-page.tsx";

export function IdentityFindingPage() {
  return <MissingPage />;
}
