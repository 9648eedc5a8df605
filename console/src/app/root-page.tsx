import { Outlet } from "@tanstack/react-router";

/** What every page stands in. */
export function RootPage() {
  return <Outlet />;
}
