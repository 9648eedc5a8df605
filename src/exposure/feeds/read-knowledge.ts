import type { DebianEntry, OsvEntry, VulnerabilityRecord } from "#engines/vulnerability-types";
import type { Queryable } from "#platform/db";
import {
  listCvesOfProducts,
  listDebianEntries,
  listOsvEntries,
  listVulnerabilities,
} from "./knowledge.queries.ts";

/** What to look up: each list may name the same thing more than once. */
export interface KnowledgeKeys {
  /** Such as `openbsd:openssh` (see `productKey`). */
  readonly products: readonly string[];
  /** Debian source packages. */
  readonly debianPackages: readonly string[];
  /** The ecosystem with its release where it has any: `Debian:12`, `PyPI`. */
  readonly osv: readonly { readonly ecosystem: string; readonly package: string }[];
}

/** Everything that the feeds say of the keys that were asked for; nothing of others. Records are shared: do not change them. */
export interface KnowledgeBase {
  /** Ordered by CVE id; those that were rejected included. */
  records(productKey: string): readonly VulnerabilityRecord[];
  /** All releases of the source package. */
  debian(pkg: string): readonly DebianEntry[];
  osv(ecosystem: string, pkg: string): readonly OsvEntry[];
}

/** A record is a few kilobytes, so that an answer stays at some megabytes. */
const recordsPerQuery = 2_000;

/** Reads what the feeds say of many things in a few queries. Errors: as `Queryable.run`. */
export async function readKnowledge(db: Queryable, keys: KnowledgeKeys): Promise<KnowledgeBase> {
  const osvKeys = new Map(keys.osv.map((key) => [osvKey(key.ecosystem, key.package), key]));
  const wanted = [...osvKeys.values()];
  const [products, debianEntries, osvEntries] = await Promise.all([
    readProducts(db, unique(keys.products)),
    keys.debianPackages.length === 0
      ? []
      : db.run(listDebianEntries, [unique(keys.debianPackages)]),
    wanted.length === 0
      ? []
      : db.run(listOsvEntries, [
          wanted.map(({ ecosystem }) => ecosystem),
          wanted.map((key) => key.package),
        ]),
  ]);
  const debian = Map.groupBy(debianEntries, (entry) => entry.package);
  const osv = Map.groupBy(osvEntries, (entry) => osvKey(entry.ecosystem, entry.package));
  return {
    records: (productKey) => products.get(productKey) ?? [],
    debian: (pkg) => debian.get(pkg) ?? [],
    osv: (ecosystem, pkg) => osv.get(osvKey(ecosystem, pkg)) ?? [],
  };
}

async function readProducts(
  db: Queryable,
  productKeys: string[],
): Promise<Map<string, VulnerabilityRecord[]>> {
  if (productKeys.length === 0) return new Map();
  const concerned = await db.run(listCvesOfProducts, [productKeys]);
  const cves = unique(concerned.flatMap((row) => row.cves));
  const records = new Map<string, VulnerabilityRecord>();
  for (let at = 0; at < cves.length; at += recordsPerQuery) {
    const rows = await db.run(listVulnerabilities, [cves.slice(at, at + recordsPerQuery)]);
    for (const record of rows) records.set(record.cve, record);
  }
  const found = (cve: string): VulnerabilityRecord[] => {
    const record = records.get(cve);
    // Between two queries a feed may be exchanged, and with it what the first one named.
    return record === undefined ? [] : [record];
  };
  return new Map(concerned.map((row) => [row.productKey, row.cves.flatMap(found)]));
}

function osvKey(ecosystem: string, pkg: string): string {
  return `${ecosystem}\n${pkg}`;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
