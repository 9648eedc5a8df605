import { Stack, Text } from "@mantine/core";
import type { AssessmentRow } from "../../api/operations.generated.ts";
import { Bar } from "../../kit/bar.tsx";
import { WorkMark } from "../../kit/work-mark.tsx";
import { t } from "../../text/text.ts";

/** How an assessment is. */
export function AssessmentState({ assessment }: { assessment: AssessmentRow | null }) {
  const state = assessment?.state ?? "never";
  const isStopping = state === "running" && assessment?.stopRequested === true;
  return (
    <WorkMark state={state}>
      {isStopping ? t("identity.state.stopping") : t(`identity.state.${state}`)}
    </WorkMark>
  );
}

/** The assessment while it goes on; `null`: none does. */
export function openOf(assessment: AssessmentRow | null): AssessmentRow | null {
  return assessment?.state === "queued" || assessment?.state === "running" ? assessment : null;
}

/** How far one is. Of reading nobody knows how much there is; of rules they are counted. */
export function AssessmentProgress({ assessment }: { assessment: AssessmentRow }) {
  const { progress, state, error } = assessment;
  if (progress === null) {
    return (
      <Stack gap={6}>
        <Bar value={100} animated striped tone="status-quiet" aria-label={t("identity.progress")} />
        <Text size="sm" role="status">
          {error ?? t(state === "queued" ? "identity.waits" : "identity.begins")}
        </Text>
      </Stack>
    );
  }
  const { phase, what, objects, rulesDone, rulesTotal } = progress;
  const isJudging = phase === "judging" && rulesTotal > 0;
  return (
    <Stack gap={6}>
      <Bar
        value={isJudging ? (100 * rulesDone) / rulesTotal : 100}
        tone={isJudging ? "status-up" : "status-quiet"}
        animated={!isJudging}
        striped={!isJudging}
        aria-label={t("identity.progress")}
      />
      <Text size="sm" role="status">
        {isJudging
          ? t("identity.judging", { done: rulesDone, total: rulesTotal })
          : t(`identity.phase.${phase}`, { what, count: objects })}
      </Text>
    </Stack>
  );
}
