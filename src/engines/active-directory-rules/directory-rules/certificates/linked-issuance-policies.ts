import {
  type CertificateTemplate,
  type Domain,
  type Group,
  privilegesOf,
} from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { namedTogether } from "#engines/rule-words";
import { judgeEnrolment } from "./judge-enrolment.ts";
import { escPage, forgedCertificates } from "./references.ts";
import { isGivenAtOnce, signsIn } from "./template-shape.ts";

/** Who signs in with a certificate of such a policy is a member of its group for as long. */
export const linkedIssuancePolicies: Rule<Domain> = {
  id: "adcs.esc13-issuance-policy-linked-to-group",
  title: "A certificate template makes who enrols a member of a group (ESC13)",
  category: "certificate_services",
  severity: "HIGH",
  asks: "Templates whose certificates sign in and have an issuance policy that is linked to a group (msDS-OIDToGroupLink); CRITICAL when the group controls the domain. Only templates that an authority hands out are asked, and only when somebody may enrol, without approval or an agent's signature, who does not control the domain anyway.",
  remediation: [
    "Let only those enrol who may be members of the group (tab Security), or have requests approved; or take the link away:",
    "Set-ADObject -Identity 'CN=POLICY,CN=OID,CN=Public Key Services,CN=Services,CN=Configuration,DC=acme,DC=test' -Clear 'msDS-OIDToGroupLink'",
  ].join("\n"),
  references: [forgedCertificates, escPage],
  evaluate(domain) {
    const links = new Map(domain.issuancePolicies?.map(({ oid, group }) => [oid, group]));
    const groups = new Map(domain.groups.map((group) => [group.key, group]));
    const { isTierZero } = privilegesOf(domain);
    /** A group of another domain has no more than a name. */
    const groupsOf = ({ issuancePolicies }: CertificateTemplate) =>
      issuancePolicies.flatMap((oid): (Pick<Group, "name"> & { sid?: string })[] => {
        const key = links.get(oid) ?? null;
        return key === null ? [] : [groups.get(key) ?? { name: key }];
      });
    return judgeEnrolment(domain, {
      isMinded: (template) =>
        isGivenAtOnce(template) && signsIn(template) && groupsOf(template).length > 0,
      severity: (template) =>
        groupsOf(template).some(({ sid }) => sid !== undefined && isTierZero(sid))
          ? "CRITICAL"
          : "HIGH",
      remarks: (template) => [
        `Who signs in with its certificate is a member of ${namedTogether(groupsOf(template))} by its issuance policy.`,
      ],
    });
  },
};
