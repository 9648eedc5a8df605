import { Group, Tooltip } from "@mantine/core";
import {
  IconActivity,
  IconAlertTriangle,
  IconCircleCheck,
  IconClockHour4,
  IconUserCheck,
} from "@tabler/icons-react";
import type { IncidentRow } from "../../api/operations.generated.ts";
import { type Look, Mark } from "../../kit/mark.tsx";
import { t } from "../../text/text.ts";

const looks = {
  isOpen: [IconAlertTriangle, "status-down"],
  isAcknowledged: [IconUserCheck, "status-busy"],
  isClosed: [IconCircleCheck, "status-quiet"],
} as const satisfies Record<string, Look>;

/** Whether an incident is open, and whether somebody has taken it on. */
export function IncidentState({ incident }: { incident: IncidentRow }) {
  const { closedAt, acknowledgedAt, flapping, backfilled } = incident;
  const state =
    closedAt !== null ? "isClosed" : acknowledgedAt !== null ? "isAcknowledged" : "isOpen";
  return (
    <Group component="span" gap="xs" wrap="nowrap">
      <Mark look={looks[state]} isStrong={state === "isOpen"}>
        {t(`incidents.${state}`)}
      </Mark>
      {flapping && closedAt === null && (
        <Tooltip label={t("incidents.flappingHint")}>
          <span>
            <Mark look={[IconActivity, "status-warning"]}>{t("incidents.isFlapping")}</Mark>
          </span>
        </Tooltip>
      )}
      {backfilled && (
        <Tooltip label={t("incidents.backfilledHint")}>
          <span>
            <Mark look={[IconClockHour4, "status-quiet"]}>{t("incidents.isBackfilled")}</Mark>
          </span>
        </Tooltip>
      )}
    </Group>
  );
}

/** What an incident is of, as people call it. */
export function subjectOf({ kind, subjectName }: IncidentRow): string {
  return kind === "collector" ? t("incidents.collectorName", { name: subjectName }) : subjectName;
}
