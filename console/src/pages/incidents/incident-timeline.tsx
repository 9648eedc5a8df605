import { Text, Timeline } from "@mantine/core";
import {
  IconActivity,
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconNote,
  IconPlayerPause,
  IconRefreshAlert,
  IconTrash,
  IconUserCheck,
  IconX,
} from "@tabler/icons-react";
import type { IncidentPage } from "../../api/operations.generated.ts";
import { Time } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";

type Event = IncidentPage["timeline"][number];

const icons: Readonly<Record<Event["kind"], typeof IconCheck>> = {
  check_failed: IconX,
  check_ok: IconCheck,
  opened: IconAlertTriangle,
  cause_changed: IconRefreshAlert,
  flapping_started: IconActivity,
  flapping_ended: IconActivity,
  acknowledged: IconUserCheck,
  noted: IconNote,
  closed: IconCircleCheck,
  disabled: IconPlayerPause,
  removed: IconTrash,
};

const colors: Partial<Record<Event["kind"], string>> = {
  check_failed: "red",
  opened: "red",
  check_ok: "teal",
  closed: "teal",
  acknowledged: "blue",
  noted: "blue",
  flapping_started: "orange",
};

/** What led to an incident and became of it, the oldest first. */
export function IncidentTimeline({ events }: { events: readonly Event[] }) {
  if (events.length === 0) return <Text size="sm">{t("incidents.timelineEmpty")}</Text>;
  return (
    <Timeline active={events.length} bulletSize={24} lineWidth={2}>
      {events.map((event) => {
        const Icon = icons[event.kind];
        return (
          <Timeline.Item
            key={event.id}
            color={colors[event.kind] ?? "gray"}
            bullet={<Icon size={14} aria-hidden />}
            title={t(`incidents.event.${event.kind}`)}
          >
            <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
              {event.text}
            </Text>
            <Text size="xs" c="dimmed">
              <Time at={event.at} exact />
            </Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}
