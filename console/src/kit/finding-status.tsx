import { Badge } from "@mantine/core";
import {
  IconCircleCheck,
  IconCircleDashed,
  IconEyeOff,
  IconProgress,
  IconShieldCheck,
} from "@tabler/icons-react";
import { t } from "../text/text.ts";

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
  open: [IconCircleDashed, "red"],
  in_progress: [IconProgress, "blue"],
  accepted: [IconShieldCheck, "gray"],
  false_positive: [IconEyeOff, "gray"],
  resolved: [IconCircleCheck, "teal"],
} as const satisfies Record<FindingStatus, readonly [typeof IconProgress, string]>;

/** What is being done about a finding: an icon and a word. */
export function FindingStatusBadge({ status }: { status: FindingStatus }) {
  const [Icon, color] = looks[status];
  return (
    <Badge color={color} variant="light" tt="none" leftSection={<Icon size={13} aria-hidden />}>
      {t(`findings.status.${status}`)}
    </Badge>
  );
}
