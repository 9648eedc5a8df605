import { Button, Text } from "@mantine/core";
import { tellDone } from "../../app/tell.tsx";
import { useState } from "react";
import type { OwnAccount } from "../../api/operations.generated.ts";
import { useOwnAct } from "../../api/own-hooks.ts";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { Section } from "../../kit/section.tsx";
import { t } from "../../text/text.ts";
import { NewPasswordField, PasswordField } from "./password-field.tsx";

/** The password, if there is one. */
export function PasswordSection({ account }: { account: OwnAccount }) {
  const [changing, setChanging] = useState(false);
  const verb = account.hasPassword ? t("account.changePassword") : t("account.setPassword");
  return (
    <Section
      title={t("account.password")}
      actions={
        <Button variant="default" size="xs" onClick={() => setChanging(true)}>
          {verb}
        </Button>
      }
    >
      <Text size="sm">
        {account.hasPassword ? t("account.passwordSet") : t("account.noPassword")}
      </Text>
      {changing && (
        <ChangePassword account={account} verb={verb} onClose={() => setChanging(false)} />
      )}
    </Section>
  );
}

function ChangePassword({
  account: { hasPassword, email },
  verb,
  onClose,
}: {
  account: OwnAccount;
  verb: string;
  onClose: () => void;
}) {
  const change = useOwnAct("changePassword", ["getAccount"]);
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  return (
    <FormDialog title={verb} onClose={onClose}>
      <DialogForm
        verb={verb}
        values={{ password }}
        isPending={change.isPending}
        error={change.error}
        onSubmit={() => {
          change.mutate(
            { body: { current, password } },
            {
              onSuccess: () => {
                tellDone(t("account.passwordChanged"));
                onClose();
              },
            },
          );
        }}
      >
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {hasPassword && (
          <PasswordField
            label={t("account.currentPassword")}
            value={current}
            onChange={setCurrent}
            autoFocus
          />
        )}
        <NewPasswordField
          label={t("account.newPassword")}
          value={password}
          onChange={setPassword}
        />
        <Text size="sm" c="dimmed">
          {t("account.othersEnd")}
        </Text>
      </DialogForm>
    </FormDialog>
  );
}
