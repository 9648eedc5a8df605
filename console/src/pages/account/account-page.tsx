import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useOwn } from "../../api/own-hooks.ts";
import { paths } from "../../app/paths.ts";
import { Redirect } from "../../app/redirect.tsx";
import { sessionQuery } from "../../app/session.ts";
import { Loaded } from "../../kit/loading.tsx";
import { t } from "../../text/text.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { NameSection } from "./name-section.tsx";
import { PasskeysSection } from "./passkeys-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { ProviderSection } from "./provider-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/** The own account: who one is, how one signs in, and where one has. */
export function AccountPage() {
  const session = useQuery(sessionQuery);
  const isSignedIn = session.data !== undefined && session.data.user !== null;
  const account = useOwn("getAccount", {}, { enabled: isSignedIn });
  if (session.data !== undefined && session.data.user === null) {
    return <Redirect to={paths.signIn} search={{ next: paths.account }} />;
  }
  return (
    <EntryFrame title={t("app.account")} lead={session.data?.user?.email} wide>
      <Loaded query={account}>
        {(own) => (
          <Stack>
            <NameSection account={own} />
            <PasswordSection account={own} />
            <SecondFactorSection account={own} />
            <PasskeysSection account={own} />
            <ProviderSection account={own} provider={session.data?.provider ?? null} />
            <SessionsSection account={own} />
          </Stack>
        )}
      </Loaded>
    </EntryFrame>
  );
}
