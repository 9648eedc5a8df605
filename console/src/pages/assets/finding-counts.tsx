import { Group, Tooltip } from "@mantine/core";
import type { AssetRow } from "../../api/operations.generated.ts";
import { formatNumber, t } from "../../text/text.ts";
import styles from "./finding-counts.module.css";

const severities = ["critical", "high", "medium", "low", "info"] as const;
const words = {
  critical: "findings.severity.CRITICAL",
  high: "findings.severity.HIGH",
  medium: "findings.severity.MEDIUM",
  low: "findings.severity.LOW",
  info: "findings.severity.INFO",
} as const;

/** Open findings by severity, the worst first; the initial of each stands beside its number. */
export function FindingCounts({ counts }: { counts: AssetRow["findings"] }) {
  const told = severities.filter((severity) => counts[severity] > 0);
  if (told.length === 0) return t("assets.noFindings");
  return (
    <Group gap={4} wrap="nowrap">
      {told.map((severity) => {
        const word = t(words[severity]);
        const label = t("assets.findingCount", { count: counts[severity], severity: word });
        return (
          <Tooltip key={severity} label={label}>
            <span
              className={styles["count"]}
              data-severity={severity}
              role="img"
              aria-label={label}
            >
              {word.charAt(0)} {formatNumber(counts[severity])}
            </span>
          </Tooltip>
        );
      })}
    </Group>
  );
}
