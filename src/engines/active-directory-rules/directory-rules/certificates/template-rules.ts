import type { CertificateTemplate, Domain } from "#engines/active-directory";
import type { Rule, RuleText } from "#engines/directory-types";
import { attack } from "#engines/rule-words";
import { judgeEnrolment } from "./judge-enrolment.ts";
import {
  isForAgents,
  isForAnything,
  isForServers,
  isGivenAtOnce,
  leavesOutSid,
  signsIn,
  takesSubject,
} from "./template-shape.ts";
import { defenderPage, escPage, forgedCertificates } from "./references.ts";

/** A rule about what a template allows those who may enrol; who may is asked for all alike. */
interface TemplateRule extends Omit<RuleText, "category" | "remediation"> {
  readonly isMinded: (template: CertificateTemplate) => boolean;
  /** What the template does, behind who may enrol. */
  readonly evidence: string;
  /** What to change of the template itself. */
  readonly change: string;
}

const who =
  "Only templates that an authority hands out are asked, and only when somebody may enrol, without approval or an agent's signature, who does not control the domain anyway.";

const rows: readonly TemplateRule[] = [
  {
    id: "adcs.esc1-subject-chosen-by-enrollee",
    title: "A certificate template makes who enrols anybody in the domain (ESC1)",
    severity: "CRITICAL",
    asks: `Templates whose certificates sign in (client authentication, smart card logon, PKINIT, any purpose or none) and whose subject is supplied in the request. ${who}`,
    isMinded: (template) => signsIn(template) && takesSubject(template),
    evidence:
      "Who enrols says whose certificate it is (the subject is supplied in the request), and signs in with it as whoever that is.",
    change:
      "On the tab Subject Name choose Build from this Active Directory information (msPKI-Certificate-Name-Flag without 1 and 65536).",
    references: [
      forgedCertificates,
      defenderPage(
        "security-assessment-prevent-users-request-certificate",
        "Prevent users to request a certificate valid for arbitrary users (ESC1)",
      ),
      escPage,
    ],
  },
  {
    id: "adcs.esc2-any-purpose",
    title: "A certificate template serves any purpose (ESC2)",
    severity: "HIGH",
    asks: `Templates with the usage Any Purpose, or with none, which allows the same and signing other certificates too. ${who}`,
    isMinded: isForAnything,
    evidence:
      "Its certificates may be used for anything: to sign in, as a server, and to ask for certificates of others.",
    change: "On the tab Extensions name the application policies that are needed, and no others.",
    references: [
      forgedCertificates,
      defenderPage(
        "security-assessment-edit-overly-permissive-template",
        "Edit overly permissive certificate template (ESC2)",
      ),
      escPage,
    ],
  },
  {
    id: "adcs.esc3-enrolment-agent",
    title: "A certificate template makes who enrols an agent for others (ESC3)",
    severity: "HIGH",
    asks: `Templates with the usage Certificate Request Agent: with such a certificate somebody asks for certificates of others. ${who}`,
    isMinded: isForAgents,
    evidence:
      "With such a certificate somebody may ask for certificates of others (Certificate Request Agent).",
    change:
      "Let only the agents themselves enrol, and restrict them on the authority (properties, Enrollment Agents).",
    references: [
      forgedCertificates,
      defenderPage(
        "security-assessment-edit-misconfigured-enrollment-agent",
        "Edit misconfigured enrollment agent certificate template (ESC3)",
      ),
      escPage,
    ],
  },
  {
    id: "adcs.esc9-no-security-extension",
    title: "A certificate template leaves out whose certificate it is (ESC9)",
    severity: "HIGH",
    asks: `Templates whose certificates sign in and carry no SID of their holder (CT_FLAG_NO_SECURITY_EXTENSION): who can change the user principal name of an account signs in as another. Controllers with the updates of September 2025 refuse such certificates, unless they are mapped otherwise (KB5014754), which cannot be seen by LDAP. ${who}`,
    isMinded: (template) => signsIn(template) && leavesOutSid(template),
    evidence:
      "Its certificates do not carry the SID of their holder (CT_FLAG_NO_SECURITY_EXTENSION), so that a name alone decides who signs in.",
    change: "Take the flag away: certutil -dstemplate NAME msPKI-Enrollment-Flag -0x00080000",
    references: [
      forgedCertificates,
      {
        title: "Microsoft: KB5014754, certificate-based authentication changes",
        url: "https://support.microsoft.com/help/5014754",
      },
      escPage,
    ],
  },
  {
    id: "adcs.esc15-version-1-subject",
    title: "A certificate template of version 1 takes any usage from who enrols (ESC15)",
    severity: "HIGH",
    asks: `Templates of schema version 1 whose subject is supplied in the request: an authority without the updates of November 2024 (CVE-2024-49019), which cannot be seen by LDAP, also takes application policies from the request. ${who}`,
    isMinded: (template) => template.schemaVersion === 1 && takesSubject(template),
    evidence:
      "It is of version 1, and its subject is supplied in the request: an authority without the updates of November 2024 lets who enrols add any usage, such as signing in.",
    change:
      "Update the authorities; duplicate the template to a newer version, publish the copy and take this one back.",
    references: [
      forgedCertificates,
      {
        title: "CVE-2024-49019",
        url: "https://msrc.microsoft.com/update-guide/vulnerability/CVE-2024-49019",
      },
      escPage,
    ],
  },
  {
    id: "adcs.esc17-server-name-chosen-by-enrollee",
    title: "A certificate template makes who enrols any server (ESC17)",
    severity: "MEDIUM",
    asks: `Templates for server authentication whose subject is supplied in the request: who enrols can pass for any server that clients trust. ${who}`,
    isMinded: (template) => isForServers(template) && takesSubject(template) && !signsIn(template),
    evidence:
      "Who enrols says of which server the certificate is (server authentication, the subject is supplied in the request).",
    change:
      "Let only those enrol who run the servers, or have requests approved (tab Issuance Requirements).",
    references: [forgedCertificates, escPage, attack("T1557", "Adversary-in-the-Middle")],
  },
];

/** Rules about templates by themselves: ESC1, 2, 3, 9, 15 and 17. */
export const templateRules: readonly Rule<Domain>[] = rows.map(
  ({ isMinded, evidence, change, ...text }) => ({
    ...text,
    category: "certificate_services",
    remediation: [
      change,
      "Or let nobody enrol who does not need it (tab Security), or have requests approved (tab Issuance Requirements, CA certificate manager approval).",
      "When nobody needs it, take it back on each authority: Remove-CATemplate -Name NAME",
      'Look through the certificates that were issued: certutil -view -restrict "CertificateTemplate=NAME"',
    ].join("\n"),
    evaluate: (domain) =>
      judgeEnrolment(domain, {
        isMinded: (template) => isGivenAtOnce(template) && isMinded(template),
        remarks: () => [evidence],
      }),
  }),
);
