import type {
  CertificateAuthority,
  CertificateTemplate,
  Domain,
  IssuancePolicy,
} from "#engines/active-directory";
import type { Verdict } from "#engines/directory-types";
import { printableLine, shortened } from "#lib/printable";
import { notApplicable, notEvaluated } from "#engines/rule-words";
import { listed } from "../permissions/trustees.ts";

/** What the rules about certificates are asked of. */
export interface CertificateServices {
  readonly authorities: readonly CertificateAuthority[];
  /**
   * Those that an authority hands out. The others are left out: nobody can have a certificate of them until somebody who controls
   * an authority publishes them, and who that is has a rule of its own. Most templates that every forest is born with are such.
   */
  readonly published: readonly CertificateTemplate[];
  readonly issuancePolicies: readonly IssuancePolicy[];
}

/** Asks a rule about certificates, unless there are none here or they could not be read. */
export function withCertificateServices(
  {
    certificateAuthorities: authorities,
    certificateTemplates: templates,
    issuancePolicies,
  }: Domain,
  judge: (services: CertificateServices) => Verdict,
): Verdict {
  if (authorities === null || templates === null || issuancePolicies === null) {
    return notEvaluated(
      "Needs the right to read CN=Public Key Services,CN=Services in the configuration.",
    );
  }
  if (authorities.length === 0) {
    return notApplicable("There is no certificate authority in this forest.");
  }
  const published = templates.filter(({ publishedBy }) => publishedBy.length > 0);
  return judge({ authorities, published, issuancePolicies });
}

/** Asks a rule about templates, unless none is handed out. */
export function withPublishedTemplates(
  domain: Domain,
  judge: (published: readonly CertificateTemplate[]) => Verdict,
): Verdict {
  return withCertificateServices(domain, ({ published }) =>
    published.length === 0
      ? notApplicable("No certificate authority hands out a template.")
      : judge(published),
  );
}

/** `It is handed out by ACME-CA.` */
export function publishersInWords({ publishedBy }: CertificateTemplate): string {
  const shown = publishedBy.slice(0, 5).map((name) => shortened(printableLine(name), 64));
  const more = publishedBy.length - shown.length;
  return `It is handed out by ${listed([...shown, ...(more > 0 ? [`${more} more`] : [])])}.`;
}
