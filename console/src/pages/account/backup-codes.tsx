import { Dialog } from "../../kit/dialog.tsx";
import { Button, Group, Stack, Text } from "@mantine/core";
import { CopyText } from "../../kit/copy-text.tsx";
import { t } from "../../text/text.ts";

/** Codes for when the app is lost, shown this once. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Stack>
      <Text size="sm">{t("account.backupCodesText")}</Text>
      <CopyText text={codes.join("\n")} label={t("account.backupCodes")} />
      <Group justify="flex-end">
        <Button onClick={onDone}>{t("account.codesKept")}</Button>
      </Group>
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
    <Dialog opened onClose={onClose} title={t("account.backupCodes")} centered>
      <BackupCodes codes={codes} onDone={onClose} />
    </Dialog>
  );
}
