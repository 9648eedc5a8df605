import { Button, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { paths } from "../../app/paths.ts";
import { Redirect } from "../../app/redirect.tsx";
import { type Session, sessionQuery, signOut } from "../../app/session.ts";
import { tellFailed } from "../../app/tell.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { t } from "../../text/text.ts";
import { EntryFrame } from "../account/entry-frame.tsx";

/** Leads to the tenant, lets choose between several, or to where one signs in. */
export function HomePage() {
  const session = useQuery(sessionQuery);
  if (session.data === undefined) {
    return (
      <EntryFrame title={t("app.name")}>
        <Loaded query={session}>{() => null}</Loaded>
      </EntryFrame>
    );
  }
  const { user, isSetUp, tenants } = session.data;
  if (user === null) return <Redirect to={isSetUp ? paths.signIn : paths.setUp} />;
  const [first, ...others] = tenants;
  if (first === undefined) return <NoTenant />;
  if (others.length === 0) return <Redirect to={paths.overview(first.name)} />;
  return <ChooseTenant session={session.data} />;
}

function ChooseTenant({ session }: { session: Session }) {
  return (
    <EntryFrame title={t("home.choose")} lead={t("home.chooseLead")}>
      <Stack gap="xs">
        {session.tenants.map(({ id, name, role }) => (
          <Button
            key={id}
            component={Link}
            to={paths.overview(name)}
            variant="default"
            justify="space-between"
            rightSection={
              <Text size="xs" c="dimmed">
                {t(`role.${role}`)}
              </Text>
            }
          >
            {name}
          </Button>
        ))}
      </Stack>
    </EntryFrame>
  );
}

function NoTenant() {
  const client = useQueryClient();
  return (
    <EntryFrame title={t("error.noTenant")}>
      <Stack>
        <Text>{t("error.noTenantHint")}</Text>
        <Button component={Link} to={paths.account} variant="default">
          {t("app.account")}
        </Button>
        <Button variant="default" onClick={() => void signOut(client).catch(tellFailed)}>
          {t("app.signOut")}
        </Button>
      </Stack>
    </EntryFrame>
  );
}
