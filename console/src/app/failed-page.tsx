import { Button, Stack, Text, Title } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { t } from "../text/text.ts";

/** For a defect of ours: the frame around it stays. */
export function FailedPage({ error }: ErrorComponentProps) {
  return (
    <Stack p="xl" gap="xs" maw={640} role="alert">
      <Title order={1}>{t("error.page")}</Title>
      <Text>
        {t("error.pageHint", { message: error instanceof Error ? error.message : String(error) })}
      </Text>
      <Button w="fit-content" onClick={() => location.reload()}>
        {t("common.tryAgain")}
      </Button>
    </Stack>
  );
}
