import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useParams } from "@tanstack/react-router";
import { ProblemAlert } from "../kit/problem-alert.tsx";
import { Frame } from "./frame.tsx";
import { MissingPage } from "./missing-page.tsx";
import { paths } from "./paths.ts";
import { Redirect } from "./redirect.tsx";
import { sessionQuery } from "./session.ts";
import { TenantContext } from "./tenant.ts";

/** The frame of a tenant's pages: who is not signed in goes to sign in, and comes back. */
export function TenantPage() {
  const { tenant: name }: { tenant?: string } = useParams({ strict: false });
  const { pathname, searchStr } = useLocation();
  const session = useQuery(sessionQuery);
  if (session.data === undefined) {
    if (session.error === null) return null;
    return (
      <Box component="main" p="xl" maw={640}>
        <ProblemAlert error={session.error} onTryAgain={session.refetch} />
      </Box>
    );
  }
  if (session.data.user === null) {
    const to = session.data.isSetUp ? paths.signIn : paths.setUp;
    return <Redirect to={to} search={{ next: `${pathname}${searchStr}` }} />;
  }
  const tenant = session.data.tenants.find((each) => each.name === name);
  if (tenant === undefined) return <MissingPage />;
  return (
    <TenantContext value={tenant}>
      <Frame session={session.data}>
        <Outlet />
      </Frame>
    </TenantContext>
  );
}
