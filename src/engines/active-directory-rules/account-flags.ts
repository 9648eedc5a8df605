import type { Account } from "#engines/active-directory";

/** Bits of userAccountControl, MS-ADTS 2.2.16 (with the names of MS-SAMR: ADS_UF_…). */
export const accountFlags = {
  disabled: 0x2,
  passwordNotRequired: 0x20,
  reversiblePassword: 0x80,
  interdomainTrust: 0x800,
  passwordNeverExpires: 0x1_00_00,
  smartcardRequired: 0x4_00_00,
  trustedForDelegation: 0x8_00_00,
  notDelegated: 0x10_00_00,
  desOnly: 0x20_00_00,
  preAuthenticationNotRequired: 0x40_00_00,
  trustedToAuthenticate: 0x100_00_00,
} as const;

/** What can be said of an account: `unread` when the attribute that would tell could not be read. */
export type Told = boolean | "unread";

/** Whether a bit is set in its userAccountControl. */
export function hasFlag({ flags }: Account, flag: keyof typeof accountFlags): Told {
  return flags === null ? "unread" : (flags & accountFlags[flag]) !== 0;
}

/** Not disabled. Locked and expired ones count as enabled: both end by themselves or by one click. */
export function isEnabled(account: Account): Told {
  const disabled = hasFlag(account, "disabled");
  return disabled === "unread" ? disabled : !disabled;
}

/** All of them; one that is false decides, whatever could not be read. */
export function allOf(...told: readonly Told[]): Told {
  if (told.includes(false)) return false;
  return told.includes("unread") ? "unread" : true;
}
