import { type Account, type Domain, privilegesOf } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import {
  attack,
  daysSince,
  evaluated,
  microsoft,
  notApplicable,
  notEvaluated,
} from "#engines/rule-words";
import { type Told, allOf, isEnabled } from "../account-flags.ts";
import { targetOfDomain } from "../targets.ts";
import { isClusterName, lastInUseAt } from "./account-kinds.ts";
import { ruleOfAccounts } from "./account-rule.ts";

const references = [
  attack("T1078.003", "Local Accounts"),
  microsoft("Windows LAPS overview", "windows-server/identity/laps/laps-overview"),
];
const schemaUnread = "Needs the right to read the schema: whether it knows LAPS could not be told.";
const noComputers = "There is no Windows computer besides the domain controllers.";

const missing: Rule<Domain> = {
  id: "ad.laps-missing",
  title: "LAPS is not set up",
  category: "passwords",
  severity: "HIGH",
  asks: "Whether the schema knows neither Windows LAPS (msLAPS-PasswordExpirationTime) nor the one before (ms-Mcs-AdmPwdExpirationTime), while Windows computers that are not domain controllers are in use.",
  remediation:
    "Local administrators then often have the same password everywhere, so who has one computer has them all. Windows LAPS is part of Windows since April 2023: " +
    "Update-LapsADSchema; Set-LapsADComputerSelfPermission -Identity 'OU=COMPUTERS,DC=…'; then a group policy with Computer Configuration > Administrative Templates > System > LAPS.",
  references,
  evaluate(domain, { now, thresholds }) {
    const { legacyLaps, windowsLaps } = domain.schema;
    if (!legacyLaps && !windowsLaps && (legacyLaps === null || windowsLaps === null)) {
      return notEvaluated(schemaUnread);
    }
    const computers = domain.accounts.filter(
      (account) => mayUseLaps(account, domain, now, thresholds.staleAccountDays) === true,
    );
    if (legacyLaps || windowsLaps) return evaluated(1, []);
    if (computers.length === 0) return notApplicable(noComputers);
    return evaluated(1, [
      {
        target: targetOfDomain(domain),
        evidence: [
          "The schema has the attributes of neither LAPS.",
          `${computers.length} Windows computers that are not domain controllers are in use.`,
        ],
      },
    ]);
  },
};

const without = ruleOfAccounts({
  id: "ad.computer-without-laps",
  title: "LAPS does not keep the local administrator's password",
  category: "passwords",
  severity: "MEDIUM",
  asks: "Whether an enabled Windows computer that is in use, neither a domain controller nor the name of a failover cluster, has no expiry of a LAPS password (msLAPS-PasswordExpirationTime, ms-Mcs-AdmPwdExpirationTime). Asked where the schema knows LAPS.",
  remediation:
    "Link the LAPS policy to the organisational unit of the computer (gpresult /r on it tells what counts), let it write its password " +
    "(Set-LapsADComputerSelfPermission -Identity 'OU=…'), and run Invoke-LapsPolicyProcessing on it. Where LAPS backs up to Entra, accept the finding with that reason.",
  references,
  concerns: (account, { domain, now, thresholds }) =>
    mayUseLaps(account, domain, now, thresholds.staleAccountDays),
  judge: (account) =>
    account.hasLaps
      ? "fine"
      : { evidence: ["The directory has no expiry date of a LAPS password for it."] },
});

/** Rules about the passwords of local administrators. */
export const lapsRules: readonly Rule<Domain>[] = [
  missing,
  {
    ...without,
    evaluate(domain, options) {
      const { legacyLaps, windowsLaps } = domain.schema;
      if (legacyLaps || windowsLaps) return without.evaluate(domain, options);
      if (legacyLaps === null || windowsLaps === null) return notEvaluated(schemaUnread);
      return notApplicable("The schema does not know LAPS: that is a finding of its own.");
    },
  },
];

/** A Windows computer that is neither a domain controller, nor a cluster's name, nor forgotten. */
function mayUseLaps(account: Account, domain: Domain, now: number, staleDays: number): Told {
  if (account.kind !== "computer" || privilegesOf(domain).isDomainController(account)) return false;
  if (!/windows/i.test(account.operatingSystem ?? "") || isClusterName(account)) return false;
  const at = lastInUseAt(account);
  return allOf(at === null || daysSince(at, now) < staleDays, isEnabled(account));
}
