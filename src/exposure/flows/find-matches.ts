import { lookupKeys, matchSoftware, softwareKey } from "#engines/matching";
import type { Match, Software } from "#engines/vulnerability-types";
import { type Rating, readKnowledge, readRatings } from "#exposure/feeds";
import type { Queryable } from "#platform/db";

/** What the feeds say of some software: by software key, and how bad each vulnerability is, by CVE. */
export interface FoundMatches {
  readonly of: (key: string) => readonly Match[];
  readonly rating: (cve: string) => Rating | null;
}

/**
 * Matches many pieces of software at once: each kind is judged once, however many hosts run it.
 *
 * @throws DatabaseUnavailable
 */
export async function findMatches(
  db: Queryable,
  software: readonly Software[],
): Promise<FoundMatches> {
  const kinds = new Map(software.map((one) => [softwareKey(one), one]));
  const keys = [...kinds.values()].map(lookupKeys);
  const knowledge = await readKnowledge(db, {
    products: keys.flatMap(({ products }) => products),
    debianPackages: keys.flatMap(({ debianPackages }) => debianPackages),
    osv: keys.flatMap(({ osv }) => osv),
  });
  const matches = new Map<string, readonly Match[]>();
  for (const [key, one] of kinds) {
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
    matches.set(key, matchSoftware(one, known));
  }
  const affected = [...matches.values()].flat().filter((match) => match.affected);
  const ratings = await readRatings(
    db,
    affected.map(({ cve }) => cve),
  );
  return { of: (key) => matches.get(key) ?? [], rating: (cve) => ratings.get(cve) ?? null };
}
