import { strippedId } from "#engines/scap";

/** Where an exception holds: everywhere, unless one of them is not null. */
export interface ExceptionPlace {
  readonly assetId: string | null;
  readonly siteId: string | null;
  readonly tag: string | null;
}

/** A rule that somebody answers for not keeping. Times are Unix epoch milliseconds. */
export interface RuleException extends ExceptionPlace {
  readonly id: string;
  /** As it was given: with the prefixes of XCCDF or without. */
  readonly ruleId: string;
  readonly reason: string;
  readonly owner: string;
  /** From then on it does not hold; `null`: until it is ended. */
  readonly expiresAt: number | null;
  readonly createdAt: number;
  readonly createdBy: string;
}

/** The host of a run, as far as exceptions ask for it. */
export interface ExceptedHost {
  readonly assetId: string | null;
  readonly siteId: string | null;
  readonly tags: readonly string[];
}

/** The exceptions that hold on a host at one moment, by short rule id; of several, the newest. */
export function matchExceptions(
  exceptions: readonly RuleException[],
  host: ExceptedHost,
  now: number,
): ReadonlyMap<string, RuleException> {
  const oldestFirst = exceptions.toSorted((a, b) => a.createdAt - b.createdAt);
  const found = new Map<string, RuleException>();
  for (const one of oldestFirst) {
    if (isAt(one, host) && (one.expiresAt === null || one.expiresAt > now))
      found.set(strippedId(one.ruleId), one);
  }
  return found;
}

function isAt({ assetId, siteId, tag }: ExceptionPlace, host: ExceptedHost): boolean {
  if (assetId !== null && assetId !== host.assetId) return false;
  if (siteId !== null && siteId !== host.siteId) return false;
  return tag === null || host.tags.includes(tag);
}
