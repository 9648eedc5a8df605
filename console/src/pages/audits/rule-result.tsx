import { Badge } from "@mantine/core";
import {
  IconCheck,
  IconHelp,
  IconInfoCircle,
  IconMinus,
  IconUser,
  IconX,
} from "@tabler/icons-react";
import type { AuditRunPage } from "../../api/operations.generated.ts";
import { t } from "../../text/text.ts";

type Result = AuditRunPage["rules"][number]["result"];

const looks: Readonly<Record<Result, { color: string; icon: typeof IconCheck }>> = {
  pass: { color: "teal", icon: IconCheck },
  fixed: { color: "teal", icon: IconCheck },
  fail: { color: "red", icon: IconX },
  error: { color: "orange", icon: IconHelp },
  unknown: { color: "orange", icon: IconHelp },
  notapplicable: { color: "gray", icon: IconMinus },
  notchecked: { color: "gray", icon: IconUser },
  informational: { color: "gray", icon: IconInfoCircle },
};

/** What became of a rule: an icon and a word. */
export function RuleResult({ result }: { result: Result }) {
  const { color, icon: Icon } = looks[result];
  return (
    <Badge
      color={color}
      variant="light"
      leftSection={<Icon size={13} aria-hidden />}
      miw="max-content"
    >
      {t(`audits.result.${result}`)}
    </Badge>
  );
}
