import { Badge, Group, Tooltip } from "@mantine/core";
import {
  IconActivity,
  IconAlertTriangle,
  IconCircleCheck,
  IconClockHour4,
  IconUserCheck,
} from "@tabler/icons-react";
import type { IncidentRow } from "../../api/operations.generated.ts";
import { t } from "../../text/text.ts";

/** Whether an incident is open, and whether somebody has taken it on: an icon and a word, so that colour is never alone. */
export function IncidentState({ incident }: { incident: IncidentRow }) {
  const { closedAt, acknowledgedAt, flapping, backfilled } = incident;
  return (
    <Group gap={4} wrap="nowrap">
      {closedAt !== null ? (
        <Badge
          miw="max-content"
          color="gray"
          variant="light"
          leftSection={<IconCircleCheck size={13} />}
        >
          {t("incidents.isClosed")}
        </Badge>
      ) : acknowledgedAt !== null ? (
        <Badge
          miw="max-content"
          color="blue"
          variant="light"
          leftSection={<IconUserCheck size={13} />}
        >
          {t("incidents.isAcknowledged")}
        </Badge>
      ) : (
        <Badge
          miw="max-content"
          color="red"
          variant="filled"
          leftSection={<IconAlertTriangle size={13} />}
        >
          {t("incidents.isOpen")}
        </Badge>
      )}
      {flapping && closedAt === null && (
        <Tooltip label={t("incidents.flappingHint")}>
          <Badge
            miw="max-content"
            color="orange"
            variant="light"
            leftSection={<IconActivity size={13} />}
          >
            {t("incidents.isFlapping")}
          </Badge>
        </Tooltip>
      )}
      {backfilled && (
        <Tooltip label={t("incidents.backfilledHint")}>
          <Badge
            miw="max-content"
            color="gray"
            variant="outline"
            leftSection={<IconClockHour4 size={13} />}
          >
            {t("incidents.isBackfilled")}
          </Badge>
        </Tooltip>
      )}
    </Group>
  );
}

/** What an incident is of, as people call it. */
export function subjectOf({ kind, subjectName }: IncidentRow): string {
  return kind === "collector" ? t("incidents.collectorName", { name: subjectName }) : subjectName;
}
