import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { hashToken } from "./one-time-token.ts";

/** Browsers keep cookies no longer than 400 days (RFC 6265bis, section 5.5). */
const maxAgeSec = 34_560_000;

/**
 * What a browser shows that somebody has signed in at: a cookie that is worth no sign-in, but its attempts are counted by
 * themselves, so that strangers who try the same account elsewhere do not lock it out (OWASP, Slow Down Online Guessing
 * Attacks with Device Cookies). It holds a number, whose account it is about, and a proof that we have made it so.
 */
export interface DeviceCookies {
  /** @param email in small letters: only a browser that this account was signed in at counts. */
  read(cookies: string | undefined, name: string, email?: string): string | null;
  /** The cookie for a browser at which that account has just signed in; one that it has stays the same. */
  write(cookies: string | undefined, name: string, email: string): string;
}

/** @param key the installation's secret key. */
export function createDeviceCookies(key: Buffer): DeviceCookies {
  const secret = createHmac("sha256", key).update("vedette devices").digest();
  const proofOf = (number: string, account: string): Buffer =>
    createHmac("sha256", secret).update(`${number}.${account}`).digest();

  function read(cookies: string | undefined, name: string, email?: string): string | null {
    const [number = "", account = "", proof = ""] = valueOf(cookies, name).split(".");
    const given = Buffer.from(proof, "base64url");
    const right = proofOf(number, account);
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    return email === undefined || account === accountOf(email) ? number : null;
  }

  return {
    read,
    write(cookies, name, email) {
      const number = read(cookies, name, email) ?? randomBytes(16).toString("base64url");
      const account = accountOf(email);
      const proof = proofOf(number, account).toString("base64url");
      return `${name}=${number}.${account}.${proof}; Max-Age=${maxAgeSec}`;
    },
  };
}

function accountOf(email: string): string {
  return hashToken(email).toString("base64url");
}

function valueOf(cookies: string | undefined, name: string): string {
  const start = `${name}=`;
  const found = cookies?.split(/; */).find((pair) => pair.startsWith(start));
  return found?.slice(start.length) ?? "";
}
