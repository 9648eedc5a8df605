import { Alert, Button, List, Stack, Text } from "@mantine/core";
import { Bar } from "../../kit/bar.tsx";
import { FormFooter } from "../../kit/form-footer.tsx";
import { ProblemAlert } from "../../kit/problem-alert.tsx";
import { plural, t } from "../../text/text.ts";
import type { Deciding } from "./use-decide.ts";

/** How far a decision has come; at its end, what came of it. */
export function DecisionProgress({
  deciding,
  onStop,
  onClose,
}: {
  deciding: Deciding;
  onStop: () => void;
  onClose: () => void;
}) {
  const { done, total, state, error } = deciding;
  if (state === "running") {
    const told = t("findings.deciding", { done, total });
    return (
      <Stack gap="md">
        <Bar value={(100 * done) / total} aria-label={told} animated />
        <Text size="sm" role="status">
          {told}
        </Text>
        <FormFooter>
          <Button variant="default" onClick={onStop}>
            {t("findings.stop")}
          </Button>
        </FormFooter>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      {error !== null && <ProblemAlert error={error} />}
      {done > 0 && (
        <Alert
          color={deciding.conflicts > 0 ? "yellow" : "teal"}
          title={t("findings.decidedTitle")}
          role="status"
        >
          <List size="sm">
            {sentencesOf(deciding).map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <FormFooter>
        <Button onClick={onClose} data-autofocus>
          {t("common.close")}
        </Button>
      </FormFooter>
    </Stack>
  );
}

function sentencesOf({ changed, same, conflicts, missing, done, total }: Deciding): string[] {
  return [
    plural("findings.changed", changed),
    ...(same > 0 ? [plural("findings.same", same)] : []),
    ...(conflicts > 0 ? [plural("findings.conflicts", conflicts)] : []),
    ...(missing > 0 ? [plural("findings.missing", missing)] : []),
    ...(done < total ? [plural("findings.left", total - done)] : []),
  ];
}
