import type { Rule } from "#engines/directory-types";
import type { EntraTenant } from "../tenant.ts";
import {
  oldCredentials,
  privilegedServicePrincipals,
  tierZeroApplications,
} from "./application-rules.ts";
import { authenticationMethodRules } from "./authentication-methods.ts";
import { conditionalAccessRules } from "./conditional-access-rules.ts";
import { emergencyAccounts } from "./emergency-accounts.ts";
import { accountMatching, kerberosAccountSynchronised, passwordsExpire } from "./hybrid-rules.ts";
import { passwordProtection } from "./password-protection.ts";
import { policyTargets } from "./policy-targets.ts";
import { staleAdministrators, synchronisedAdministrators } from "./privileged-user-rules.ts";
import {
  activationOfGlobalAdministrator,
  globalAdministrators,
  permanentRoles,
} from "./role-rules.ts";
import { securityDefaults } from "./security-defaults.ts";
import { tenantSettingRules } from "./tenant-settings.ts";
import { userConsent } from "./user-consent.ts";

/** Every rule about a tenant, in the order in which they are asked. */
export const entraRules: readonly Rule<EntraTenant>[] = [
  ...conditionalAccessRules,
  securityDefaults,
  emergencyAccounts,
  policyTargets,
  globalAdministrators,
  permanentRoles,
  synchronisedAdministrators,
  activationOfGlobalAdministrator,
  staleAdministrators,
  ...tenantSettingRules,
  userConsent,
  ...authenticationMethodRules,
  passwordProtection,
  oldCredentials,
  tierZeroApplications,
  privilegedServicePrincipals,
  passwordsExpire,
  kerberosAccountSynchronised,
  accountMatching,
];
