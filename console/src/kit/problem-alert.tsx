import { Alert, Button, List, Stack, Text } from "@mantine/core";
import { ApiProblem } from "../api/client.ts";
import { t } from "../text/text.ts";

/** What happened and what to do about it. */
export function ProblemAlert({ error, onTryAgain }: { error: Error; onTryAgain?: () => unknown }) {
  const details = error instanceof ApiProblem ? error.details : [];
  const requestId =
    error instanceof ApiProblem && error.status >= 500 ? error.requestId : undefined;
  return (
    <Alert color="red" title={t("error.title")} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {details.length > 0 && (
          <List size="sm">
            {details.map(({ path, message }) => (
              <List.Item key={`${path} ${message}`}>
                {path} {message}
              </List.Item>
            ))}
          </List>
        )}
        {requestId !== undefined && (
          <Text size="sm">{t("error.requestId", { id: requestId })}</Text>
        )}
        {onTryAgain !== undefined && (
          <Button size="xs" variant="light" color="red" onClick={() => void onTryAgain()}>
            {t("common.tryAgain")}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
