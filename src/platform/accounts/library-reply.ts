import { Problem, type ProblemCode } from "#platform/errors";
import type { SignedIn } from "#platform/http";
import type { AccountRequest, Accounts, LibraryAnswer } from "./accounts.ts";

export const providerAway =
  "The sign-in provider cannot be reached. Try again, or sign in another way.";

export const notFresh =
  "You signed in more than a day ago. Sign out and in again, then repeat this.";

/** How long the library locks codes, in seconds. */
const lockedSec = 900;

/** Our sentences for the library's refusals, by its codes. What is not here is said in its own words. */
const sentences: Readonly<Record<string, string>> = {
  INVALID_EMAIL: "The e-mail must be an address such as ann@example.com.",
  INVALID_EMAIL_OR_PASSWORD: "The e-mail or the password is not right.",
  PASSWORD_TOO_LONG: "The e-mail or the password is not right.",
  INVALID_PASSWORD: "The password is not right.",
  INVALID_CODE:
    "The code is not right. Codes change every 30 seconds: try the one that is shown now.",
  INVALID_BACKUP_CODE: "This backup code is not right, or it was used before.",
  INVALID_TWO_FACTOR_COOKIE: "It took too long. Sign in again with your password.",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "Too many wrong codes. Sign in again with your password.",
  ACCOUNT_TEMPORARILY_LOCKED:
    "Too many wrong codes: codes for this account are not taken for 15 minutes.",
  TOTP_ALREADY_ENABLED: "You have a second factor already. Switch it off first to set up another.",
  TOTP_NOT_ENABLED: "You have no second factor.",
  TWO_FACTOR_NOT_ENABLED: "You have no second factor.",
  SESSION_NOT_FRESH: notFresh,
  CHALLENGE_NOT_FOUND: "It took too long. Try again.",
  PASSKEY_NOT_FOUND:
    "This passkey is not known here. Sign in another way, and add it to your account.",
  USER_NOT_VERIFIED:
    "The passkey did not ask who you are. Set a PIN or a fingerprint for it, and try again.",
  AUTHENTICATION_FAILED: "The passkey was not accepted. Try again, or sign in another way.",
  FAILED_TO_VERIFY_REGISTRATION: "The passkey was not accepted. Try again.",
  INVALID_ORIGIN: "This request does not come from the console.",
  MISSING_OR_NULL_ORIGIN: "This request does not come from the console.",
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: "This request does not come from the console.",
  PROVIDER_NOT_FOUND: providerAway,
};

const codes: Readonly<Record<number, ProblemCode>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  429: "rate_limited",
};

/** A wrong code is wrong input: 401 is for who has no session, and pages send such people to sign in. */
const wrongInput: ReadonlySet<string> = new Set(["INVALID_CODE", "INVALID_BACKUP_CODE"]);

/** A reply that takes cookies. */
interface Reply {
  header(name: string, value: string): unknown;
}

/**
 * Sets the library's cookies and gives its answer.
 *
 * @throws Problem for a refusal; Error when it failed.
 */
export function takeAnswer(reply: Reply, answer: LibraryAnswer): Readonly<Record<string, unknown>> {
  const { status, body, cookies } = answer;
  for (const cookie of cookies) reply.header("set-cookie", cookie);
  const fields = isRecord(body) ? body : {};
  if (status < 400) return fields;
  const code = typeof fields["code"] === "string" ? fields["code"] : "";
  const said = typeof fields["message"] === "string" ? fields["message"] : "It was refused.";
  // With some inputs the library calls its own failure what is a bad passkey or code.
  if (status >= 500 && sentences[code] === undefined) {
    throw new Error(`the accounts library failed: ${status} ${code} ${said}`);
  }
  if (code === "ACCOUNT_TEMPORARILY_LOCKED") reply.header("retry-after", String(lockedSec));
  const kind = wrongInput.has(code) ? undefined : codes[status];
  throw new Problem(kind ?? "invalid_request", sentences[code] ?? said);
}

/** Whom the library has let in by that answer, for which it sets a session's cookie; `null`: nobody, or not yet. */
export async function enteredBy(
  accounts: Pick<Accounts, "readSession">,
  { headers, ip, host, protocol }: AccountRequest,
  { cookies }: LibraryAnswer,
): Promise<SignedIn | null> {
  const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
  return accounts.readSession({ headers: { ...headers, cookie }, ip, host, protocol });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
