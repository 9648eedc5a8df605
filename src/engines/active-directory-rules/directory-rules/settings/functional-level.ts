import { attack, microsoft } from "#engines/rule-words";
import { ruleOfSetting } from "./setting-rule.ts";

/** msDS-Behavior-Version, MS-ADTS 6.1.4.2 and 6.1.4.3. */
const levels = new Map([
  [0, "Windows 2000"],
  [1, "Windows Server 2003 interim"],
  [2, "Windows Server 2003"],
  [3, "Windows Server 2008"],
  [4, "Windows Server 2008 R2"],
  [5, "Windows Server 2012"],
  [6, "Windows Server 2012 R2"],
  [7, "Windows Server 2016"],
  [10, "Windows Server 2025"],
]);
/** The last one for nine years, and the first at which everything works that the other rules ask for. */
const leastLevel = 7;
/** Below it there is no recycle bin, and no Kerberos with AES in some. */
const veryOldLevel = 4;

/** From which Windows on controllers are allowed is also what protections there are. */
export const functionalLevel = ruleOfSetting({
  id: "ad.functional-level-old",
  title: "The functional level of the domain or forest is old",
  category: "domain_settings",
  severity: "LOW",
  asks: "Functional levels of the domain and the forest (msDS-Behavior-Version) below Windows Server 2016; below Windows Server 2008 R2 it is MEDIUM. Protected Users and authentication policies need 2012 R2.",
  remediation: [
    "Retire domain controllers with an older Windows, then raise the levels, the domain's first (there is no way back):",
    "Set-ADDomainMode -Identity DOMAIN -DomainMode Windows2016Domain",
    "Set-ADForestMode -Identity FOREST -ForestMode Windows2016Forest",
  ].join("\n"),
  references: [
    attack("T1558", "Steal or Forge Kerberos Tickets"),
    microsoft(
      "Functional levels",
      "windows-server/identity/ad-ds/active-directory-functional-levels",
    ),
  ],
  needs: "Needs the right to read msDS-Behavior-Version of the domain.",
  judge({ functionalLevel: ofDomain, forestFunctionalLevel: ofForest }) {
    if (ofDomain === null) return null;
    const old = [
      { level: ofDomain, whose: "domain" },
      { level: ofForest ?? ofDomain, whose: "forest" },
    ].filter(({ level }) => level < leastLevel);
    if (old.length === 0) return "fine";
    return {
      ...(old.some(({ level }) => level < veryOldLevel) ? { severity: "MEDIUM" as const } : {}),
      evidence: old.map(
        ({ level, whose }) =>
          `The functional level of the ${whose} is ${levels.get(level) ?? "unknown"} (${level}).`,
      ),
    };
  },
});
