import { Problem } from "#platform/errors";
import { addressBlock } from "#platform/http";
import type { RateLimiter, RateVerdict } from "#platform/rate-limit";
import { hashToken } from "./one-time-token.ts";

/** Attempts to get in that one client address may make in any 60 s. A whole office may share one. */
export const attemptsPerAddress = 30;
/** The same for one account, wherever they come from: so nobody guesses a password of 12 characters. */
export const attemptsPerAccount = 10;

/** Counts attempts to get in, right and wrong ones alike. */
export interface Attempts {
  /** @param account an e-mail; left out where no account is told. */
  take(ip: string, account?: string): Promise<RateVerdict>;
}

/** @param limiters in one process, or over all servers. */
export function createAttempts(limiters: {
  perAddress: RateLimiter;
  perAccount: RateLimiter;
}): Attempts {
  return {
    async take(ip, account) {
      const ofAddress = await limiters.perAddress.take(`sign-in address ${addressBlock(ip)}`);
      if (!ofAddress.allowed || account === undefined) return ofAddress;
      // A key of one length, whatever somebody calls an e-mail.
      const name = hashToken(account).toString("base64url");
      return limiters.perAccount.take(`sign-in account ${name}`);
    },
  };
}

/** @throws Problem `rate_limited`, with `Retry-After` on the reply. */
export async function countAttempt(
  attempts: Attempts,
  request: { ip: string },
  reply: { header(name: "retry-after", value: string): unknown },
  account?: string,
): Promise<void> {
  const { allowed, resetSec } = await attempts.take(request.ip, account);
  if (allowed) return;
  reply.header("retry-after", String(resetSec));
  throw new Problem("rate_limited", `Too many attempts. Try again in ${resetSec} s.`);
}
