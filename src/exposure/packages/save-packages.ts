import { type PackageFacts, packageKey } from "#engines/inventory-types";
import { printableLine } from "#lib/printable";
import type { Tx } from "#platform/db";
import {
  type PackageColumns,
  addPackages,
  removePackages,
  replacePackages,
} from "./package.queries.ts";

/** What an agent's message changes of what is installed on its host. */
export interface PackageChange {
  /** `added` is everything: what it does not name is gone. */
  readonly whole: boolean;
  /** One that is named twice is there once, as it is named last. */
  readonly added: readonly PackageFacts[];
  /** Taken away before `added` is added; those that are not there are no error. */
  readonly removed: readonly Pick<PackageFacts, "name" | "arch" | "version">[];
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
  const clean = added.map((one): PackageFacts => ({
    name: printableLine(one.name),
    version: printableLine(one.version),
    arch: printableLine(one.arch),
    source: printableLine(one.source),
    sourceVersion: printableLine(one.sourceVersion),
  }));
  const wanted = [...new Map(clean.map((one) => [packageKey(one), one])).values()];
  const columns: PackageColumns = [
    wanted.map(({ name }) => name),
    wanted.map(({ arch }) => arch),
    wanted.map(({ version }) => version),
    wanted.map(({ source }) => source),
    wanted.map(({ sourceVersion }) => sourceVersion),
  ];
  if (whole) return isChanged(await tx.run(replacePackages, [tenantId, agentId, ...columns]));
  const kept = new Set(wanted.map(packageKey));
  const gone = removed
    .map((one) => ({
      name: printableLine(one.name),
      arch: printableLine(one.arch),
      version: printableLine(one.version),
    }))
    // One that is taken away and added again stays, and is no change.
    .filter((one) => !kept.has(packageKey(one)));
  const taken =
    gone.length === 0
      ? []
      : await tx.run(removePackages, [
          tenantId,
          agentId,
          gone.map(({ name }) => name),
          gone.map(({ arch }) => arch),
          gone.map(({ version }) => version),
        ]);
  const put = wanted.length === 0 ? [] : await tx.run(addPackages, [tenantId, agentId, ...columns]);
  return isChanged([...taken, ...put]);
}

function isChanged(rows: readonly { readonly changed: number }[]): { changed: boolean } {
  return { changed: rows.some(({ changed }) => changed > 0) };
}
