import { MissingPage } from "../../app/missing-page.tsx";

export function AssetsPage() {
  return <MissingPage />;
}
