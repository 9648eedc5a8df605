import {
  type DirectoryObject,
  type Domain,
  type Sid,
  privilegesOf,
} from "#engines/active-directory";
import type { Rule, Target, TargetType } from "#engines/directory-types";
import { targetOf, targetOfAccount } from "../../targets.ts";
import {
  controlOfAuthority,
  controlOfComputer,
  controlOfIssuancePolicy,
  controlOfTemplate,
} from "../permissions/control-rights.ts";
import { judgeControl } from "../permissions/judge-control.ts";
import type { Right } from "../permissions/rights.ts";
import {
  type CertificateServices,
  publishersInWords,
  withCertificateServices,
  withPublishedTemplates,
} from "./certificate-services.ts";
import { defenderPage, escPage, forgedCertificates } from "./references.ts";

/** ESC4: who may change a template makes it one of ESC1. */
const controlOfTemplates: Rule<Domain> = {
  id: "adcs.esc4-template-control",
  title: "Others than administrators may change a certificate template (ESC4)",
  category: "certificate_services",
  severity: "CRITICAL",
  asks: "Who owns a template that an authority hands out, may change its permissions or owner, or write what guards it (name and enrolment flags, usages, signatures, policies), and does not control the domain anyway.",
  remediation: [
    "Leave Full Control and Write to Enterprise Admins and Domain Admins, on the tab Security of the template (certtmpl.msc); change the owner there if it is somebody else. Or by its distinguished name:",
    'dsacls "CN=NAME,CN=Certificate Templates,CN=Public Key Services,CN=Services,CN=Configuration,DC=acme,DC=test" /R "ACME\\NAME"',
  ].join("\n"),
  references: [
    forgedCertificates,
    defenderPage(
      "security-assessment-edit-misconfigured-acl",
      "Edit misconfigured certificate templates ACL (ESC4)",
    ),
    escPage,
  ],
  evaluate: (domain) =>
    withPublishedTemplates(domain, (published) =>
      judgeControl(domain, {
        objects: published,
        nouns: ["certificate template", "certificate templates"],
        rights: () => controlOfTemplate,
        target: (template) => targetOf("certificate_template", template),
        remarks: (template) => [publishersInWords(template)],
      }),
    ),
};

/** An object that certificate services hang on. */
interface Part {
  readonly id: string;
  readonly descriptor: DirectoryObject["descriptor"];
  readonly target: Target;
  readonly rights: readonly Right[];
  /** Whether somebody has rights to it by the installation: the computer that the authority runs on. */
  readonly isOwn: (sid: Sid) => boolean;
  readonly remark: string;
}

/** ESC5, as far as it is in the directory: authorities, the computers that they run on, issuance policies. */
const controlOfAuthorities: Rule<Domain> = {
  id: "adcs.esc5-pki-object-control",
  title: "Others than administrators control what certificate services hang on (ESC5)",
  category: "certificate_services",
  severity: "CRITICAL",
  asks: "Who owns, or has rights that give control over, the object of a certificate authority, the computer that it runs on, or an issuance policy, and neither controls the domain anyway nor is that computer; of issuance policies it is HIGH. Of an authority whose computer is in another domain, accounts of other domains are not minded. The authority's own permissions (ESC7) are not in the directory.",
  remediation: [
    "Treat authorities and their computers as domain controllers: only administrators of the forest have rights to them. Take the others back:",
    'dsacls "CN=ACME-CA,CN=Enrollment Services,CN=Public Key Services,CN=Services,CN=Configuration,DC=acme,DC=test" /R "ACME\\NAME"',
    'dsacls "CN=CA1,OU=Authorities,DC=acme,DC=test" /R "ACME\\NAME"',
  ].join("\n"),
  references: [
    forgedCertificates,
    defenderPage(
      "security-assessment-edit-misconfigured-ca-acl",
      "Edit misconfigured certificate authority ACL (ESC7)",
    ),
    escPage,
  ],
  evaluate: (domain) =>
    withCertificateServices(domain, (services) =>
      judgeControl(domain, {
        objects: partsOf(domain, services),
        nouns: ["object of certificate services", "objects of certificate services"],
        rights: ({ rights }) => rights,
        target: ({ target }) => target,
        isMinded: ({ sid }, { isOwn }) => !isOwn(sid),
        severity: ({ rights }) => (rights === controlOfIssuancePolicy ? "HIGH" : "CRITICAL"),
        remarks: ({ remark }) => [remark],
      }),
    ),
};

function partsOf(domain: Domain, { authorities, issuancePolicies }: CertificateServices): Part[] {
  const { isDomainController } = privilegesOf(domain);
  const hosts = domain.accounts.filter(
    (account) =>
      account.kind === "computer" &&
      authorities.some(
        ({ hostName }) => account.hostName !== null && isSameHost(account.hostName, hostName),
      ) &&
      // Those have a rule of their own.
      !isDomainController(account),
  );
  const isHost = (sid: Sid) => hosts.some((host) => host.sid === sid);
  const partOf = (
    object: Pick<DirectoryObject, "id" | "name" | "dn" | "descriptor">,
    type: TargetType,
    part: Pick<Part, "rights" | "remark" | "isOwn">,
  ): Part => ({
    id: object.id,
    descriptor: object.descriptor,
    target: targetOf(type, object),
    ...part,
  });
  return [
    ...authorities.map((authority) => {
      const isHere = domain.accounts.some(
        ({ hostName }) => hostName !== null && isSameHost(hostName, authority.hostName),
      );
      return partOf(authority, "certificate_authority", {
        rights: controlOfAuthority,
        remark: "It is a certificate authority.",
        // A computer of another domain is only a SID here; who is who there, an assessment of that domain can tell.
        isOwn: (sid) => isHost(sid) || (!isHere && isOfElsewhere(domain, sid)),
      });
    }),
    ...hosts.map((host) => ({
      ...partOf(host, "computer", {
        rights: controlOfComputer,
        remark: "A certificate authority runs on it.",
        isOwn: isHost,
      }),
      target: targetOfAccount(host),
    })),
    ...issuancePolicies.map((policy) =>
      partOf(policy, "issuance_policy", {
        rights: controlOfIssuancePolicy,
        remark: "It is an issuance policy.",
        isOwn: isHost,
      }),
    ),
  ];
}

function isSameHost(one: string, other: string | null): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}

function isOfElsewhere(domain: Domain, sid: Sid): boolean {
  return sid.startsWith("S-1-5-21-") && !sid.startsWith(`${domain.sid}-`);
}

/** Rules about who may change what certificates are made by. */
export const controlOfCertificates: readonly Rule<Domain>[] = [
  controlOfTemplates,
  controlOfAuthorities,
];
