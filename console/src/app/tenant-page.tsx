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
  const { user, isSetUp, end } = session.data;
  if (user === null) {
    const next = end === null ? { next: `${pathname}${searchStr}` } : {};
    return <Redirect to={isSetUp ? paths.signIn : paths.setUp} search={next} />;
  }
  const tenant = session.data.tenants.find((each) => each.name === name);
  if (tenant === undefined) return <MissingPage />;
  return (
    <TenantContext value={tenant}>
      <Frame key={user.id} session={session.data}>
        <Outlet />
      </Frame>
    </TenantContext>
  );
}
