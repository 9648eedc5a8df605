import { Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** For a page without content: what it will show, and the button that begins. */
export function Empty({
  title,
  hint,
  action,
}: {
  title: string;
  hint: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="xs" ta="center">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text c="dimmed" size="sm" maw={520}>
          {hint}
        </Text>
        {action}
      </Stack>
    </Paper>
  );
}
