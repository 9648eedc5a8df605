import { Button, Code, CopyButton, Group } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { t } from "../text/text.ts";

/** A text to take along, such as a key or a command, with a button that copies it. */
export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <Code block flex={1} aria-label={label} tabIndex={0}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            size="xs"
            onClick={copy}
            leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            aria-label={`${t("common.copy")}: ${label}`}
          >
            {copied ? t("common.copied") : t("common.copy")}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
