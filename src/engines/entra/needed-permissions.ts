/**
 * Which rules need which application permission of Microsoft Graph: the whole list, as a tenant takes it in which somebody has a
 * role by a group and emergency accounts are named. Rules about people with roles need two, or three. Tests take one permission
 * away after another, and hold that exactly these rules are not evaluated then.
 */
export const neededPermissions = {
  "Policy.Read.All": [
    "entra.legacy-authentication-allowed",
    "entra.no-mfa-for-all-users",
    "entra.no-phishing-resistant-mfa-for-administrators",
    "entra.risky-sign-ins-not-blocked",
    "entra.device-code-flow-allowed",
    "entra.security-defaults-off",
    "entra.emergency-accounts-not-excluded",
    "entra.policies-without-targets",
    "entra.users-may-register-applications",
    "entra.consent-to-risky-applications",
    "entra.admin-consent-workflow-off",
    "entra.guests-see-the-directory",
    "entra.guest-invitations-open",
    "entra.administrators-may-reset-their-own-password",
    "entra.users-may-consent-to-applications",
    "entra.sms-and-voice-allowed",
    "entra.authenticator-without-context",
    "entra.fido2-off-or-unattested",
  ],
  // Members of groups: one of the administrators has the role by a group.
  "Directory.Read.All": [
    "entra.emergency-accounts-not-excluded",
    "entra.global-administrators-count",
    "entra.privileged-users-synchronised",
    "entra.privileged-users-stale",
    "entra.password-protection-weak",
    "entra.service-principals-with-privileged-roles",
    "entra.passwords-expire",
    "entra.synchronisation-takes-accounts-over",
  ],
  "User.Read.All": [
    "entra.emergency-accounts-not-excluded",
    "entra.policies-without-targets",
    "entra.privileged-users-synchronised",
    "entra.privileged-users-stale",
    "entra.krbtgt-azuread-synchronised",
  ],
  "Application.Read.All": [
    "entra.application-credentials-old",
    "entra.applications-with-tier-zero-permissions",
  ],
  "RoleManagement.Read.Directory": [
    "entra.global-administrators-count",
    "entra.permanent-privileged-roles",
    "entra.privileged-users-synchronised",
    "entra.privileged-users-stale",
    "entra.service-principals-with-privileged-roles",
  ],
  "RoleManagementPolicy.Read.Directory": ["entra.global-administrator-activation"],
  "AuditLog.Read.All": ["entra.privileged-users-stale"],
  "OnPremDirectorySynchronization.Read.All": ["entra.synchronisation-takes-accounts-over"],
} as const satisfies Record<string, readonly string[]>;
