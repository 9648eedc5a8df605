import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useOwnAct } from "../../api/own-hooks.ts";
import { t } from "../../text/text.ts";
import { PasswordField } from "./password-field.tsx";
import { Refusal } from "./refusal.tsx";

/** E-mail and password. */
export function PasswordForm({
  onEntered,
  onNeedsCode,
}: {
  onEntered: () => void;
  onNeedsCode: () => void;
}) {
  const signIn = useOwnAct("signIn");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate(
          { body: { email: email.trim(), password } },
          { onSuccess: ({ needsCode }) => (needsCode ? onNeedsCode() : onEntered()) },
        );
      }}
    >
      <Stack>
        <TextInput
          label={t("account.email")}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          autoComplete="username webauthn"
          required
          withAsterisk={false}
          autoFocus
        />
        <PasswordField value={password} onChange={setPassword} />
        {signIn.error !== null && <Refusal>{signIn.error.message}</Refusal>}
        <Button type="submit" loading={signIn.isPending}>
          {t("account.signIn")}
        </Button>
        <Text size="sm" c="dimmed">
          {t("account.forgotten")}
        </Text>
      </Stack>
    </form>
  );
}
