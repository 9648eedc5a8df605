import { Problem } from "#platform/errors";
import { addressBlock } from "#platform/http";
import type { RateLimiter, RateVerdict } from "#platform/rate-limit";
import { hashToken } from "./one-time-token.ts";

/** Attempts to get in that one client address may make in any 60 s. A whole office may share one. */
export const attemptsPerAddress = 30;
/** The same for one account from one address, and for a browser that is known: so nobody guesses a password of 12 characters. */
export const attemptsPerAccount = 10;
/** The same for one account by all browsers that are not known, wherever they are. */
export const attemptsOfStrangers = 30;

/** Who tries. */
export interface Attempt {
  ip: string;
  /** An e-mail; left out where no account is told. */
  account?: string;
  /**
   * What is known of the one who tries, by a session or a device cookie: that is counted alone, so that nobody who knows an
   * e-mail, or sits in the same network, keeps its owner out from there.
   */
  known?: string | null;
}

/** Counts attempts to get in, right and wrong ones alike. */
export interface Attempts {
  take(attempt: Attempt): Promise<RateVerdict>;
}

/** @param limiters in one process, or over all servers. */
export function createAttempts(limiters: {
  perAddress: RateLimiter;
  perAccount: RateLimiter;
  ofStrangers: RateLimiter;
}): Attempts {
  return {
    async take({ ip, account, known = null }) {
      if (known !== null) return limiters.perAccount.take(`sign-in known ${known}`);
      const address = addressBlock(ip);
      const ofAddress = await limiters.perAddress.take(`sign-in address ${address}`);
      if (!ofAddress.allowed || account === undefined) return ofAddress;
      // A key of one length, whatever somebody calls an e-mail.
      const name = hashToken(account).toString("base64url");
      const fromThere = await limiters.perAccount.take(`sign-in account ${name} ${address}`);
      if (!fromThere.allowed) return fromThere;
      return limiters.ofStrangers.take(`sign-in account ${name}`);
    },
  };
}

/** @throws Problem `rate_limited`, with `Retry-After` on the reply. */
export async function countAttempt(
  attempts: Attempts,
  request: { ip: string },
  reply: { header(name: "retry-after", value: string): unknown },
  who: Omit<Attempt, "ip"> = {},
): Promise<void> {
  const { allowed, resetSec } = await attempts.take({ ip: request.ip, ...who });
  if (allowed) return;
  reply.header("retry-after", String(resetSec));
  throw new Problem("rate_limited", `Too many attempts. Try again in ${resetSec} s.`);
}
