import type { PackageFacts } from "#engines/inventory-types";
import { packageKey } from "#lib/package-key";
import { fact } from "./fact.ts";

/** The most packages that an inventory has room for. */
export const maxPackages = 50_000;

/** A package as its database names it; `null` when it has no name or version, for then it is none. */
export function packageFacts(given: {
  name: string;
  version: string;
  arch: string;
  /** Empty: as the package itself. */
  source: string;
  sourceVersion: string;
}): PackageFacts | null {
  const name = fact(given.name, 255);
  const version = fact(given.version, 255);
  if (name === "" || version === "") return null;
  return {
    name,
    version,
    arch: fact(given.arch, 50),
    source: fact(given.source, 255) || name,
    sourceVersion: fact(given.sourceVersion, 255) || version,
  };
}

/** Each package once, in the order of their keys. */
export function sortedPackages(packages: readonly PackageFacts[]): PackageFacts[] {
  const byKey = new Map(packages.map((one) => [packageKey(one), one]));
  const keys = [...byKey.keys()].toSorted();
  return keys.flatMap((key) => byKey.get(key) ?? []);
}
