import type { HostFacts, PackageFacts } from "#engines/inventory-types";
import { findRunningKernel } from "#engines/matching";
import { type OsSupport, supportOf } from "./os-support.ts";
import { confidenceSeen, type Weakness, type WeaknessDescription } from "./weakness.ts";

const upgrade = "Move to a release that is still supported";

/** Nobody makes updates any more: every vulnerability that becomes known from now on stays. */
const ended: WeaknessDescription = {
  checkId: "os.support_ended",
  title: "Operating system gets no security updates any more",
  severity: "HIGH",
  class: "configuration",
  remediation: `${upgrade}, or take the host off every network that it does not need.`,
  references: ["CWE-1104"],
};

/** There are updates, but only those who have a contract get them; whether this host does cannot be seen. */
const paidOnly: WeaknessDescription = {
  checkId: "os.paid_support_only",
  title: "Operating system gets security updates for subscribers only",
  severity: "MEDIUM",
  class: "configuration",
  remediation: `${upgrade}, or subscribe to its extended support and see that this host gets it.`,
  references: ["CWE-1104"],
};

/** Updates for everybody go on, by fewer people, for fewer packages and architectures. */
const longTermOnly: WeaknessDescription = {
  checkId: "os.long_term_support",
  title: "Operating system is in long-term support",
  severity: "LOW",
  class: "configuration",
  remediation: `${upgrade} before this one ends, and look which of the installed packages long-term support leaves out (\`check-support-status\` of the package debian-security-support).`,
  references: ["CWE-1104"],
};

const restart: WeaknessDescription = {
  checkId: "os.restart_pending",
  title: "Newer kernel is installed than runs",
  severity: "LOW",
  class: "configuration",
  remediation:
    "Restart the host: until then the kernel that was replaced runs, with what it is vulnerable to.",
  references: ["CWE-1104"],
};

const dayMs = 86_400_000;

/**
 * What is wrong with a host itself, by what its agent tells. The same facts at the same time give the same weaknesses, each
 * at most once; one that is not found is gone.
 *
 * @param at in epoch milliseconds: a release that is supported today is not tomorrow.
 */
export function findHostWeaknesses(
  host: HostFacts,
  packages: readonly PackageFacts[],
  at: number,
): Weakness[] {
  return [supportWeakness(host, at), restartWeakness(host, packages)].filter((one) => one !== null);
}

function supportWeakness({ os }: HostFacts, at: number): Weakness | null {
  const support = supportOf(os);
  if (support === null || !isOver(support.standard, at)) return null;
  const { standard, longTerm, paid, paidName, source } = support;
  const stage = stageOf(support, at);
  const past = [
    `standard support until ${standard}`,
    ...(longTerm === undefined ? [] : [`long-term support until ${longTerm}`]),
    ...(paid === undefined ? [] : [`${paidName ?? "paid support"} until ${paid}`]),
  ];
  return found(stage, `${os.name}: ${past.join(", ")} (${source}).`);
}

function stageOf({ longTerm, paid }: OsSupport, at: number): WeaknessDescription {
  if (longTerm !== undefined && !isOver(longTerm, at)) return longTermOnly;
  return paid !== undefined && !isOver(paid, at) ? paidOnly : ended;
}

/** The date is the last day, in UTC. */
function isOver(lastDay: string, at: number): boolean {
  return at >= Date.parse(`${lastDay}T00:00:00Z`) + dayMs;
}

function restartWeakness(host: HostFacts, packages: readonly PackageFacts[]): Weakness | null {
  const running = findRunningKernel(host, packages);
  if (running === null || running.newer === null) return null;
  const { image, newer } = running;
  return found(restart, `${image.name} ${image.version} runs; ${newer} is installed.`);
}

function found(what: WeaknessDescription, evidence: string): Weakness {
  return { ...what, confidence: confidenceSeen, evidence };
}
