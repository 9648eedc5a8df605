import type { IdentityFindingDetail, OperatorIdentityFinding } from "#exposure/identity";
import { printableLine } from "#lib/printable";
import { indented } from "./describe-identity-rules.ts";
import { formatTable, formatTime } from "./table.ts";

/** One line each: what is wrong with what, since when. */
export function describeFindings(findings: readonly OperatorIdentityFinding[]): string {
  return formatTable(
    ["ID", "SEVERITY", "STATUS", "TARGET", "WHAT", "RULE", "SINCE (UTC)"],
    findings.map((one) => [
      one.id,
      one.severity,
      one.status,
      `${one.targetType.replaceAll("_", " ")} ${printableLine(one.targetName)}`,
      printableLine(one.title),
      one.ruleId,
      formatTime(one.firstSeenAt),
    ]),
  );
}

/** All that is known of one finding. */
export function describeFinding(finding: IdentityFindingDetail): string {
  const { severity, title, targetType, targetName, targetPath, host, ruleId, status } = finding;
  const { exception, acceptedUntil, asks, remediation, references, history } = finding;
  const until = acceptedUntil === undefined ? "" : ` until ${formatTime(acceptedUntil)} UTC`;
  return [
    `${severity}  ${printableLine(title)}`,
    `target: ${targetType.replaceAll("_", " ")} ${printableLine(targetName)}`,
    ...(targetPath === undefined ? [] : [`path: ${printableLine(targetPath)}`]),
    ...(host === undefined ? [] : [`host: ${printableLine(host)}`]),
    `rule: ${ruleId}`,
    `status: ${status}${until}, since ${formatTime(finding.statusAt)} UTC`,
    ...(exception === undefined
      ? []
      : [`exception: ${exception.id} of ${exception.owner}: ${printableLine(exception.reason)}`]),
    `seen: first ${formatTime(finding.firstSeenAt)} UTC, last ${formatTime(finding.lastSeenAt)} UTC`,
    "",
    "evidence:",
    ...finding.evidence.map((sentence) => `    ${printableLine(sentence)}`),
    "",
    ...(asks === undefined ? [] : [indented("asks", asks)]),
    indented("fix", remediation),
    ...references.map((page) => indented("see", `${page.title}: ${page.url}`)),
    "",
    formatTable(
      ["WHEN (UTC)", "FROM", "TO", "BY", "WHY"],
      history.map(({ at, from, to, by, notes }) => [
        formatTime(at),
        from ?? "-",
        to,
        by,
        printableLine(notes ?? "-"),
      ]),
    ),
  ].join("\n");
}
