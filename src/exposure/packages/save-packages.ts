import { type PackageFacts, packageKey } from "#engines/inventory-types";
import { printableLine } from "#lib/printable";
import type { Tx } from "#platform/db";
import { addPackages, listPackages, removePackages } from "./package.queries.ts";

/** What an agent's message changes of what is installed on its host. */
export interface PackageChange {
  /** `added` is everything: what it does not name is gone. */
  readonly whole: boolean;
  /** One that is named twice is there once, as it is named last. */
  readonly added: readonly PackageFacts[];
  /** Taken away before `added` is added; those that are not there are no error. */
  readonly removed: readonly PackageKey[];
}

/**
 * Takes in what is installed on an agent's host, in the caller's transaction. What neither a terminal nor PostgreSQL takes is
 * replaced in every text.
 *
 * @returns whether anything is now another than before.
 * @throws DatabaseUnavailable
 */
export async function savePackages(
  tx: Tx,
  tenantId: string,
  agentId: string,
  { whole, added, removed }: PackageChange,
): Promise<{ changed: boolean }> {
  const wanted = [...new Map(added.map(cleaned).map((one) => [packageKey(one), one])).values()];
  const isWanted = new Set(wanted.map(packageKey));
  const before = whole
    ? ((await listPackages(tx, tenantId, [agentId])).get(agentId) ?? [])
    : removed.map(cleanedKey);
  // One that is taken away and added again stays, and is no change.
  const gone = before.filter((one) => !isWanted.has(packageKey(one)));
  const changes = [
    ...(gone.length === 0
      ? []
      : await tx.run(removePackages, [tenantId, agentId, ...keyColumns(gone)])),
    ...(wanted.length === 0
      ? []
      : await tx.run(addPackages, [
          tenantId,
          agentId,
          ...keyColumns(wanted),
          wanted.map(({ source }) => source),
          wanted.map(({ sourceVersion }) => sourceVersion),
        ])),
  ];
  return { changed: changes.some(({ changed }) => changed > 0) };
}

type PackageKey = Pick<PackageFacts, "name" | "arch" | "version">;

function cleanedKey({ name, arch, version }: PackageKey): PackageKey {
  return {
    name: printableLine(name),
    arch: printableLine(arch),
    version: printableLine(version),
  };
}

function cleaned(one: PackageFacts): PackageFacts {
  const [source, sourceVersion] = [printableLine(one.source), printableLine(one.sourceVersion)];
  return { ...cleanedKey(one), source, sourceVersion };
}

function keyColumns(of: readonly PackageKey[]): [string[], string[], string[]] {
  return [of.map(({ name }) => name), of.map(({ arch }) => arch), of.map(({ version }) => version)];
}
