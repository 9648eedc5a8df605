import { MissingPage } from "../../app/missing-page.tsx";

export function DirectoryPage() {
  return <MissingPage />;
}
