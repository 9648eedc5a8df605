import { Badge } from "@mantine/core";
import { IconAlertTriangle, IconBan, IconCircleCheck, IconClockHour4 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { CollectorRow } from "../../api/operations.generated.ts";
import { t } from "../../text/text.ts";

const looks: Readonly<Record<CollectorRow["status"], { color: string; icon: ReactNode }>> = {
  online: { color: "teal", icon: <IconCircleCheck size={13} aria-hidden /> },
  silent: { color: "red", icon: <IconAlertTriangle size={13} aria-hidden /> },
  pending: { color: "blue", icon: <IconClockHour4 size={13} aria-hidden /> },
  revoked: { color: "gray", icon: <IconBan size={13} aria-hidden /> },
};

/** How a collector is: an icon and a word. */
export function CollectorState({ status }: { status: CollectorRow["status"] }) {
  const { color, icon } = looks[status];
  return (
    <Badge
      miw="max-content"
      color={color}
      variant={status === "silent" ? "filled" : "light"}
      leftSection={icon}
    >
      {t(`collectors.state.${status}`)}
    </Badge>
  );
}
