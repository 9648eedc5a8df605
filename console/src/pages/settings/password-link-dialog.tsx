import { Alert, Button, Checkbox, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import type { Person } from "../../api/operations.generated.ts";
import { CopyText } from "../../kit/copy-text.tsx";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { FormFooter } from "../../kit/form-footer.tsx";
import { t } from "../../text/text.ts";
import { linkTo } from "./invite-dialog.tsx";

/** A link to a new password, for somebody whose identity one knows. */
export function PasswordLinkDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const make = useAct("makePasswordLink", { changes: [], quiet: true });
  const [clearsSecondFactor, setClears] = useState(false);
  const { name } = person;
  return (
    <FormDialog onClose={onClose} title={t("people.passwordLinkTitle", { name })}>
      {make.data === undefined ? (
        <DialogForm
          verb={t("people.makeLink")}
          isPending={make.isPending}
          error={make.error}
          onSubmit={() =>
            make.mutate({ path: { id: person.userId }, body: { clearsSecondFactor } })
          }
        >
          <Text size="sm">{t("people.passwordLinkText")}</Text>
          <Checkbox
            label={t("people.clears")}
            description={t("people.clearsHint")}
            checked={clearsSecondFactor}
            onChange={(event) => setClears(event.currentTarget.checked)}
            data-autofocus
          />
        </DialogForm>
      ) : (
        <Stack>
          <Alert color="yellow">{t("people.passwordLinkOnce", { name })}</Alert>
          <CopyText text={linkTo("new-password", make.data.token)} label={t("people.link")} />
          <FormFooter>
            <Button onClick={onClose}>{t("people.linkCopied")}</Button>
          </FormFooter>
        </Stack>
      )}
    </FormDialog>
  );
}
