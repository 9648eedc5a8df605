import { Button, Stack, Text } from "@mantine/core";
import { CopyText } from "../../kit/copy-text.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { FormFooter } from "../../kit/form-footer.tsx";
import { t } from "../../text/text.ts";

/** Codes for when the app is lost, shown this once. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Stack>
      <Text size="sm">{t("account.backupCodesText")}</Text>
      <CopyText text={codes.join("\n")} label={t("account.backupCodes")} />
      <FormFooter>
        <Button onClick={onDone}>{t("account.codesKept")}</Button>
      </FormFooter>
    </Stack>
  );
}

export function BackupCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose: () => void;
}) {
  return (
    <FormDialog onClose={onClose} title={t("account.backupCodes")}>
      <BackupCodes codes={codes} onDone={onClose} />
    </FormDialog>
  );
}
