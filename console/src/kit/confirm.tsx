import { Button, Group, Stack, Text } from "@mantine/core";
import { Dialog } from "./dialog.tsx";
import { t } from "../text/text.ts";

/** Asks once more before something that cannot be taken back. */
export function Confirm({
  title,
  text,
  verb,
  busy = false,
  onConfirm,
  onCancel,
}: {
  title: string;
  text: string;
  /** What the button does: `Revoke`. */
  verb: string;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <Dialog opened onClose={onCancel} title={title} centered>
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} data-autofocus>
            {t("common.cancel")}
          </Button>
          <Button color="red" loading={busy} onClick={onConfirm}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
