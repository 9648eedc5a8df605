import { Text } from "@mantine/core";
import { useState } from "react";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { PasswordField } from "./password-field.tsx";

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
    <FormDialog title={title} onClose={onClose}>
      <DialogForm
        verb={verb}
        isPending={busy}
        error={error}
        onSubmit={() => onSubmit(hasPassword ? { password } : {})}
      >
        <Text size="sm">{text}</Text>
        {hasPassword && <PasswordField value={password} onChange={setPassword} autoFocus />}
      </DialogForm>
    </FormDialog>
  );
}
