import { Anchor, Box, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { paths } from "../../app/paths.ts";
import { t } from "../../text/text.ts";

const mark = new URL("favicon.svg", document.baseURI).href;

/** What stands around pages that are of no tenant: the name, and one sheet in the middle. */
export function EntryFrame({
  title,
  lead,
  wide = false,
  children,
}: {
  title: string;
  lead?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · ${t("app.name")}`;
  }, [title]);
  return (
    <Box mih="100dvh" px="md" py={{ base: "md", sm: "xl" }}>
      <Stack maw={wide ? 760 : 420} mx="auto" gap="lg">
        <Group component="header" justify="space-between">
          <Anchor component={Link} to={paths.home} c="inherit" underline="never" w="fit-content">
            <Group gap={8}>
              <img src={mark} alt="" width={26} height={26} />
              <Text fw={600}>{t("app.name")}</Text>
            </Group>
          </Anchor>
          {wide && (
            <Anchor component={Link} to={paths.home} size="sm">
              {t("account.toConsole")}
            </Anchor>
          )}
        </Group>
        <Stack component="main" gap="lg">
          <Stack gap={4}>
            <Title order={1} size="h2">
              {title}
            </Title>
            {lead !== undefined && (
              <Text c="dimmed" size="sm">
                {lead}
              </Text>
            )}
          </Stack>
          {wide ? (
            children
          ) : (
            <Paper withBorder p="lg">
              {children}
            </Paper>
          )}
        </Stack>
      </Stack>
    </Box>
  );
}
