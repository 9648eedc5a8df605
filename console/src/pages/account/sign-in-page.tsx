import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { paths } from "../../app/paths.ts";
import { Redirect } from "../../app/redirect.tsx";
import { sessionQuery } from "../../app/session.ts";
import { Loaded } from "../../kit/loading.tsx";
import { t } from "../../text/text.ts";
import { CodeForm } from "./code-form.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { OtherWays } from "./other-ways.tsx";
import { ownPath } from "./own-path.ts";
import { PasswordForm } from "./password-form.tsx";
import { Refusal } from "./refusal.tsx";
import { providerFault } from "./provider-fault.ts";
import { useEntered } from "./use-entered.ts";

/** Sign in: password, passkey or provider; then the code of the second factor. */
export function SignInPage() {
  const session = useQuery(sessionQuery);
  const { next, error }: { next?: string; error?: string } = useSearch({ strict: false });
  const [needsCode, setNeedsCode] = useState(false);
  const entered = useEntered();
  const way = ownPath(next);
  return (
    <EntryFrame
      title={needsCode ? t("account.code") : t("account.signIn")}
      lead={needsCode ? t("account.codeLead") : undefined}
    >
      <Loaded query={session}>
        {({ user, isSetUp, provider }) => {
          if (user !== null) return <Redirect {...way} />;
          if (!isSetUp) return <Redirect to={paths.setUp} />;
          if (needsCode) {
            return <CodeForm onEntered={() => entered(way)} onBack={() => setNeedsCode(false)} />;
          }
          return (
            <Stack>
              {error !== undefined && <Refusal>{providerFault(error)}</Refusal>}
              <PasswordForm onEntered={() => entered(way)} onNeedsCode={() => setNeedsCode(true)} />
              <OtherWays
                provider={provider}
                next={next ?? paths.home}
                onEntered={() => entered(way)}
              />
            </Stack>
          );
        }}
      </Loaded>
    </EntryFrame>
  );
}
