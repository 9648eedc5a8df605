import { IconAlertTriangle, IconBan, IconCircleCheck, IconClockHour4 } from "@tabler/icons-react";
import type { AgentRow, CollectorRow, ProbeRow } from "../../api/operations.generated.ts";
import { type Look, Mark } from "../../kit/mark.tsx";
import { t } from "../../text/text.ts";

type Status = CollectorRow["status"] | ProbeRow["status"] | AgentRow["status"];

const looks: Readonly<Record<Status, Look>> = {
  online: [IconCircleCheck, "status-up"],
  silent: [IconAlertTriangle, "status-down"],
  pending: [IconClockHour4, "status-busy"],
  disabled: [IconBan, "status-quiet"],
  revoked: [IconBan, "status-quiet"],
};

/** How a collector, a probe or an agent is. */
export function PartState({ status }: { status: Status }) {
  return (
    <Mark look={looks[status]} isStrong={status === "silent"}>
      {t(`parts.state.${status}`)}
    </Mark>
  );
}
