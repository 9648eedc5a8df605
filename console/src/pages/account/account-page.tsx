import { MissingPage } from "../../app/missing-page.tsx";

export function AccountPage() {
  return <MissingPage />;
}
