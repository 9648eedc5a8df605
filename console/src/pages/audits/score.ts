import { t } from "../../text/text.ts";

/** The server's own rule: satisfied of those that could be judged, per cent with one decimal; `null`: none could. */
export function scoreOf(counts: {
  satisfied: number;
  failed: number;
  unknown: number;
}): number | null {
  const judged = counts.satisfied + counts.failed + counts.unknown;
  return judged === 0 ? null : Math.round((1000 * counts.satisfied) / judged) / 10;
}

export function formatScore(score: number | null): string {
  return score === null ? t("audits.noScore") : t("audits.percent", { score });
}
