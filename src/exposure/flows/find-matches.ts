import { lookupKeys, matchSoftware, softwareKey } from "#engines/matching";
import type { Match, Software } from "#engines/vulnerability-types";
import { type Rating, readKnowledge, readRatings } from "#exposure/feeds";
import type { Queryable } from "#platform/db";

/** What the feeds say of some software: by software key, and how bad each vulnerability is, by CVE. */
export interface FoundMatches {
  readonly of: (key: string) => readonly Match[];
  readonly rating: (cve: string) => Rating | null;
}

/** What was found so far, by software key and by CVE. It is good as long as the feeds stay as they are. */
export interface MatchMemory {
  readonly matches: Map<string, readonly Match[]>;
  /** `null`: no feed rates it. */
  readonly ratings: Map<string, Rating | null>;
}

/** A memory in which there is nothing yet. */
export function newMatchMemory(): MatchMemory {
  return { matches: new Map(), ratings: new Map() };
}

/**
 * Matches many pieces of software at once: each kind is judged once, however many hosts run it.
 *
 * @param memory what is in it is not looked for again, and what is found is added.
 * @throws DatabaseUnavailable
 */
export async function findMatches(
  db: Queryable,
  software: readonly Software[],
  { matches, ratings }: MatchMemory = newMatchMemory(),
): Promise<FoundMatches> {
  const kinds = new Map<string, Software>();
  for (const one of software) {
    const key = softwareKey(one);
    if (!matches.has(key)) kinds.set(key, one);
  }
  const keys = [...kinds.values()].map(lookupKeys);
  const knowledge = await readKnowledge(db, {
    products: keys.flatMap(({ products }) => products),
    debianPackages: keys.flatMap(({ debianPackages }) => debianPackages),
    osv: keys.flatMap(({ osv }) => osv),
  });
  const found = [...kinds].map(([key, one]) => {
    const lookup = lookupKeys(one);
    const records = new Map(
      lookup.products.flatMap((product) =>
        knowledge.records(product).map((record) => [record.cve, record] as const),
      ),
    );
    const known = {
      records: [...records.values()],
      debian: lookup.debianPackages.flatMap((name) => knowledge.debian(name)),
      osv: lookup.osv.flatMap((entry) => knowledge.osv(entry.ecosystem, entry.package)),
    };
    return { key, matches: matchSoftware(one, known) };
  });
  const affected = found.flatMap((one) => one.matches.filter((match) => match.affected));
  const unrated = affected.map(({ cve }) => cve).filter((cve) => !ratings.has(cve));
  const rated = await readRatings(db, unrated);
  for (const cve of unrated) ratings.set(cve, rated.get(cve) ?? null);
  for (const one of found) matches.set(one.key, one.matches);
  return { of: (key) => matches.get(key) ?? [], rating: (cve) => ratings.get(cve) ?? null };
}
