/**
 * How a rule is shown to mind what it should, besides tests on tenants that are made up: `graph`, over HTTP on a local server
 * that speaks as Microsoft Graph does, in a bad tenant as Graph sends it, and silent in
 * one that is in order. None was tried on a tenant of Microsoft's.
 */
export type Proof = "graph";

/** Of every rule about a tenant, by its id. */
export const entraRuleProofs: Readonly<Record<string, Proof>> = {
  "entra.legacy-authentication-allowed": "graph",
  "entra.no-mfa-for-all-users": "graph",
  "entra.no-phishing-resistant-mfa-for-administrators": "graph",
  "entra.risky-sign-ins-not-blocked": "graph",
  "entra.device-code-flow-allowed": "graph",
  "entra.security-defaults-off": "graph",
  "entra.emergency-accounts-not-excluded": "graph",
  "entra.policies-without-targets": "graph",
  "entra.global-administrators-count": "graph",
  "entra.permanent-privileged-roles": "graph",
  "entra.privileged-users-synchronised": "graph",
  "entra.global-administrator-activation": "graph",
  "entra.privileged-users-stale": "graph",
  "entra.users-may-register-applications": "graph",
  "entra.consent-to-risky-applications": "graph",
  "entra.admin-consent-workflow-off": "graph",
  "entra.guests-see-the-directory": "graph",
  "entra.guest-invitations-open": "graph",
  "entra.administrators-may-reset-their-own-password": "graph",
  "entra.users-may-consent-to-applications": "graph",
  "entra.sms-and-voice-allowed": "graph",
  "entra.authenticator-without-context": "graph",
  "entra.fido2-off-or-unattested": "graph",
  "entra.password-protection-weak": "graph",
  "entra.application-credentials-old": "graph",
  "entra.applications-with-tier-zero-permissions": "graph",
  "entra.service-principals-with-privileged-roles": "graph",
  "entra.passwords-expire": "graph",
  "entra.krbtgt-azuread-synchronised": "graph",
  "entra.synchronisation-takes-accounts-over": "graph",
};
