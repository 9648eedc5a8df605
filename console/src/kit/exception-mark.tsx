import { IconClockX, IconCircleMinus, IconUserShield } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type Look, Mark } from "./mark.tsx";

const looks = {
  holds: [IconUserShield, "status-busy"],
  expired: [IconClockX, "status-warning"],
  ended: [IconCircleMinus, "status-quiet"],
} as const satisfies Record<string, Look>;

/** Whether an exception from a rule still holds. */
export function ExceptionMark({
  state,
  children,
}: {
  state: keyof typeof looks;
  children: ReactNode;
}) {
  return <Mark look={looks[state]}>{children}</Mark>;
}
