import Type, { type Static } from "typebox";

const closed = { additionalProperties: false } as const;
const days = Type.Integer({ minimum: 1, maximum: 36_500 });
const count = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const percent = Type.Integer({ minimum: 0, maximum: 100 });
const characters = Type.Integer({ minimum: 1, maximum: 255 });

/** From when on the rules mind something; what is not set has the value that the field goes by. */
export const Thresholds = Type.Object(
  {
    /** Age of the password of krbtgt: from here MEDIUM… */
    krbtgtPasswordDays: days,
    /** …and from here HIGH. */
    krbtgtPasswordDaysHigh: days,
    /** Age of the password of privileged accounts with a service principal name. */
    kerberoastablePasswordDays: days,
    /** Age of the password of privileged accounts. */
    privilegedPasswordDays: days,
    /** Age of the password of domain controllers' own accounts. */
    domainControllerPasswordDays: days,
    /** Age of the key of AZUREADSSOACC$. */
    seamlessSsoKeyDays: days,
    /** Without a sign-in for so long an account is stale. */
    staleAccountDays: days,
    /** The built-in administrator (RID 500) signed in within so many days. */
    builtInAdministratorDays: days,
    /** Length of passwords that the policy must ask for. */
    passwordLength: characters,
    /** Below this length the finding is HIGH. */
    passwordLengthLeast: characters,
    /** Privileged accounts: more than this are too many… */
    privilegedAccounts: count,
    /** …or this share of the active accounts, in domains of more than 100 users. */
    privilegedAccountsPercent: percent,
    /** Global administrators in Entra. */
    globalAdministratorsLeast: count,
    globalAdministratorsMost: count,
    /** Entra: age of secrets of applications. */
    applicationSecretDays: days,
    applicationCertificateDays: days,
    /** Entra: privileged accounts without a sign-in. */
    stalePrivilegedDays: days,
  },
  closed,
);
export type Thresholds = Static<typeof Thresholds>;

/** What is used of a directory that sets none; where they come from stands with the rules. */
export const usualThresholds: Thresholds = {
  krbtgtPasswordDays: 180,
  krbtgtPasswordDaysHigh: 366,
  kerberoastablePasswordDays: 40,
  privilegedPasswordDays: 1095,
  domainControllerPasswordDays: 45,
  seamlessSsoKeyDays: 365,
  staleAccountDays: 180,
  builtInAdministratorDays: 35,
  passwordLength: 14,
  passwordLengthLeast: 8,
  privilegedAccounts: 50,
  privilegedAccountsPercent: 10,
  globalAdministratorsLeast: 2,
  globalAdministratorsMost: 8,
  applicationSecretDays: 180,
  applicationCertificateDays: 365,
  stalePrivilegedDays: 90,
};
