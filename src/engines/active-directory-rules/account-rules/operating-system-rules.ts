import type { Domain } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { printableLine, shortened } from "#lib/printable";
import { attack, microsoft } from "#engines/rule-words";
import { allOf, isEnabled } from "../account-flags.ts";
import { type AccountRule, ruleOfAccounts } from "./account-rule.ts";
import { windowsSupportedUntil } from "./windows-support.ts";

const dayMs = 86_400_000;

const obsolete: AccountRule = {
  id: "ad.operating-system-obsolete",
  title: "A computer runs a Windows without security updates",
  category: "stale_objects",
  severity: "HIGH",
  asks: "Whether Microsoft's support of the Windows that an enabled computer tells of itself (operatingSystem, operatingSystemVersion) has ended, paid updates not counted. CRITICAL for domain controllers. Editions that are supported for longer by their own terms count by these.",
  remediation:
    "Upgrade it or replace it. Until then shut it off from the rest of the network, and let no administrator sign in to it. If it is gone: Disable-ADAccount 'NAME$'. With paid updates (ESU), accept the finding with their end as its expiry.",
  references: [
    attack("T1210", "Exploitation of Remote Services"),
    microsoft("Lifecycle of products", "lifecycle/products/"),
  ],
  concerns: (account) =>
    allOf(
      account.kind === "computer" &&
        account.operatingSystem !== null &&
        windowsSupportedUntil(account.operatingSystem, account.operatingSystemVersion) !== null,
      isEnabled(account),
    ),
  judge(account, { now, privileges }) {
    const { operatingSystem, operatingSystemVersion: version } = account;
    const until = windowsSupportedUntil(operatingSystem ?? "", version);
    // The whole last day still counts.
    if (until === null || now < Date.parse(until) + dayMs) return "fine";
    const name = shortened(printableLine(operatingSystem ?? ""), 150);
    const shown = version === null ? name : `${name} ${shortened(printableLine(version), 50)}`;
    return {
      severity: privileges.isDomainController(account) ? "CRITICAL" : "HIGH",
      evidence: [`It runs ${shown}, whose security updates ended on ${until}.`],
    };
  },
};

/** Rules about what computers run. */
export const operatingSystemRules: readonly Rule<Domain>[] = [ruleOfAccounts(obsolete)];
