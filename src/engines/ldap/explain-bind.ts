import { printableLine, shortened } from "#lib/printable";

/** invalidCredentials, RFC 4511 section 4.1.9. */
const invalidCredentials = 49;

/** What a domain controller writes behind `data` when it refuses a sign-in: Windows error codes in hexadecimal, MS-ERREF 2.2. */
const signInErrors: ReadonlyMap<string, string> = new Map([
  ["525", "there is no such user"],
  ["52e", "the user or the password is wrong"],
  ["530", "the user may not sign in at this time"],
  ["531", "the user may not sign in from here"],
  ["532", "the password has expired: set a new one"],
  ["533", "the account is disabled: enable it"],
  ["56e", "the user is asked for more than a password"],
  ["701", "the account has expired: extend it"],
  ["773", "the password must be changed first: set one that need not be"],
  ["775", "the account is locked: unlock it"],
]);

/** strongerAuthRequired, confidentialityRequired; the line is encrypted, so it asks for what a password cannot give. */
const strongerAuth: readonly number[] = [8, 13];

/** Why a server refuses a sign-in, and what to do. No password stands in it. */
export function explainBind(user: string, whom: string, code: number, text: string): string {
  const who = JSON.stringify(shortened(printableLine(user), 200));
  if (code === invalidCredentials) {
    const data = /\bdata ([0-9a-f]{3,8})\b/.exec(text)?.[1] ?? "";
    const why = signInErrors.get(data) ?? signInErrors.get("52e");
    return `${whom} refuses the user ${who}: ${why}.`;
  }
  if (strongerAuth.includes(code)) {
    return `${whom} takes no password of ${who} (result ${code}): it asks for another way to sign in.`;
  }
  return `${whom} refuses to sign ${who} in (result ${code}: ${shortened(printableLine(text), 200)}).`;
}
