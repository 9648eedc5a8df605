import type { Domain } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { attack, microsoft, notEvaluated } from "#engines/rule-words";
import { targetOf, targetOfDomain } from "../../targets.ts";
import { controlOfAdminSdHolder, controlOfUnit } from "./control-rights.ts";
import { remarkOnExchange, severityOfControl } from "./exchange.ts";
import { judgeControl } from "./judge-control.ts";

/** The two objects whose permissions are those of everything that matters. */
export const controlOfDomain: readonly Rule<Domain>[] = [
  {
    id: "ad.domain-control",
    title: "Others than administrators control the domain's own object",
    category: "permissions",
    severity: "CRITICAL",
    asks: "Who owns the domain's object, may change its permissions or owner, write its properties, or link group policies to it, and does not control the domain anyway. Entries that are only handed down to what is below do not count.",
    remediation: [
      "See what it was given for, then take it back: /R takes all entries of a name, so note those that are to stay, and give them back with /G (of Exchange's groups: by its Setup with /PrepareAD of a current cumulative update, or its split permissions):",
      'dsacls "DC=acme,DC=test"',
      'dsacls "DC=acme,DC=test" /R "ACME\\NAME"',
    ].join("\n"),
    references: [
      attack("T1222.001", "Windows File and Directory Permissions Modification"),
      microsoft(
        "Best practices for securing Active Directory",
        "windows-server/identity/ad-ds/plan/security-best-practices/best-practices-for-securing-active-directory",
      ),
    ],
    evaluate: (domain) =>
      judgeControl(domain, {
        objects: [domain],
        nouns: ["domain", "domains"],
        rights: () => controlOfUnit,
        target: () => targetOfDomain(domain),
      }),
  },
  {
    id: "ad.adminsdholder-control",
    title: "Controls AdminSDHolder, and is no administrator",
    category: "permissions",
    severity: "CRITICAL",
    asks: "Who has rights to CN=AdminSDHolder,CN=System that give control over accounts or groups, and does not control the domain anyway: every hour they are copied to all privileged accounts and groups. What Exchange's setup gives to its own groups is MEDIUM, unless they may change permissions or own it. One finding for each who has rights.",
    remediation: [
      "Attackers use it to come back, so find out who made the entry (event 5136), then take it back (/R takes all entries of a name):",
      'dsacls "CN=AdminSDHolder,CN=System,DC=acme,DC=test" /R "ACME\\NAME"',
      "The copies are corrected within the hour.",
    ].join("\n"),
    references: [
      attack("T1098", "Account Manipulation"),
      microsoft(
        "AdminSDHolder",
        "windows-server/identity/ad-ds/plan/security-best-practices/appendix-c--protected-accounts-and-groups-in-active-directory",
      ),
    ],
    evaluate(domain) {
      if (domain.adminSdHolder === null) {
        return notEvaluated("Needs the right to read CN=AdminSDHolder,CN=System.");
      }
      return judgeControl(domain, {
        objects: [domain.adminSdHolder],
        nouns: ["container AdminSDHolder", "containers AdminSDHolder"],
        rights: () => controlOfAdminSdHolder,
        target: (object) => targetOf("container", object),
        eachTrustee: true,
        severity: (_, controls) => severityOfControl(domain, controls),
        remarks: (_, controls) => remarkOnExchange(domain, controls),
      });
    },
  },
];
