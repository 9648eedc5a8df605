import { Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { t } from "../text/text.ts";

/** One page: its name, what it is for, what can be done, and its content. The name is the window's title as well. */
export function Page({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${t("app.name")}`;
    // After a step from page to page the frame has put the focus on the main part: its name is what shall be read out.
    if (document.activeElement?.tagName === "MAIN") heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} flex={1} miw={220}>
          <Title order={1} size="h2" ref={heading} tabIndex={-1} className="page-name">
            {title}
          </Title>
          {lead !== undefined && (
            <Text c="dimmed" size="sm">
              {lead}
            </Text>
          )}
        </Stack>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
