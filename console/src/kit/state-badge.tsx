import { Group } from "@mantine/core";
import {
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
  IconPlayerPause,
  IconPlugConnectedX,
  IconTool,
} from "@tabler/icons-react";
import type { SensorRow } from "../api/operations.generated.ts";
import { t } from "../text/text.ts";

export type SensorStatus = SensorRow["status"];

const looks = {
  down: [IconCircleX, "var(--status-down)"],
  stale: [IconPlugConnectedX, "var(--status-warning)"],
  unknown: [IconHelpCircle, "var(--status-quiet)"],
  maintenance: [IconTool, "var(--status-quiet)"],
  up: [IconCircleCheck, "var(--status-up)"],
  paused: [IconPlayerPause, "var(--status-quiet)"],
} as const satisfies Record<SensorStatus, readonly [typeof IconTool, string]>;

/** What a sensor is, as an icon and a word: colour alone says nothing. */
export function StateBadge({ status, size = 16 }: { status: SensorStatus; size?: number }) {
  const [Icon, color] = looks[status];
  return (
    <Group component="span" gap={6} wrap="nowrap" c={color} fw={status === "down" ? 600 : 500}>
      <Icon size={size} aria-hidden style={{ flex: "none" }} />
      <span>{t(`sensors.status.${status}`)}</span>
    </Group>
  );
}
