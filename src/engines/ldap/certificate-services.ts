import {
  type CertificateAuthority,
  type CertificateTemplate,
  dnKey,
  type IssuancePolicy,
  type Sid,
} from "#engines/active-directory";
import { objectAttributes, type ObjectReader } from "./directory-object.ts";
import type { Entry } from "./entry.ts";
import { readListing } from "./listing.ts";
import type { Reader } from "./reader.ts";

/** What the forest keeps for its certificate authorities, MS-WCCE 2.2.2.11, MS-CRTD. Null: it could not be read. */
export interface CertificateServices {
  readonly certificateTemplates: CertificateTemplate[] | null;
  readonly certificateAuthorities: CertificateAuthority[] | null;
  readonly issuancePolicies: IssuancePolicy[] | null;
}

/** `flags` of an object identifier that is an issuance policy, MS-CRTD 2.23. */
const issuancePolicy = 2;

/** @throws DirectoryRefused */
export async function readCertificateServices(
  reader: Reader,
  objects: ObjectReader,
  { configurationDn, token }: { configurationDn: string; token: ReadonlySet<Sid> },
): Promise<CertificateServices> {
  async function list<T>(
    what: string,
    container: string,
    objectClass: string,
    attributes: readonly string[],
    read: (entry: Entry) => T,
  ): Promise<T[] | null> {
    const question = {
      what,
      base: `CN=${container},CN=Public Key Services,CN=Services,${configurationDn}`,
      scope: "one",
      filter: `(objectClass=${objectClass})`,
      attributes: [...objectAttributes, "cn", "displayName", ...attributes],
    } as const;
    return readListing(reader, objects, token, question, read);
  }
  const certificateAuthorities = await list(
    "certificate authorities",
    "Enrollment Services",
    "pKIEnrollmentService",
    ["dNSHostName", "certificateTemplates"],
    (entry) => authorityOf(entry, objects),
  );
  const certificateTemplates = await list(
    "certificate templates",
    "Certificate Templates",
    "pKICertificateTemplate",
    templateAttributes,
    (entry) => templateOf(entry, objects, certificateAuthorities ?? []),
  );
  const policies = await list(
    "issuance policies",
    "OID",
    "msPKI-Enterprise-Oid",
    ["flags", "msPKI-Cert-Template-OID", "msDS-OIDToGroupLink"],
    (entry) => policyOf(entry, objects),
  );
  return {
    certificateAuthorities,
    certificateTemplates,
    issuancePolicies: policies === null ? null : policies.filter((one) => one !== null),
  };
}

function authorityOf(entry: Entry, objects: ObjectReader): CertificateAuthority {
  return {
    ...objects.object(entry, ["displayname", "cn"]),
    hostName: entry.words("dnshostname", 255)?.toLowerCase() ?? null,
    templates: entry.texts("certificatetemplates"),
  };
}

const templateAttributes = [
  "msPKI-Template-Schema-Version",
  "msPKI-Certificate-Name-Flag",
  "msPKI-Enrollment-Flag",
  "msPKI-RA-Signature",
  "pKIExtendedKeyUsage",
  "msPKI-Certificate-Application-Policy",
  "msPKI-RA-Application-Policies",
  "msPKI-Certificate-Policy",
];

function templateOf(
  entry: Entry,
  objects: ObjectReader,
  authorities: readonly CertificateAuthority[],
): CertificateTemplate {
  const cn = entry.text("cn")?.toLowerCase();
  const publishes = ({ templates }: CertificateAuthority) =>
    templates.some((name) => name.toLowerCase() === cn);
  return {
    ...objects.object(entry, ["displayname", "cn"]),
    // Templates of Windows 2000 have no such attribute.
    schemaVersion: entry.number("mspki-template-schema-version") ?? 1,
    nameFlags: entry.number("mspki-certificate-name-flag") ?? 0,
    enrollmentFlags: entry.number("mspki-enrollment-flag") ?? 0,
    signatures: entry.number("mspki-ra-signature") ?? 0,
    extendedKeyUsages: entry.texts("pkiextendedkeyusage"),
    applicationPolicies: entry.texts("mspki-certificate-application-policy"),
    agentPolicies: entry.texts("mspki-ra-application-policies"),
    issuancePolicies: entry.texts("mspki-certificate-policy"),
    publishedBy: authorities.filter(publishes).map(({ name }) => name),
  };
}

/** Null: the identifier stands for a template or an application. */
function policyOf(entry: Entry, objects: ObjectReader): IssuancePolicy | null {
  const group = entry.text("msds-oidtogrouplink");
  if (group === null && entry.number("flags") !== issuancePolicy) return null;
  return {
    ...objects.object(entry, ["displayname", "cn"]),
    oid: entry.words("mspki-cert-template-oid") ?? "",
    group: group === null ? null : dnKey(group),
  };
}
