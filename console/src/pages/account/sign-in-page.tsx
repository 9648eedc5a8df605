import { MissingPage } from "../../app/missing-page.tsx";

export function SignInPage() {
  return <MissingPage />;
}
