import { Alert, Button, Group, Text } from "@mantine/core";
import { t } from "../text/text.ts";

/** Above what is still on screen although it could not be read again. */
export function StaleAlert({ error, onTryAgain }: { error: Error; onTryAgain: () => unknown }) {
  return (
    <Alert color="red" role="alert" mb="xs">
      <Group gap="xs" justify="space-between">
        <Text size="sm" flex={1} miw={220}>
          {t("error.stale", { message: error.message })}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => void onTryAgain()}>
          {t("common.tryAgain")}
        </Button>
      </Group>
    </Alert>
  );
}
