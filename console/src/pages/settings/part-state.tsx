import { Badge } from "@mantine/core";
import { IconAlertTriangle, IconBan, IconCircleCheck, IconClockHour4 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { AgentRow, ProbeRow } from "../../api/operations.generated.ts";
import { t } from "../../text/text.ts";

type Status = ProbeRow["status"] | AgentRow["status"];

const looks: Readonly<Record<Status, { color: string; icon: ReactNode }>> = {
  online: { color: "teal", icon: <IconCircleCheck size={13} aria-hidden /> },
  silent: { color: "red", icon: <IconAlertTriangle size={13} aria-hidden /> },
  pending: { color: "blue", icon: <IconClockHour4 size={13} aria-hidden /> },
  disabled: { color: "gray", icon: <IconBan size={13} aria-hidden /> },
  revoked: { color: "gray", icon: <IconBan size={13} aria-hidden /> },
};

/** How a probe or an agent is: an icon and a word. */
export function PartState({ status }: { status: Status }) {
  const { color, icon } = looks[status];
  return (
    <Badge color={color} variant={status === "silent" ? "filled" : "light"} leftSection={icon}>
      {t(`parts.state.${status}`)}
    </Badge>
  );
}
