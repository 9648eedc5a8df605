import type { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { beginningOf, commonName, endOf, namesOf, type ServedChain } from "./served-chain.ts";

const dayMs = 86_400_000;
/** What a result carries at most: certificates without a planned end say 9999-12-31 (RFC 5280 section 4.1.2.5). */
const mostDays = 1_000_000;
const leastDays = -100_000;

/**
 * Whole days from `nowAt` until `expiresAt` (both epoch milliseconds), rounded down, so negative once expired.
 * Clamped to -100,000 and 1,000,000.
 */
export function daysLeft(expiresAt: number, nowAt: number): number {
  const days = Math.floor((expiresAt - nowAt) / dayMs);
  return Math.min(mostDays, Math.max(leastDays, days));
}

/**
 * Why the chain that `whom` (`example.test:443`) served is not to be trusted for `name`, in a sentence; `null` when it
 * is. `verifyError` is OpenSSL's name for what it found (`CERT_HAS_EXPIRED`), `null` when the chain is good. A common
 * name counts only in a certificate without subjectAltName; wildcards stand for one whole label (RFC 9525 section 6.3,
 * but for the first).
 */
export function judgeVerification(
  chain: ServedChain,
  verifyError: string | null,
  name: string,
  whom: string,
  nowAt: number,
): string | null {
  const { leaf } = chain;
  if (verifyError !== null) {
    const ended = endedWords(chain, whom, nowAt);
    if (ended !== null) return ended;
    return chainWords(chain, verifyError, whom, nowAt);
  }
  if (coversName(leaf, name)) return null;
  const names = namesOf(leaf, 5);
  const whose = names.length === 0 ? "no name at all" : names.join(", ").slice(0, 250);
  return `certificate of ${whom} is for ${whose}, not for ${name}`;
}

/**
 * Why the chain ends too soon: fewer than `minDaysLeft` (0 or more) whole days from `nowAt` (epoch milliseconds); `null`
 * when it does not.
 */
export function judgeExpiry(
  chain: ServedChain,
  minDaysLeft: number,
  whom: string,
  nowAt: number,
): string | null {
  if (chain.expiresAt === null) return endedWords(chain, whom, nowAt);
  const days = daysLeft(chain.expiresAt, nowAt);
  if (days >= minDaysLeft) return null;
  if (days < 0) return endedWords(chain, whom, nowAt);
  const left = days === 0 ? "today" : `in ${count(days, "day")}`;
  const which = shown(chain, chain.firstToExpire, whom);
  return `${which} expires ${left} (${date(chain.expiresAt)}), at least ${count(minDaysLeft, "day")} ahead is asked for`;
}

function coversName(leaf: X509Certificate, name: string): boolean {
  if (isIP(name) !== 0) return leaf.checkIP(name) !== undefined;
  return leaf.checkHost(name, { partialWildcards: false }) !== undefined;
}

/** Says that a served certificate has expired, or has no end to tell by: the server's own before any other. */
function endedWords(chain: ServedChain, whom: string, nowAt: number): string | null {
  const own = endOf(chain.leaf);
  const which = own === null || own < nowAt ? chain.leaf : chain.firstToExpire;
  const end = endOf(which);
  if (end === null) return `${shown(chain, which, whom)} has an end that is no date`;
  if (end >= nowAt) return null;
  return `${shown(chain, which, whom)} expired ${ago(nowAt - end)} (${date(end)})`;
}

function chainWords(chain: ServedChain, error: string, whom: string, nowAt: number): string {
  const { leaf, certificates } = chain;
  const last = certificates.at(-1) ?? leaf;
  const issuer = JSON.stringify(commonName(last.issuer) ?? "an unnamed authority");
  switch (error) {
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
      return `certificate of ${whom} is self-signed and not among the trusted ones`;
    case "SELF_SIGNED_CERT_IN_CHAIN":
      return `certificate of ${whom} comes from ${issuer}, which is not a trusted authority`;
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      return certificates.length === 1
        ? `certificate of ${whom} comes from ${issuer}, which is not a trusted authority, and the server sends no intermediate certificate`
        : `certificate of ${whom} comes from ${issuer}, which is not a trusted authority`;
    case "CERT_NOT_YET_VALID":
      for (const each of certificates) {
        const from = beginningOf(each);
        if (from === null || from <= nowAt) continue;
        return `${shown(chain, each, whom)} is not valid before ${date(from)}`;
      }
      return `certificate of ${whom} is not valid yet`;
    case "CERT_HAS_EXPIRED":
      return `an authority that certificate of ${whom} leads to has expired`; // none that was served
    default:
      return `certificate of ${whom} is not accepted (${error})`;
  }
}

/** Which certificate is meant. */
function shown(chain: ServedChain, which: X509Certificate, whom: string): string {
  if (which === chain.leaf) return `certificate of ${whom}`;
  const name = commonName(which.subject) ?? namesOf(which, 1)[0] ?? which.serialNumber;
  return `issuing certificate ${JSON.stringify(name)} of ${whom}`;
}

function ago(ms: number): string {
  if (ms >= dayMs) return `${count(Math.floor(ms / dayMs), "day")} ago`;
  if (ms >= 3_600_000) return `${count(Math.floor(ms / 3_600_000), "hour")} ago`;
  return `${count(Math.floor(ms / 60_000), "minute")} ago`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function date(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
