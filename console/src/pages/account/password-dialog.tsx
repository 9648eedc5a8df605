import { Dialog } from "../../kit/dialog.tsx";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { t } from "../../text/text.ts";
import { PasswordField } from "./password-field.tsx";
import { Refusal } from "./refusal.tsx";

/** Asks for the password, of one who has one, before something that a computer left alone must not allow. */
export function PasswordDialog({
  title,
  text,
  verb,
  hasPassword,
  busy,
  error,
  onSubmit,
  onClose,
}: {
  title: string;
  text: string;
  verb: string;
  hasPassword: boolean;
  busy: boolean;
  error: Error | null;
  onSubmit: (body: { password?: string }) => void;
  onClose: () => void;
}) {
  const [password, setPassword] = useState("");
  return (
    <Dialog opened onClose={onClose} title={title} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(hasPassword ? { password } : {});
        }}
      >
        <Stack>
          <Text size="sm">{text}</Text>
          {hasPassword && <PasswordField value={password} onChange={setPassword} autoFocus />}
          {error !== null && <Refusal>{error.message}</Refusal>}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("common.cancel")}
            </Button>
            <Button type="submit" loading={busy}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
