import { type Account, type Domain, privilegesOf, rids, sidIn } from "#engines/active-directory";
import type { Rule, RuleText } from "#engines/directory-types";
import { attack, microsoft, notApplicable } from "#engines/rule-words";
import { targetOfAccount, targetOfGroup } from "../../targets.ts";
import { controlOfComputer, controlOfGroup, controlOfUser } from "./control-rights.ts";
import { remarkOnExchange, severityOfControl } from "./exchange.ts";
import { judgeControl } from "./judge-control.ts";

const remediation = [
  "Take the rights back (/R takes all entries of a name), and make Domain Admins the owner where somebody else is:",
  'dsacls "DN" /R "ACME\\NAME"',
  "$acl = Get-Acl 'AD:DN'; $acl.SetOwner([System.Security.Principal.NTAccount]'ACME\\Domain Admins'); Set-Acl 'AD:DN' $acl",
  "Entries that come back within the hour are those of AdminSDHolder; entries that are inherited go with inheritance, which privileged accounts should not have.",
].join("\n");
const tiers = microsoft(
  "Securing privileged access: the enterprise access model",
  "security/privileged-access-workstations/privileged-access-access-model",
);

const common = {
  category: "permissions",
  severity: "CRITICAL",
  remediation,
} as const satisfies Partial<RuleText>;

/** Who controls what controls the domain. */
export const controlOfPrivileged: readonly Rule<Domain>[] = [
  {
    ...common,
    id: "ad.domain-controller-control",
    title: "Others than administrators control or own a domain controller's account",
    asks: "Who owns the account of a domain controller, has rights to it that give control (its permissions, owner, password, keys, delegation to it), and does not control the domain anyway. The owner is often who once joined the machine to the domain. Of a read-only domain controller, which others may be meant to administer, it is HIGH.",
    references: [attack("T1098", "Account Manipulation"), tiers],
    evaluate(domain) {
      const { domainControllers } = privilegesOf(domain);
      if (domainControllers.length === 0) {
        return notApplicable("No domain controller could be seen.");
      }
      return judgeControl(domain, {
        objects: domainControllers,
        nouns: ["domain controller", "domain controllers"],
        rights: () => controlOfComputer,
        target: targetOfAccount,
        severity: ({ primaryGroupId }) =>
          primaryGroupId === rids.readOnlyDomainControllers ? "HIGH" : "CRITICAL",
      });
    },
  },
  {
    ...common,
    id: "ad.privileged-account-control",
    title: "Others than administrators control a privileged account",
    asks: "Who owns a privileged account or krbtgt, has rights to it that give control (its permissions, owner, password, keys, certificates, service principal names), and does not control the domain anyway. What Exchange's setup gives to its own groups is MEDIUM, unless they may change permissions or own it.",
    references: [attack("T1098", "Account Manipulation"), tiers],
    evaluate(domain) {
      const { accounts, isDomainController } = privilegesOf(domain);
      const krbtgt = domain.accounts.filter(({ sid }) => sid === sidIn(domain, rids.krbtgt));
      const asked = new Set([...accounts, ...krbtgt].filter((one) => !isDomainController(one)));
      if (asked.size === 0) return notApplicable("No privileged account could be seen.");
      return judgeControl<Account>(domain, {
        objects: [...asked],
        nouns: ["privileged account", "privileged accounts"],
        rights: ({ kind }) => (kind === "computer" ? controlOfComputer : controlOfUser),
        target: targetOfAccount,
        severity: (_, controls) => severityOfControl(domain, controls),
        remarks: (_, controls) => remarkOnExchange(domain, controls),
      });
    },
  },
  {
    ...common,
    id: "ad.privileged-group-control",
    title: "Others than administrators control a privileged group",
    asks: "Who owns a privileged group, or a group nested in one, may change its members or permissions, and does not control the domain anyway. What Exchange's setup gives to its own groups is MEDIUM, unless they may change permissions or own it.",
    references: [attack("T1098.007", "Additional Local or Domain Groups"), tiers],
    evaluate(domain) {
      const { groups, groupsIn } = privilegesOf(domain);
      const asked = new Set([...groups, ...groups.flatMap(({ sid }) => groupsIn(sid))]);
      if (asked.size === 0) return notApplicable("No privileged group could be seen.");
      return judgeControl(domain, {
        objects: [...asked],
        nouns: ["privileged group", "privileged groups"],
        rights: () => controlOfGroup,
        target: targetOfGroup,
        severity: (_, controls) => severityOfControl(domain, controls),
        remarks: (_, controls) => remarkOnExchange(domain, controls),
      });
    },
  },
];
