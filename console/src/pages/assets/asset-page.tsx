import { MissingPage } from "../../app/missing-page.tsx";

export function AssetPage() {
  return <MissingPage />;
}
