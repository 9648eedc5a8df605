import { Alert, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Session } from "../../app/session.ts";
import { t } from "../../text/text.ts";
import { CodeForm } from "./code-form.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { OtherWays } from "./other-ways.tsx";
import { PasswordForm } from "./password-form.tsx";

/** Sign in: password, passkey or provider; then the code of the second factor. */
export function SignIn({
  session: { provider, end },
  next,
  onEntered,
  children,
}: {
  session: Session;
  /** Where the provider leads back to. */
  next: string;
  onEntered: () => void;
  children?: ReactNode;
}) {
  const [needsCode, setNeedsCode] = useState(false);
  if (needsCode) {
    return (
      <EntryFrame title={t("account.code")} lead={t("account.codeLead")}>
        <CodeForm onEntered={onEntered} onBack={() => setNeedsCode(false)} />
      </EntryFrame>
    );
  }
  return (
    <EntryFrame title={t("account.signIn")}>
      <Stack>
        {end !== null && (
          <Alert color="blue" role="alert" py="xs">
            {t(`account.over.${end}`)}
          </Alert>
        )}
        {children}
        <PasswordForm onEntered={onEntered} onNeedsCode={() => setNeedsCode(true)} />
        <OtherWays provider={provider} next={next} onEntered={onEntered} />
      </Stack>
    </EntryFrame>
  );
}
