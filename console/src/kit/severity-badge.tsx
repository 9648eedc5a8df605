import { Group } from "@mantine/core";
import {
  IconAlertCircle,
  IconAlertOctagon,
  IconAlertTriangle,
  IconArrowDownCircle,
  IconInfoCircle,
} from "@tabler/icons-react";
import { t } from "../text/text.ts";

export type Severity = "CRITICAL" | "HIGH" | "MEDIUM" | "LOW" | "INFO";

const looks = {
  CRITICAL: [IconAlertOctagon, "var(--severity-critical)"],
  HIGH: [IconAlertTriangle, "var(--severity-high)"],
  MEDIUM: [IconAlertCircle, "var(--severity-medium)"],
  LOW: [IconArrowDownCircle, "var(--severity-low)"],
  INFO: [IconInfoCircle, "var(--status-quiet)"],
} as const satisfies Record<Severity, readonly [typeof IconInfoCircle, string]>;

/** How bad something is, as an icon and a word: colour alone says nothing. */
export function SeverityBadge({ severity, size = 16 }: { severity: Severity; size?: number }) {
  const [Icon, color] = looks[severity];
  return (
    <Group
      component="span"
      display="inline-flex"
      gap={6}
      wrap="nowrap"
      c={color}
      fw={severity === "CRITICAL" ? 700 : 500}
    >
      <Icon size={size} aria-hidden style={{ flex: "none" }} />
      <span>{t(`findings.severity.${severity}`)}</span>
    </Group>
  );
}
