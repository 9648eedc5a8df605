import type { CertificateTemplate } from "#engines/active-directory";

/** msPKI-Certificate-Name-Flag, MS-CRTD 2.28: the subject, or its other names, come from who asks. */
const subjectInRequest = 0x1 | 0x1_00_00;
/** msPKI-Enrollment-Flag, MS-CRTD 2.26: CT_FLAG_PEND_ALL_REQUESTS, CT_FLAG_NO_SECURITY_EXTENSION. */
const needsApproval = 0x2;
const withoutSecurityExtension = 0x8_00_00;

const anyPurpose = "2.5.29.37.0";
const serverAuthentication = "1.3.6.1.5.5.7.3.1";
const requestAgent = "1.3.6.1.4.1.311.20.2.1";
/** Client Authentication, Smart Card Logon, PKINIT Client Authentication. */
const signingIn = ["1.3.6.1.5.5.7.3.2", "1.3.6.1.4.1.311.20.2.2", "1.3.6.1.5.2.3.4"];

/** A certificate is handed out as soon as it is asked for: nobody approves, and no agent signs. */
export function isGivenAtOnce({ enrollmentFlags, signatures }: CertificateTemplate): boolean {
  return (enrollmentFlags & needsApproval) === 0 && signatures === 0;
}

/** Who asks says whose certificate it is. */
export function takesSubject({ nameFlags }: CertificateTemplate): boolean {
  return (nameFlags & subjectInRequest) !== 0;
}

/** The certificate does not name the SID of whose it is. */
export function leavesOutSid({ enrollmentFlags }: CertificateTemplate): boolean {
  return (enrollmentFlags & withoutSecurityExtension) !== 0;
}

/** It may be used for anything: it says so, or says nothing. */
export function isForAnything(template: CertificateTemplate): boolean {
  const usages = usagesOf(template);
  return usages.size === 0 || usages.has(anyPurpose);
}

/** It signs its holder in to the domain. */
export function signsIn(template: CertificateTemplate): boolean {
  const usages = usagesOf(template);
  return isForAnything(template) || signingIn.some((usage) => usages.has(usage));
}

/** It makes its holder a server that others believe. */
export function isForServers(template: CertificateTemplate): boolean {
  return usagesOf(template).has(serverAuthentication);
}

/** Its holder may ask for certificates of others. */
export function isForAgents(template: CertificateTemplate): boolean {
  return usagesOf(template).has(requestAgent);
}

/** Application policies stand in the certificate beside the extended key usages, and count alike; MS-CRTD 2.22. */
function usagesOf({ extendedKeyUsages, applicationPolicies }: CertificateTemplate): Set<string> {
  return new Set([...extendedKeyUsages, ...applicationPolicies]);
}
