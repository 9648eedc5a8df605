import {
  IconAlertCircle,
  IconAlertOctagon,
  IconAlertTriangle,
  IconArrowDownCircle,
  IconInfoCircle,
} from "@tabler/icons-react";
import { t } from "../text/text.ts";
import { type Look, Mark } from "./mark.tsx";

export type Severity = "CRITICAL" | "HIGH" | "MEDIUM" | "LOW" | "INFO";

const looks = {
  CRITICAL: [IconAlertOctagon, "severity-critical"],
  HIGH: [IconAlertTriangle, "severity-high"],
  MEDIUM: [IconAlertCircle, "severity-medium"],
  LOW: [IconArrowDownCircle, "severity-low"],
  INFO: [IconInfoCircle, "status-quiet"],
} as const satisfies Record<Severity, Look>;

/** How bad something is. */
export function SeverityBadge({ severity }: { severity: Severity }) {
  return (
    <Mark look={looks[severity]} isStrong={severity === "CRITICAL"}>
      {t(`findings.severity.${severity}`)}
    </Mark>
  );
}
