import { Button, Stack, Text, Title } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { ApiProblem } from "../api/client.ts";
import { ProblemAlert } from "../kit/problem-alert.tsx";
import { t } from "../text/text.ts";
import { isReachable } from "./reachable.ts";

/** In place of a page that failed: the frame around it stays. */
export function FailedPage({ error }: ErrorComponentProps) {
  if (error instanceof ApiProblem) return <Unreached problem={error} />;
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

const againMs = 5_000;

/** A page that could not come because nobody answers: it comes by itself once somebody does. */
function Unreached({ problem }: { problem: ApiProblem }) {
  useEffect(() => {
    const timer = setInterval(() => void loadAgain(), againMs);
    return () => clearInterval(timer);
  }, []);
  return <ProblemAlert error={problem} onTryAgain={loadAgain} />;
}

/** Not while nobody answers: that would take away the frame as well. */
async function loadAgain(): Promise<void> {
  if (await isReachable()) location.reload();
}
