import {
  IconCheck,
  IconHelp,
  IconInfoCircle,
  IconMinus,
  IconUser,
  IconX,
} from "@tabler/icons-react";
import type { AuditRunPage } from "../../api/operations.generated.ts";
import { type Look, Mark } from "../../kit/mark.tsx";
import { t } from "../../text/text.ts";

type Result = AuditRunPage["rules"][number]["result"];

const looks: Readonly<Record<Result, Look>> = {
  pass: [IconCheck, "status-up"],
  fixed: [IconCheck, "status-up"],
  fail: [IconX, "status-down"],
  error: [IconHelp, "status-warning"],
  unknown: [IconHelp, "status-warning"],
  notapplicable: [IconMinus, "status-quiet"],
  notchecked: [IconUser, "status-quiet"],
  informational: [IconInfoCircle, "status-quiet"],
};

/** What became of a rule. */
export function RuleResult({ result }: { result: Result }) {
  return <Mark look={looks[result]}>{t(`audits.result.${result}`)}</Mark>;
}
