import { type Domain, type Unit, privilegesOf } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { attack, microsoft, notApplicable } from "#engines/rule-words";
import { targetOf } from "../../targets.ts";
import { controlOfUnit } from "./control-rights.ts";
import { judgeControl } from "./judge-control.ts";
import { privilegedPlaces } from "./privileged-places.ts";

/**
 * Units above privileged accounts, groups or controllers, which only those should control who control the domain anyway; and all
 * others, which may be delegated, but not to everybody.
 */
export const controlOfUnits: Rule<Domain> = {
  id: "ad.unit-control",
  title: "Others than administrators control an organisational unit that matters",
  category: "permissions",
  severity: "HIGH",
  asks: "Who owns, may change the permissions or owner of, write all properties of, or link group policies to an organisational unit or container: with domain controllers below it anybody is CRITICAL, with privileged accounts or groups below it anybody is HIGH, with neither only groups that stand for everybody are minded.",
  remediation: [
    "Move privileged accounts into a unit of their own that nobody but administrators has rights to, and take the rights back (/R takes all entries of a name; give back with /G what is to stay):",
    'dsacls "OU=Admins,DC=acme,DC=test"',
    'dsacls "OU=Admins,DC=acme,DC=test" /R "ACME\\NAME"',
  ].join("\n"),
  references: [
    attack("T1484.001", "Domain or Tenant Policy Modification: Group Policy Modification"),
    microsoft(
      "Delegating administration by using organisational units",
      "windows-server/identity/ad-ds/plan/delegating-administration-by-using-ou-objects",
    ),
  ],
  evaluate(domain) {
    if (domain.units.length === 0) return notApplicable("There are no organisational units.");
    const { isBroad } = privilegesOf(domain);
    const places = privilegedPlaces(domain);
    return judgeControl<Unit>(domain, {
      objects: domain.units,
      nouns: ["organisational unit", "organisational units"],
      rights: () => controlOfUnit,
      target: (unit) => targetOf(unit.kind, unit),
      isMinded: ({ sid }, { key }) => places.has(key) || isBroad(sid),
      severity: ({ key }) => (places.get(key) === "domain_controllers" ? "CRITICAL" : "HIGH"),
      remarks({ key }) {
        const place = places.get(key);
        if (place === "domain_controllers") return ["Domain controllers are in it."];
        return place === "privileged" ? ["Privileged accounts or groups are in it."] : [];
      },
    });
  },
};
