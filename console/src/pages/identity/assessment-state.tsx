import { Badge, Progress, Stack, Text } from "@mantine/core";
import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClockHour4,
  IconLoader,
  IconPlayerStop,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { AssessmentRow } from "../../api/operations.generated.ts";
import { t } from "../../text/text.ts";

type State = AssessmentRow["state"] | "never";

const looks: Readonly<Record<State, { color: string; icon: ReactNode }>> = {
  never: { color: "gray", icon: <IconCircleDashed size={13} aria-hidden /> },
  queued: { color: "blue", icon: <IconClockHour4 size={13} aria-hidden /> },
  running: { color: "blue", icon: <IconLoader size={13} aria-hidden /> },
  completed: { color: "teal", icon: <IconCircleCheck size={13} aria-hidden /> },
  failed: { color: "red", icon: <IconCircleX size={13} aria-hidden /> },
  stopped: { color: "gray", icon: <IconPlayerStop size={13} aria-hidden /> },
};

/** How an assessment is: an icon and a word. */
export function AssessmentState({ assessment }: { assessment: AssessmentRow | null }) {
  const state = assessment?.state ?? "never";
  const { color, icon } = looks[state];
  const isStopping = state === "running" && assessment?.stopRequested === true;
  return (
    <Badge color={color} variant="light" leftSection={icon} miw="max-content">
      {isStopping ? t("identity.state.stopping") : t(`identity.state.${state}`)}
    </Badge>
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
        <Progress value={100} color="gray" animated striped aria-label={t("identity.progress")} />
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
      <Progress
        value={isJudging ? (100 * rulesDone) / rulesTotal : 100}
        color={isJudging ? "teal" : "gray"}
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
