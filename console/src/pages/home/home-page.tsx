import { MissingPage } from "../../app/missing-page.tsx";

export function HomePage() {
  return <MissingPage />;
}
