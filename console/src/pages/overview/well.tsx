import { Group, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";

/** Says calmly that there is nothing to do here. */
export function Well({ text }: { text: string }) {
  return (
    <Group gap={8} wrap="nowrap" align="flex-start" c="var(--status-up)">
      <IconCircleCheck size={18} aria-hidden style={{ flex: "none", marginTop: 2 }} />
      <Text size="sm">{text}</Text>
    </Group>
  );
}

/** Says that nobody has looked yet, which is not the same as that all is well. */
export function NotKnown({ text }: { text: string }) {
  return (
    <Group gap={8} wrap="nowrap" align="flex-start" c="dimmed">
      <IconCircleDashed size={18} aria-hidden style={{ flex: "none", marginTop: 2 }} />
      <Text size="sm">{text}</Text>
    </Group>
  );
}
