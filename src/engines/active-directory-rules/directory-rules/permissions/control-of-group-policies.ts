import { type DnKey, type Domain, type GroupPolicy, privilegesOf } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { attack, microsoft, notApplicable } from "#engines/rule-words";
import { targetOf } from "../../targets.ts";
import { controlOfGroupPolicy } from "./control-rights.ts";
import { judgeControl } from "./judge-control.ts";
import { privilegedPlaces } from "./privileged-places.ts";

/** What a policy reaches. */
type Reach = "domain_controllers" | "privileged" | "others";

const reachInWords: Readonly<Record<Reach, string>> = {
  domain_controllers: "It is linked to the domain or above domain controllers.",
  privileged: "It is linked above privileged accounts or groups.",
  others: "It is linked to an organisational unit.",
};

/** Who changes a policy runs programs on every computer, and as every user, that it is linked above. */
export const controlOfGroupPolicies: Rule<Domain> = {
  id: "ad.group-policy-control",
  title: "Others than administrators may change a group policy that is in force",
  category: "permissions",
  severity: "CRITICAL",
  asks: "Who owns, may change the permissions or owner of, or write a group policy that is linked: to the domain or above domain controllers anybody is CRITICAL, above privileged accounts or groups anybody is HIGH, elsewhere only groups that stand for everybody are minded (HIGH). Links to sites and permissions of the files in SYSVOL are not read.",
  remediation: [
    "Set-GPPermission -Guid GUID -TargetName NAME -TargetType Group -PermissionLevel GpoRead -Replace",
    "If the creator owns it, make Domain Admins its owner: in ADSI Edit, or by dsacls with /takeownership as one of them.",
    "Look through the policy for scripts, tasks and rights that nobody knows.",
  ].join("\n"),
  references: [
    attack("T1484.001", "Domain or Tenant Policy Modification: Group Policy Modification"),
    microsoft("Set-GPPermission", "powershell/module/grouppolicy/set-gppermission"),
  ],
  evaluate(domain) {
    const reaches = reachOfPolicies(domain);
    const linked = domain.groupPolicies.filter(({ key }) => reaches.has(key));
    if (linked.length === 0) return notApplicable("No group policy is linked to anything.");
    const { isBroad } = privilegesOf(domain);
    const reachOf = ({ key }: GroupPolicy) => reaches.get(key) ?? "others";
    return judgeControl(domain, {
      objects: linked,
      nouns: ["group policy", "group policies"],
      rights: () => controlOfGroupPolicy,
      target: (policy) => targetOf("group_policy", policy),
      isMinded: ({ sid }, policy) => reachOf(policy) !== "others" || isBroad(sid),
      severity: (policy) => (reachOf(policy) === "domain_controllers" ? "CRITICAL" : "HIGH"),
      remarks: (policy) => [reachInWords[reachOf(policy)]],
    });
  },
};

/** The most that each linked policy reaches. */
function reachOfPolicies(domain: Domain): Map<DnKey, Reach> {
  const places = privilegedPlaces(domain);
  const links: (readonly [Reach, readonly DnKey[]])[] = domain.units.map((unit) => [
    places.get(unit.key) ?? "others",
    unit.groupPolicies,
  ]);
  links.push(["domain_controllers", domain.linkedGroupPolicies]);
  const reaches = new Map<DnKey, Reach>();
  for (const reach of ["others", "privileged", "domain_controllers"] as const) {
    for (const [of, policies] of links) {
      if (of !== reach) continue;
      for (const policy of policies) reaches.set(policy, reach);
    }
  }
  return reaches;
}
