import { hash } from "node:crypto";
import type { Inventory, PackageFacts } from "#engines/inventory-types";
import { packageKey } from "#lib/package-key";
import type { InventoryUpdate } from "#wire/agent.v1";

/** SHA-256 in hex of an inventory: of its JSON, whatever the order of its fields. */
export function revisionOf(inventory: Inventory): string {
  return hash("sha256", canonical(inventory));
}

/**
 * What has to be told so that one who has `before` has `after`; `null`: nothing.
 *
 * @param before `null`: whoever is told has nothing.
 * @param at when `after` was taken, Unix epoch milliseconds.
 */
export function updateOf(
  before: Inventory | null,
  after: Inventory,
  at: number,
): InventoryUpdate | null {
  const { host, packages, listeners, blindSpots } = mutable(after);
  const revision = revisionOf(after);
  if (before === null) {
    return { base: null, revision, at, host, listeners, blindSpots, packages, removed: [] };
  }
  const base = revisionOf(before);
  if (base === revision) return null;
  const had = byKey(before.packages);
  const has = byKey(after.packages);
  return {
    base,
    revision,
    at,
    ...(same(before.host, host) ? {} : { host }),
    ...(same(before.listeners, listeners) ? {} : { listeners }),
    ...(same(before.blindSpots, blindSpots) ? {} : { blindSpots }),
    packages: [...has].filter(([key, is]) => !same(had.get(key), is)).map(([, is]) => is),
    removed: [...had]
      .filter(([key]) => !has.has(key))
      .map(([, { name, arch, version }]) => ({ name, arch, version })),
  };
}

function byKey(packages: readonly PackageFacts[]): Map<string, PackageFacts> {
  return new Map(packages.map((each) => [packageKey(each), each]));
}

/** The lists as the message has them. */
function mutable({ host, packages, listeners, blindSpots }: Inventory) {
  return {
    host,
    packages: [...packages],
    listeners: [...listeners],
    blindSpots: [...blindSpots],
  };
}

function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
