import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClockHour4,
  IconLoader,
  IconPlayerStop,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type Look, Mark } from "./mark.tsx";

const looks = {
  never: [IconCircleDashed, "status-quiet"],
  queued: [IconClockHour4, "status-busy"],
  running: [IconLoader, "status-busy"],
  completed: [IconCircleCheck, "status-up"],
  failed: [IconCircleX, "status-down"],
  stopped: [IconPlayerStop, "status-quiet"],
} as const satisfies Record<string, Look>;

/** How a piece of long work is: a run of a scan, an assessment, an audit of a host. */
export function WorkMark({
  state,
  title,
  children,
}: {
  state: keyof typeof looks;
  title?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Mark look={looks[state]} title={title}>
      {children}
    </Mark>
  );
}
