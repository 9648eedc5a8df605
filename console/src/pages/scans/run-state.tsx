import { Badge } from "@mantine/core";
import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClockHour4,
  IconLoader,
  IconPlayerStop,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { LatestScanRun } from "../../api/operations.generated.ts";
import { t } from "../../text/text.ts";

type State = LatestScanRun["state"] | "never";

const looks: Readonly<Record<State, { color: string; icon: ReactNode }>> = {
  never: { color: "gray", icon: <IconCircleDashed size={13} aria-hidden /> },
  queued: { color: "blue", icon: <IconClockHour4 size={13} aria-hidden /> },
  running: { color: "blue", icon: <IconLoader size={13} aria-hidden /> },
  completed: { color: "teal", icon: <IconCircleCheck size={13} aria-hidden /> },
  failed: { color: "red", icon: <IconCircleX size={13} aria-hidden /> },
  stopped: { color: "gray", icon: <IconPlayerStop size={13} aria-hidden /> },
};

/** How a run is: an icon and a word; of one under way also how far. */
export function RunState({ run }: { run: LatestScanRun | null }) {
  const state = run?.state ?? "never";
  const { color, icon } = looks[state];
  const progress = state === "running" ? (run?.progress ?? null) : null;
  const isStopping = run?.stopRequested === true && state === "running";
  const word = isStopping ? t("scans.state.stopping") : t(`scans.state.${state}`);
  return (
    <Badge color={color} variant="light" leftSection={icon} title={run?.error ?? undefined}>
      {progress === null ? word : `${word} ${Math.floor(progress.percent)} %`}
    </Badge>
  );
}
