import type { LatestScanRun } from "../../api/operations.generated.ts";
import { WorkMark } from "../../kit/work-mark.tsx";
import { t } from "../../text/text.ts";

/** How a run is; of one under way also how far. */
export function RunState({ run }: { run: LatestScanRun | null }) {
  const state = run?.state ?? "never";
  const progress = state === "running" ? (run?.progress ?? null) : null;
  const isStopping = run?.stopRequested === true && state === "running";
  const word = isStopping ? t("scans.state.stopping") : t(`scans.state.${state}`);
  return (
    <WorkMark state={state} title={run?.error ?? undefined}>
      {progress === null ? word : `${word} ${Math.floor(progress.percent)} %`}
    </WorkMark>
  );
}
