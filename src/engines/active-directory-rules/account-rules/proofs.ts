/**
 * How a rule is shown to mind what it should, besides tests on generated domains: `samba`, on a real domain that was brought
 * into the state by ordinary means; `planted`, on a real domain where a value was written that no server sets on request (a
 * date in the past, a SID history); `generated`, on a generated domain alone, for the reason that is given.
 */
export type Proof = "samba" | "planted" | { readonly generated: string };

const noKeyCredentials = {
  generated: "The schema of Debian 12's Samba has no msDS-KeyCredentialLink.",
};
const noLaps = { generated: "The schema of Debian 12's Samba has no LAPS." };

/** Of every rule about accounts, by its id. */
export const accountRuleProofs: Readonly<Record<string, Proof>> = {
  "ad.privileged-group-open-to-all": "samba",
  "ad.schema-admins-not-empty": "samba",
  "ad.operators-group-not-empty": "samba",
  "ad.dns-admins-not-empty": "samba",
  "ad.domain-admins-never-expire": "samba",
  "ad.privileged-group-foreign-members": "samba",
  "ad.too-many-privileged-accounts": "samba",
  "ad.privileged-not-in-protected-users": "samba",
  "ad.privileged-account-delegable": "samba",
  "ad.privileged-password-old": "planted",
  "ad.built-in-administrator-used": "planted",
  "ad.privileged-key-credential": noKeyCredentials,
  "ad.privileged-certificate-mapping": "samba",
  "ad.computer-privileged": "samba",
  "ad.admin-count-orphaned": "samba",
  "ad.primary-group-unusual": "samba",
  "ad.sid-history": "planted",
  "ad.kerberos-preauth-not-required": "samba",
  "ad.privileged-account-kerberoastable": "planted",
  "ad.service-account-password-old": "planted",
  "ad.des-encryption-allowed": "samba",
  "ad.service-account-without-aes": "samba",
  "ad.krbtgt-password-old": "planted",
  "ad.seamless-sso-key-old": "planted",
  "ad.domain-controller-password-old": "planted",
  "ad.password-not-required": "samba",
  "ad.account-reversible-encryption": "samba",
  "ad.password-never-expires": "samba",
  "ad.clear-text-password": "samba",
  "ad.password-never-set": "samba",
  "ad.password-policy-short": "samba",
  "ad.password-policy-without-complexity": "samba",
  "ad.password-policy-without-lockout": "samba",
  "ad.fine-grained-policy-short": "samba",
  "ad.fine-grained-policy-without-complexity": "samba",
  "ad.fine-grained-policy-without-lockout": "samba",
  "ad.laps-missing": "samba",
  "ad.computer-without-laps": noLaps,
  "ad.stale-user": "planted",
  "ad.stale-computer": "planted",
  "ad.privileged-account-inactive": "planted",
  "ad.operating-system-obsolete": "samba",
};
