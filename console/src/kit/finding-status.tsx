import {
  IconCircleCheck,
  IconCircleDashed,
  IconEyeOff,
  IconProgress,
  IconShieldCheck,
} from "@tabler/icons-react";
import { t } from "../text/text.ts";
import { type Look, Mark } from "./mark.tsx";

export type FindingStatus = "open" | "in_progress" | "resolved" | "accepted" | "false_positive";

/** All statuses of findings, in the order in which they are told. */
export const findingStatuses: readonly FindingStatus[] = [
  "open",
  "in_progress",
  "accepted",
  "false_positive",
  "resolved",
];

const looks = {
  open: [IconCircleDashed, "status-warning"],
  in_progress: [IconProgress, "status-busy"],
  accepted: [IconShieldCheck, "status-quiet"],
  false_positive: [IconEyeOff, "status-quiet"],
  resolved: [IconCircleCheck, "status-up"],
} as const satisfies Record<FindingStatus, Look>;

/** What is being done about a finding. */
export function FindingStatusBadge({ status }: { status: FindingStatus }) {
  return <Mark look={looks[status]}>{t(`findings.status.${status}`)}</Mark>;
}
