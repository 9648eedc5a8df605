import { Button, Stack, Text } from "@mantine/core";
import { Dialog } from "./dialog.tsx";
import { FormFooter } from "./form-footer.tsx";

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
        <FormFooter onCancel={onCancel} beginsWithCancel>
          <Button color="red" loading={busy} onClick={onConfirm}>
            {verb}
          </Button>
        </FormFooter>
      </Stack>
    </Dialog>
  );
}
