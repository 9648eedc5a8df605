import { printableLine, shortened } from "#lib/printable";
import { quoteWithout } from "./quote-without.ts";

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

/** What is sure to be understood of what a controller takes as a name, MS-ADTS 5.1.1.1.1. */
const forms = "reader@acme.example, ACME\\reader or its distinguished name";
/** With these it may be the name that is not understood. */
const namesNobody: readonly string[] = ["525", "52e"];

/** strongerAuthRequired, confidentialityRequired; the line is encrypted, so it asks for what a password cannot give. */
const strongerAuth: readonly number[] = [8, 13];

/** Why a server refuses a sign-in, and what to do. No password stands in it. */
export function explainBind(
  { user, password }: { readonly user: string; readonly password: string },
  whom: string,
  { code, text }: { readonly code: number; readonly text: string },
): string {
  const who = `"${shortened(printableLine(user), 200)}"`;
  if (code === invalidCredentials) {
    const data = /\bdata ([0-9a-f]{3,8})\b/.exec(text)?.[1] ?? "";
    const why = signInErrors.get(data);
    if (why !== undefined && !namesNobody.includes(data)) {
      return `${whom} refuses the user ${who}: ${why}.`;
    }
    const form = isFullName(user) ? "" : `; write the user as ${forms}`;
    return `${whom} refuses the user ${who}: ${why ?? signInErrors.get("52e")}${form}.`;
  }
  if (strongerAuth.includes(code)) {
    return `${whom} takes no password of ${who} (result ${code}): it asks for another way to sign in.`;
  }
  const said = quoteWithout(password)(text);
  return `${whom} refuses to sign ${who} in (result ${code}: ${said}).`;
}

function isFullName(user: string): boolean {
  return /[@\\=]/.test(user);
}
