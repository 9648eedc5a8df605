import { MissingPage } from "../../app/missing-page.tsx";

export function JoinPage() {
  return <MissingPage />;
}
