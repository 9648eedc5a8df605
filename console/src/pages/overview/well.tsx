import { Group, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";

/** Says calmly that there is nothing to do here. */
export function Well({ text }: { text: string }) {
  return (
    <Group gap={8} wrap="nowrap" align="flex-start" c="var(--status-up)">
      <IconCircleCheck size={18} aria-hidden style={{ flex: "none", marginTop: 2 }} />
      <Text size="sm">{text}</Text>
    </Group>
  );
}
