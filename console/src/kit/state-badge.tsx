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
import { type Look, Mark } from "./mark.tsx";

export type SensorStatus = SensorRow["status"];

const looks = {
  down: [IconCircleX, "status-down"],
  stale: [IconPlugConnectedX, "status-warning"],
  unknown: [IconHelpCircle, "status-quiet"],
  maintenance: [IconTool, "status-quiet"],
  up: [IconCircleCheck, "status-up"],
  paused: [IconPlayerPause, "status-quiet"],
} as const satisfies Record<SensorStatus, Look>;

/** What a sensor is. */
export function StateBadge({ status, size = 16 }: { status: SensorStatus; size?: number }) {
  return (
    <Mark look={looks[status]} isStrong={status === "down"} size={size}>
      {t(`sensors.status.${status}`)}
    </Mark>
  );
}
