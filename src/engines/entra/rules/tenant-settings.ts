import type { Rule, RuleText } from "#engines/directory-types";
import { attack, microsoft, notEvaluated } from "#engines/rule-words";
import type { EntraTenant } from "../tenant.ts";
import { type Expectation, judgeSettings } from "./expectation.ts";
import { ofOne, targetOfTenant } from "./verdicts.ts";
import { validAccounts } from "./references.ts";

/** A rule about settings of one of the tenant's policies. */
interface SettingRule extends RuleText {
  readonly part: "authorization" | "consentRequests";
  readonly settings: readonly Expectation[];
}

const update = "Update-MgPolicyAuthorizationPolicy";
const consentPhishing = attack("T1528", "Steal Application Access Token");

const table: readonly SettingRule[] = [
  {
    id: "entra.users-may-register-applications",
    title: "Every user may register applications",
    category: "applications",
    severity: "HIGH",
    asks: "Whether users without a role may register applications (authorizationPolicy, allowedToCreateApps).",
    remediation:
      "In the Entra admin center under Identity > Users > User settings set Users can register applications to No, or " +
      `${update} -DefaultUserRolePermissions @{allowedToCreateApps=$false}. Give the role Application Developer to those who need it.`,
    references: [
      attack("T1098.001", "Account Manipulation: Additional Cloud Credentials"),
      microsoft(
        "Restrict who can create applications",
        "entra/identity/role-based-access-control/delegate-app-roles",
      ),
    ],
    part: "authorization",
    settings: [
      {
        property: "defaultUserRolePermissions.allowedToCreateApps",
        must: {
          be: false,
          otherwise: "Users may register applications (allowedToCreateApps is true).",
        },
      },
    ],
  },
  {
    id: "entra.consent-to-risky-applications",
    title: "Users may consent to applications that Microsoft holds to be risky",
    category: "consent",
    severity: "MEDIUM",
    asks: "Whether users may consent to applications that were detected as risky (authorizationPolicy, allowUserConsentForRiskyApps; not set means no).",
    remediation: `${update} -AllowUserConsentForRiskyApps:$false`,
    references: [
      consentPhishing,
      microsoft(
        "Configure risk-based step-up consent",
        "entra/identity/enterprise-apps/configure-risk-based-step-up-consent",
      ),
    ],
    part: "authorization",
    settings: [
      {
        property: "allowUserConsentForRiskyApps",
        whenNull: false,
        must: {
          be: false,
          otherwise:
            "Users may consent to risky applications (allowUserConsentForRiskyApps is true).",
        },
      },
    ],
  },
  {
    id: "entra.admin-consent-workflow-off",
    title: "Users cannot ask an administrator for consent",
    category: "consent",
    severity: "HIGH",
    asks:
      "Whether the workflow for admin consent is on, and requests end after 30 days at most (adminConsentRequestPolicy, isEnabled and requestDurationInDays). " +
      "Without it people press for wider rights to consent.",
    remediation:
      "In the Entra admin center under Identity > Applications > Enterprise applications > Consent and permissions > Admin consent settings choose " +
      "Yes, name reviewers, and let requests expire after 30 days. PowerShell: Update-MgPolicyAdminConsentRequestPolicy.",
    references: [
      consentPhishing,
      microsoft(
        "Configure the admin consent workflow",
        "entra/identity/enterprise-apps/configure-admin-consent-workflow",
      ),
    ],
    part: "consentRequests",
    settings: [
      {
        property: "isEnabled",
        must: { be: true, otherwise: "The workflow for admin consent is off." },
      },
      {
        property: "requestDurationInDays",
        must: {
          beAtMost: 30,
          otherwise: "Requests for consent end after {value} days; the limit is 30.",
        },
      },
    ],
  },
  {
    id: "entra.guests-see-the-directory",
    title: "Guests see more of the directory than themselves",
    category: "guests",
    severity: "HIGH",
    asks: "Whether guests are restricted to their own directory objects (authorizationPolicy, guestUserRoleId 2af84b1e-32c8-42b7-82bc-daa82404023b).",
    remediation:
      "In the Entra admin center under Identity > External Identities > External collaboration settings choose the most restrictive guest user access, or " +
      `${update} -GuestUserRoleId 2af84b1e-32c8-42b7-82bc-daa82404023b`,
    references: [
      attack("T1087.004", "Account Discovery: Cloud Account"),
      microsoft(
        "Restrict guest access permissions",
        "entra/identity/users/users-restrict-guest-permissions",
      ),
    ],
    part: "authorization",
    settings: [
      {
        property: "guestUserRoleId",
        must: {
          beOneOf: ["2af84b1e-32c8-42b7-82bc-daa82404023b"],
          otherwise: {
            "10dae51f-b6af-4016-8d66-8c2a99b929b3":
              "Guests have limited access: they see members of groups that are not hidden, and properties of users.",
            "a0b1b346-4d3e-4e8b-98f8-753987be4970":
              "Guests have the same access as members: they see the whole directory.",
          },
        },
      },
    ],
  },
  {
    id: "entra.guest-invitations-open",
    title: "Guests may be invited by more than administrators and guest inviters",
    category: "guests",
    severity: "MEDIUM",
    asks: "Whether only administrators and the role Guest Inviter, or nobody, may invite guests (authorizationPolicy, allowInvitesFrom).",
    remediation:
      "In the Entra admin center under Identity > External Identities > External collaboration settings let only users assigned to specific admin roles " +
      `invite guests, or ${update} -AllowInvitesFrom adminsAndGuestInviters`,
    references: [
      attack("T1136.003", "Create Account: Cloud Account"),
      microsoft(
        "Configure external collaboration settings",
        "entra/external-id/external-collaboration-settings-configure",
      ),
    ],
    part: "authorization",
    settings: [
      {
        property: "allowInvitesFrom",
        must: {
          beOneOf: ["none", "adminsandguestinviters"],
          otherwise: {
            adminsguestinvitersandallmembers: "Every member may invite guests.",
            everyone: "Everybody may invite guests, guests included.",
          },
        },
      },
    ],
  },
  {
    id: "entra.administrators-may-reset-their-own-password",
    title: "Administrators may reset their own password",
    category: "authentication_methods",
    severity: "HIGH",
    asks: "Whether administrators may use self-service password reset (authorizationPolicy, allowedToUseSSPR): who has their second factors takes the account over.",
    remediation: `${update} -AllowedToUseSspr:$false. Administrators whose password is lost are helped by another administrator.`,
    references: [
      validAccounts,
      microsoft(
        "Self-service password reset policies: administrator reset policy differences",
        "entra/identity/authentication/concept-sspr-policy",
      ),
    ],
    part: "authorization",
    settings: [
      {
        property: "allowedToUseSSPR",
        must: {
          be: false,
          otherwise: "Administrators may reset their own password (allowedToUseSSPR is true).",
        },
      },
    ],
  },
];

/** Rules about settings of the whole tenant. */
export const tenantSettingRules: readonly Rule<EntraTenant>[] = table.map(
  ({ part, settings, ...text }) => ({
    ...text,
    evaluate(tenant) {
      const policy = tenant[part];
      if (policy.kind === "refused") return notEvaluated(policy.needs);
      return ofOne(targetOfTenant(tenant), judgeSettings(policy.value, settings));
    },
  }),
);
