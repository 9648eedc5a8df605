import { Button, Stack, Text, TextInput } from "@mantine/core";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useOwn, useOwnAct } from "../../api/own-hooks.ts";
import { paths } from "../../app/paths.ts";
import { Loaded } from "../../kit/loading.tsx";
import { t } from "../../text/text.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { NewPasswordField } from "./password-field.tsx";
import { Refusal } from "./refusal.tsx";

/** A new password, by a link that an administrator made. */
export function NewPasswordPage() {
  const { token = "" }: { token?: string } = useSearch({ strict: false });
  const link = useOwn("readPasswordLink", { body: { token } });
  const reset = useOwnAct("resetPassword");
  const [password, setPassword] = useState("");
  return (
    <EntryFrame title={t("account.newPassword")}>
      {link.error !== null ? (
        <Refusal>{link.error.message}</Refusal>
      ) : reset.isSuccess ? (
        <Stack role="status">
          <Text>{t("account.passwordIsSet")}</Text>
          <Button component={Link} to={paths.signIn}>
            {t("account.signIn")}
          </Button>
        </Stack>
      ) : (
        <Loaded query={link}>
          {({ email }) => (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                reset.mutate({ body: { token, password } });
              }}
            >
              <Stack>
                <TextInput
                  label={t("account.email")}
                  value={email}
                  autoComplete="username"
                  readOnly
                />
                <NewPasswordField value={password} onChange={setPassword} />
                {reset.error !== null && <Refusal>{reset.error.message}</Refusal>}
                <Button type="submit" loading={reset.isPending}>
                  {t("account.setPassword")}
                </Button>
              </Stack>
            </form>
          )}
        </Loaded>
      )}
    </EntryFrame>
  );
}
