import { isOneLine } from "#lib/printable";
import { Problem } from "#platform/errors";

/** NIST SP 800-63B section 5.1.1.2 asks for 8 at least, and for length rather than for kinds of characters. */
const minPasswordLength = 12;
const maxPasswordLength = 200;

/** An e-mail as it is kept and compared: without blanks around it, in small letters. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** @throws Problem `invalid_request` for what cannot be an address. It is not proved that mail gets there. */
export function checkEmail(email: string): string {
  const normal = normalEmail(email);
  // RFC 5321 section 4.5.3.1.3 allows 254; the rest is what the accounts library accepts.
  if (
    normal.length > 254 ||
    !/^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/.test(normal)
  ) {
    throw new Problem("invalid_request", "The e-mail must be an address such as ann@example.com.");
  }
  return normal;
}

/** @throws Problem `invalid_request` */
export function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === "" || [...trimmed].length > 200 || !isOneLine(trimmed)) {
    throw new Problem(
      "invalid_request",
      "A person's name has 1 to 200 characters, and no control characters.",
    );
  }
  return trimmed;
}

/** What is wrong with a password, in words for the one who chose it; `null`: nothing. */
export function passwordFault(
  password: string,
  of: { email: string; name: string },
): string | null {
  const length = [...password].length;
  if (length < minPasswordLength) {
    return `A password has at least ${minPasswordLength} characters. A few words in a row are easy to remember.`;
  }
  if (length > maxPasswordLength) {
    return `A password has at most ${maxPasswordLength} characters.`;
  }
  const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const own = [of.email, of.email.split("@")[0] ?? "", of.name].map(bare);
  if (bare(password) !== "" && own.includes(bare(password)))
    return "The password must not be your e-mail or name.";
  if (new Set(password).size < 5) return "The password repeats the same few characters.";
  return null;
}

/** @throws Problem `invalid_request` */
export function checkPassword(password: string, of: { email: string; name: string }): void {
  const fault = passwordFault(password, of);
  if (fault === null) return;
  throw new Problem("invalid_request", fault, {
    details: [{ path: "/password", message: fault }],
  });
}
