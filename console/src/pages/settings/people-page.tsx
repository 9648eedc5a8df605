import { MissingPage } from "../../app/missing-page.tsx";

export function PeoplePage() {
  return <MissingPage />;
}
