import { MissingPage } from "../../app/missing-page.tsx";

export function SetUpPage() {
  return <MissingPage />;
}
