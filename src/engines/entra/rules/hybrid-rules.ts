import type { Rule } from "#engines/directory-types";
import { attack, evaluated, microsoft, notApplicable, notEvaluated } from "#engines/rule-words";
import type { EntraTenant, TenantDomain } from "../tenant.ts";
import { type Expectation, judgeSettings } from "./expectation.ts";
import { ofOne, targetOf, targetOfTenant, weakness } from "./verdicts.ts";

/** What Graph says of passwords that never end. */
const never = 2_147_483_647;
/** What counts when nothing is set (Microsoft Graph, domain, passwordValidityPeriodInDays). */
const usualDays = 90;

/** Passwords that end make people choose worse ones. */
export const passwordsExpire: Rule<EntraTenant> = {
  id: "entra.passwords-expire",
  title: "Passwords end after a time",
  category: "authentication_methods",
  severity: "MEDIUM",
  asks:
    `Whether passwords of a verified, managed domain end (passwordValidityPeriodInDays other than ${never}; not set means ${usualDays} days). ` +
    "Domains below another one of the tenant follow it and are left out, federated ones too.",
  remediation:
    `Update-MgDomain -DomainId NAME -PasswordValidityPeriodInDays ${never}, or in the Microsoft 365 admin center under Settings > Org settings > Security & privacy > ` +
    "Password expiration policy. Passwords are changed when they are known to others, and a second factor is asked for.",
  references: [
    attack("T1110.001", "Brute Force: Password Guessing"),
    microsoft(
      "Password policy recommendations for Microsoft 365",
      "microsoft-365/admin/misc/password-policy-recommendations",
    ),
  ],
  evaluate({ domains }) {
    if (domains.kind === "refused") return notEvaluated(domains.needs);
    const concerned = domains.items.filter(isConcerned);
    if (concerned.length === 0 && domains.unread.length === 0) {
      return notApplicable("There is no verified domain whose passwords are managed here.");
    }
    const found = concerned
      .filter(({ passwordDays }) => passwordDays !== never)
      .map(({ name, passwordDays }) =>
        weakness(targetOf("domain", { id: name, name }), [
          passwordDays === null
            ? `How long passwords are valid is not set, so they end after ${usualDays} days.`
            : `Passwords end after ${passwordDays} days.`,
        ]),
      );
    return evaluated(concerned.length, found, domains.unread);
  },
};

function isConcerned({ managed, verified, root }: TenantDomain): boolean {
  return managed && verified && root;
}

/** The key of this account signs tickets for the whole Active Directory: it must not be an account of the cloud. */
export const kerberosAccountSynchronised: Rule<EntraTenant> = {
  id: "entra.krbtgt-azuread-synchronised",
  title: "The account krbtgt_AzureAD is synchronised",
  category: "hybrid_identity",
  severity: "HIGH",
  asks: "Whether a user called krbtgt_AzureAD came from an Active Directory: the account of Entra Kerberos holds the key that its tickets are made with.",
  remediation:
    "In Entra Connect take the container of the account (by default CN=Users) or the account itself out of the synchronisation by a filter, and let it be removed with the next run " +
    "(Start-ADSyncSyncCycle -PolicyType Initial). Do not delete the account in Active Directory.",
  references: [
    attack("T1558", "Steal or Forge Kerberos Tickets"),
    microsoft("Microsoft Entra Kerberos", "entra/identity/authentication/kerberos"),
  ],
  evaluate({ kerberosAccounts: accounts }) {
    if (accounts.kind === "refused") return notEvaluated(accounts.needs);
    const found = accounts.items
      .filter(({ synchronised }) => synchronised)
      .map((account) =>
        weakness(targetOf("user", account), [
          "It is called krbtgt_AzureAD and is synchronised from Active Directory.",
        ]),
      );
    return evaluated(accounts.items.length, found, accounts.unread);
  },
};

const matching: readonly Expectation[] = [
  {
    property: "features.blockCloudObjectTakeoverThroughHardMatchEnabled",
    must: {
      be: true,
      otherwise:
        "Hard matching is allowed: who writes to Active Directory can take a cloud account over by its source anchor.",
    },
  },
  {
    property: "features.blockSoftMatchEnabled",
    must: {
      be: true,
      otherwise:
        "Soft matching is allowed: who writes to Active Directory can take a cloud account over by its address or name.",
    },
  },
];

/** Synchronisation is a way to become somebody who was made in the cloud. */
export const accountMatching: Rule<EntraTenant> = {
  id: "entra.synchronisation-takes-accounts-over",
  title: "Synchronisation may take cloud accounts over",
  category: "hybrid_identity",
  severity: "MEDIUM",
  asks: "Whether hard and soft matching of synchronised objects with existing cloud accounts are blocked (onPremisesSynchronization), where an Active Directory is synchronised.",
  remediation:
    "Update-MgDirectoryOnPremiseSynchronization with features.blockCloudObjectTakeoverThroughHardMatchEnabled $true and features.blockSoftMatchEnabled $true. " +
    "Lift the block only for as long as accounts are to be matched.",
  references: [
    attack("T1098", "Account Manipulation"),
    microsoft(
      "Microsoft Entra Connect: when you have an existing tenant",
      "entra/identity/hybrid/connect/how-to-connect-install-existing-tenant",
    ),
  ],
  evaluate(tenant) {
    const { organization, synchronisation } = tenant;
    if (organization.kind === "refused") return notEvaluated(organization.needs);
    if (organization.value.synchronised === false) {
      return notApplicable("No Active Directory is synchronised with this tenant.");
    }
    if (synchronisation.kind === "refused") return notEvaluated(synchronisation.needs);
    const target = targetOfTenant(tenant);
    const answers = synchronisation.items.map((one) => judgeSettings(one, matching));
    const wrong = [...new Set(answers.flatMap((answer) => (answer === "unread" ? [] : answer)))];
    const isKnown = answers.length > 0 && !answers.includes("unread");
    if (organization.value.synchronised === null) return ofOne(target, "unread");
    return ofOne(target, wrong.length === 0 && !isKnown ? "unread" : wrong);
  },
};
