import { Paper, Text, TextInput } from "@mantine/core";
import { tellDone } from "../../app/tell.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { QRCodeSVG } from "qrcode.react";
import { useState } from "react";
import { useOwnAct } from "../../api/own-hooks.ts";
import { CopyText } from "../../kit/copy-text.tsx";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { t } from "../../text/text.ts";
import { BackupCodes } from "./backup-codes.tsx";
import { PasswordDialog } from "./password-dialog.tsx";

/** Sets up codes of an app, in three steps: the password, the picture with a first code, the backup codes. */
export function SecondFactorDialog({
  hasPassword,
  onClose,
}: {
  hasPassword: boolean;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const begin = useOwnAct("beginSecondFactor");
  const [confirmed, setConfirmed] = useState(false);
  const title = t("account.setUpApp");
  if (begin.data === undefined) {
    return (
      <PasswordDialog
        title={title}
        text={t("account.setUpAppText")}
        verb={t("account.goOn")}
        hasPassword={hasPassword}
        busy={begin.isPending}
        error={begin.error}
        onClose={onClose}
        onSubmit={(body) => begin.mutate({ body })}
      />
    );
  }
  const { uri, backupCodes } = begin.data;
  // The page behind is read anew when all is done: until then the dialog must stay what it is.
  const done = () => {
    tellDone(t("account.secondFactorIsOn"));
    onClose();
    void client.invalidateQueries({ queryKey: ["getAccount"] });
  };
  return (
    <FormDialog
      onClose={confirmed ? done : onClose}
      title={confirmed ? t("account.backupCodes") : title}
    >
      {confirmed ? (
        <BackupCodes codes={backupCodes} onDone={done} />
      ) : (
        <Picture uri={uri} onConfirmed={() => setConfirmed(true)} />
      )}
    </FormDialog>
  );
}

function Picture({ uri, onConfirmed }: { uri: string; onConfirmed: () => void }) {
  const confirm = useOwnAct("confirmSecondFactor");
  const [code, setCode] = useState("");
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return (
    <DialogForm
      verb={t("account.confirm")}
      isPending={confirm.isPending}
      error={confirm.error}
      onSubmit={() => confirm.mutate({ body: { code } }, { onSuccess: onConfirmed })}
    >
      <Text size="sm">{t("account.scanPicture")}</Text>
      {/* On white also in the dark: cameras read it so. */}
      <Paper p="sm" bg="white" mx="auto" w="fit-content">
        <QRCodeSVG value={uri} size={184} title={t("account.picture")} />
      </Paper>
      <Text size="sm">{t("account.orType")}</Text>
      <CopyText text={secret} label={t("account.appSecret")} />
      <TextInput
        label={t("account.appCode")}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        withAsterisk={false}
        data-autofocus
      />
    </DialogForm>
  );
}
