import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { FormFooter } from "../../kit/form-footer.tsx";
import { Alert, Button, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import { CopyText } from "../../kit/copy-text.tsx";
import { t } from "../../text/text.ts";
import { type Place, PlaceFields } from "./place-fields.tsx";

/** Invites somebody, and shows the link, this once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useAct("invitePerson", { changes: ["listPeople"], quiet: true });
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [place, setPlace] = useState<Place>({ role: "operator", companyIds: null });
  if (invite.data !== undefined) {
    return (
      <FormDialog onClose={onClose} title={t("people.linkTitle")} size="lg">
        <Stack>
          <Alert color="yellow">{t("people.linkOnce", { email: invite.data.email })}</Alert>
          <CopyText text={linkTo("join", invite.data.token)} label={t("people.link")} />
          <Text size="sm" c="dimmed">
            {t("people.linkHint")}
          </Text>
          <FormFooter>
            <Button onClick={onClose}>{t("people.linkCopied")}</Button>
          </FormFooter>
        </Stack>
      </FormDialog>
    );
  }
  return (
    <FormDialog title={t("people.invite")} onClose={onClose}>
      <DialogForm
        verb={t("people.makeLink")}
        values={{ email, name, place }}
        isPending={invite.isPending}
        error={invite.error}
        onSubmit={() =>
          invite.mutate({ body: { email: email.trim(), name: name.trim(), ...place } })
        }
      >
        <TextInput
          label={t("account.email")}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          autoComplete="off"
          required
          data-autofocus
        />
        <TextInput
          label={t("people.nameIfYouLike")}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="off"
          maxLength={200}
        />
        <PlaceFields place={place} onChange={setPlace} />
      </DialogForm>
    </FormDialog>
  );
}

/** A link as somebody else opens it. */
export function linkTo(page: "join" | "new-password", token: string): string {
  return new URL(`${page}?token=${token}`, document.baseURI).href;
}
