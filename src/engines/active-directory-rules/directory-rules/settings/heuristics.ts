import type { RuleText } from "#engines/directory-types";
import { printableLine } from "#lib/printable";
import { attack, microsoft } from "#engines/rule-words";
import { ruleOfSetting } from "./setting-rule.ts";

/** Where the forest keeps them: for sentences. */
const place = "CN=Directory Service,CN=Windows NT,CN=Services in the configuration";

/** One character of dSHeuristics, MS-ADTS 6.1.1.2.4.1.2. */
interface HeuristicRule extends Omit<RuleText, "category" | "remediation"> {
  /** From 1. */
  readonly position: number;
  /** What it should be. */
  readonly sound: string;
  /** Whether a value is minded; one that is not there is `0`. */
  readonly isMinded: (value: string) => boolean;
  readonly evidence: (value: string) => string;
}

const directoryService = microsoft(
  "dSHeuristics",
  "openspecs/windows_protocols/ms-adts/e5899be4-862e-496f-9a38-33950617d2c5",
);
const permissionUpdates = {
  title: "Microsoft: KB5008383, Active Directory permissions updates",
  url: "https://support.microsoft.com/help/5008383",
};

const rows: readonly HeuristicRule[] = [
  {
    id: "ad.anonymous-ldap",
    title: "Anybody may search the directory without signing in",
    severity: "HIGH",
    asks: "The 7th character of dSHeuristics (fLDAPBlockAnonOps): 2 lets clients search by LDAP without signing in, where permissions allow it to Anonymous.",
    position: 7,
    sound: "0",
    isMinded: (value) => value === "2",
    evidence: () => "The 7th character of dSHeuristics is 2: LDAP serves who has not signed in.",
    references: [attack("T1087.002", "Account Discovery: Domain Account"), directoryService],
  },
  {
    id: "ad.anonymous-address-book",
    title: "Anybody may read the address book without signing in",
    severity: "MEDIUM",
    asks: "The 8th character of dSHeuristics (fAllowAnonNSPI): anything but 0 lets clients of the name service provider interface in without signing in.",
    position: 8,
    sound: "0",
    isMinded: (value) => value !== "0",
    evidence: (value) =>
      `The 8th character of dSHeuristics is ${value}: the address book (NSPI) serves who has not signed in.`,
    references: [attack("T1087.003", "Account Discovery: Email Account"), directoryService],
  },
  {
    id: "ad.protected-groups-excluded",
    title: "Operators' groups are left out of AdminSDHolder's protection",
    severity: "MEDIUM",
    asks: "The 16th character of dSHeuristics (dwAdminSDExMask): each bit leaves a group and its members without the protected permissions: 1 Account Operators, 2 Server Operators, 4 Print Operators, 8 Backup Operators.",
    position: 16,
    sound: "0",
    isMinded: (value) => value !== "0",
    evidence: (value) =>
      `The 16th character of dSHeuristics is ${value}: ${excludedGroups(value)} and their members have no protected permissions.`,
    references: [
      attack("T1098", "Account Manipulation"),
      microsoft(
        "Protected accounts and groups",
        "windows-server/identity/ad-ds/plan/security-best-practices/appendix-c--protected-accounts-and-groups-in-active-directory",
      ),
    ],
  },
  {
    id: "ad.unique-names-not-checked",
    title: "Service principal names and sign-in names may be given twice",
    severity: "LOW",
    asks: "The 21st character of dSHeuristics (fDoNotVerifyUPNAndOrSPNUniqueness): anything but 0 lets somebody give an account the service principal name or user principal name of another.",
    position: 21,
    sound: "0",
    isMinded: (value) => value !== "0",
    evidence: (value) =>
      `The 21st character of dSHeuristics is ${value}: that names are given once only is not checked.`,
    references: [
      attack("T1098", "Account Manipulation"),
      microsoft(
        "SPN and UPN uniqueness",
        "windows-server/identity/ad-ds/manage/component-updates/spn-and-upn-uniqueness",
      ),
    ],
  },
  {
    id: "ad.ldap-add-not-authorised",
    title: "Who may create a computer may give it any attributes",
    severity: "LOW",
    asks: "The 28th character of dSHeuristics (AttributeAuthorizationOnLDAPAdd): only 1 checks each attribute of a computer that is added by somebody without administrator's rights (CVE-2021-42291); 0 only logs, 2 switches it off.",
    position: 28,
    sound: "1",
    isMinded: (value) => value !== "1",
    evidence: (value) =>
      `The 28th character of dSHeuristics is ${value}: attributes of computers that others than administrators add are ${value === "2" ? "not checked" : "checked and logged, but not refused"}.`,
    references: [attack("T1098", "Account Manipulation"), permissionUpdates],
  },
  {
    id: "ad.owner-rights-not-blocked",
    title: "Who creates a computer may change its permissions afterwards",
    severity: "LOW",
    asks: "The 29th character of dSHeuristics (BlockOwnerImplicitRights): only 1 keeps creators without administrator's rights from changing the permissions of their computers as owners (CVE-2021-42291); 0 only logs, 2 switches it off.",
    position: 29,
    sound: "1",
    isMinded: (value) => value !== "1",
    evidence: (value) =>
      `The 29th character of dSHeuristics is ${value}: changes of permissions by owners alone are ${value === "2" ? "not checked" : "logged, but not refused"}.`,
    references: [
      attack("T1222.001", "Windows File and Directory Permissions Modification"),
      permissionUpdates,
    ],
  },
];

/** Rules about dSHeuristics. */
export const heuristicRules = rows.map(({ position, sound, isMinded, evidence, ...text }) =>
  ruleOfSetting({
    ...text,
    category: "domain_settings",
    remediation: remediation(position, sound),
    needs: `Needs the right to read dSHeuristics of ${place}.`,
    judge({ dsHeuristics }) {
      if (dsHeuristics === null) return null;
      const value = dsHeuristics[position - 1] ?? "0";
      return isMinded(value) ? { evidence: [printableLine(evidence(value))] } : "fine";
    },
  }),
);

function remediation(position: number, sound: string): string {
  return [
    `Set character ${position} of dSHeuristics to ${sound} and leave the others as they are; a longer value needs 1 as its 10th and 2 as its 20th character:`,
    "$dn = 'CN=Directory Service,CN=Windows NT,CN=Services,' + (Get-ADRootDSE).configurationNamingContext",
    "$old = (Get-ADObject $dn -Properties dSHeuristics).dSHeuristics",
    `$new = "$old".PadRight(${position}, '0').ToCharArray(); if ($new.Count -ge 10) { $new[9] = '1' }; if ($new.Count -ge 20) { $new[19] = '2' }; $new[${position - 1}] = '${sound}'`,
    "Set-ADObject $dn -Replace @{dSHeuristics = -join $new}",
  ].join("\n");
}

/** dwAdminSDExMask is a hexadecimal digit. */
function excludedGroups(value: string): string {
  const mask = /^[0-9a-f]$/i.test(value) ? Number.parseInt(value, 16) : 0;
  const names = ["Account Operators", "Server Operators", "Print Operators", "Backup Operators"];
  const excluded = names.filter((_, bit) => (mask & (1 << bit)) !== 0);
  return excluded.length === 0 ? "some groups" : excluded.join(", ");
}
