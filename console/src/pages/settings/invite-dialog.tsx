import { Dialog } from "../../kit/dialog.tsx";
import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import { CopyText } from "../../kit/copy-text.tsx";
import { ProblemAlert } from "../../kit/problem-alert.tsx";
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
      <Dialog opened onClose={onClose} title={t("people.linkTitle")} size="lg" centered>
        <Stack>
          <Alert color="yellow">{t("people.linkOnce", { email: invite.data.email })}</Alert>
          <CopyText text={linkTo("join", invite.data.token)} label={t("people.link")} />
          <Text size="sm" c="dimmed">
            {t("people.linkHint")}
          </Text>
          <Group justify="flex-end">
            <Button onClick={onClose}>{t("people.linkCopied")}</Button>
          </Group>
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog opened onClose={onClose} title={t("people.invite")} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate({ body: { email: email.trim(), name: name.trim(), ...place } });
        }}
      >
        <Stack>
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
          {invite.error !== null && <ProblemAlert error={invite.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("common.cancel")}
            </Button>
            <Button type="submit" loading={invite.isPending}>
              {t("people.makeLink")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** A link as somebody else opens it. */
export function linkTo(page: "join" | "new-password", token: string): string {
  return new URL(`${page}?token=${token}`, document.baseURI).href;
}
