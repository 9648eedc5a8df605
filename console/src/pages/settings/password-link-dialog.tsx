import { Dialog } from "../../kit/dialog.tsx";
import { Alert, Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import type { Person } from "../../api/operations.generated.ts";
import { CopyText } from "../../kit/copy-text.tsx";
import { ProblemAlert } from "../../kit/problem-alert.tsx";
import { t } from "../../text/text.ts";
import { linkTo } from "./invite-dialog.tsx";

/** A link to a new password, for somebody whose identity one knows. */
export function PasswordLinkDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const make = useAct("makePasswordLink", { changes: [], quiet: true });
  const [clearsSecondFactor, setClears] = useState(false);
  const { name } = person;
  return (
    <Dialog opened onClose={onClose} title={t("people.passwordLinkTitle", { name })} centered>
      {make.data === undefined ? (
        <Stack>
          <Text size="sm">{t("people.passwordLinkText")}</Text>
          <Checkbox
            label={t("people.clears")}
            description={t("people.clearsHint")}
            checked={clearsSecondFactor}
            onChange={(event) => setClears(event.currentTarget.checked)}
          />
          {make.error !== null && <ProblemAlert error={make.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("common.cancel")}
            </Button>
            <Button
              loading={make.isPending}
              onClick={() =>
                make.mutate({ path: { id: person.userId }, body: { clearsSecondFactor } })
              }
            >
              {t("people.makeLink")}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack>
          <Alert color="yellow">{t("people.passwordLinkOnce", { name })}</Alert>
          <CopyText text={linkTo("new-password", make.data.token)} label={t("people.link")} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t("people.linkCopied")}</Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
