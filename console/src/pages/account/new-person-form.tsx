import { Button, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../text/text.ts";
import { NewPasswordField } from "./password-field.tsx";
import { Refusal } from "./refusal.tsx";

/** Who somebody new is. */
export interface NewPerson {
  name: string;
  email: string;
  password: string;
}

/** Name, e-mail and password of somebody new. `email` is given where an invitation says it. */
export function NewPersonForm({
  name: firstName = "",
  email: fixedEmail,
  verb,
  busy,
  error,
  onSubmit,
}: {
  name?: string;
  email?: string;
  verb: string;
  busy: boolean;
  error: Error | null;
  onSubmit: (person: NewPerson) => void;
}) {
  const [name, setName] = useState(firstName);
  const [email, setEmail] = useState(fixedEmail ?? "");
  const [password, setPassword] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ name: name.trim(), email: email.trim(), password });
      }}
    >
      <Stack>
        <TextInput
          label={t("account.name")}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="name"
          maxLength={200}
          required
          withAsterisk={false}
          autoFocus
        />
        <TextInput
          label={t("account.email")}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          autoComplete="username"
          readOnly={fixedEmail !== undefined}
          description={fixedEmail === undefined ? t("account.emailHint") : undefined}
          required
          withAsterisk={false}
        />
        <NewPasswordField value={password} onChange={setPassword} />
        {error !== null && <Refusal>{error.message}</Refusal>}
        <Button type="submit" loading={busy}>
          {verb}
        </Button>
      </Stack>
    </form>
  );
}
