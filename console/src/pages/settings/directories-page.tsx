import { MissingPage } from "../../app/missing-page.tsx";

export function DirectoriesPage() {
  return <MissingPage />;
}
