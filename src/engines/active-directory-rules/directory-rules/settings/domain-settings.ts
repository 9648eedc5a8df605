import { attack, microsoft } from "#engines/rule-words";
import { ruleOfSetting } from "./setting-rule.ts";

/** Rules about single settings of the domain. */
export const domainSettings = [
  ruleOfSetting({
    id: "ad.machine-account-quota",
    title: "Ordinary users may add computers to the domain",
    category: "domain_settings",
    severity: "MEDIUM",
    asks: "ms-DS-MachineAccountQuota of the domain is above 0: whoever signs in may create that many computer accounts, and use them to attack others.",
    remediation: [
      "Let only those create computers who need to, by permissions on the organisational unit, then:",
      "Set-ADDomain -Identity DOMAIN -Replace @{'ms-DS-MachineAccountQuota'='0'}",
    ].join("\n"),
    references: [
      attack("T1136.002", "Create Account: Domain Account"),
      microsoft(
        "Default limit to the number of workstations that a user can join",
        "troubleshoot/windows-server/active-directory/default-workstation-numbers-join-domain",
      ),
    ],
    needs: "Needs the right to read ms-DS-MachineAccountQuota of the domain.",
    judge: ({ machineAccountQuota: quota }) =>
      judged(quota, (value) => value > 0, `Each user may add ${quota} computers.`),
  }),
  ruleOfSetting({
    id: "ad.recycle-bin-off",
    title: "The recycle bin is off",
    category: "domain_settings",
    severity: "LOW",
    asks: "Whether the forest's recycle bin is enabled (msDS-EnabledFeature of CN=Partitions): without it deleted objects come back only from a backup, and without their group memberships.",
    remediation: [
      "It takes the forest's functional level Windows Server 2008 R2, and cannot be switched off again:",
      "Enable-ADOptionalFeature -Identity 'Recycle Bin Feature' -Scope ForestOrConfigurationSet -Target FOREST",
    ].join("\n"),
    references: [
      attack("T1485", "Data Destruction"),
      microsoft(
        "Active Directory recycle bin",
        "windows-server/identity/ad-ds/get-started/adac/active-directory-recycle-bin",
      ),
    ],
    needs: "Needs the right to read msDS-EnabledFeature of CN=Partitions in the configuration.",
    judge: ({ recycleBin }) =>
      judged(recycleBin, (isOn) => !isOn, "The recycle bin of the forest is not enabled."),
  }),
];

function judged<T>(value: T | null, isMinded: (value: T) => boolean, evidence: string) {
  if (value === null) return null;
  return isMinded(value) ? { evidence: [evidence] } : "fine";
}
