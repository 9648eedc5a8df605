import { renameAudit } from "#exposure/audits";
import { renameBundle } from "#exposure/bundles";
import { renameDirectory } from "#exposure/directories";
import { renameProbe } from "#exposure/probes";
import { renameScan } from "#exposure/scans";
import { renameSite } from "#exposure/sites";
import { renameCollector } from "#monitor/collectors";
import { renameMaintenanceWindow } from "#monitor/maintenance";
import { renameSensor } from "#monitor/sensors";
import { insertAuditEntries } from "#platform/audit-log";
import { renameCompany } from "#platform/companies";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { announce } from "#platform/live";
import { type DeclarationList, declarationLists } from "./list.ts";

const statements = {
  companies: renameCompany,
  collectors: renameCollector,
  sensors: renameSensor,
  maintenance: renameMaintenanceWindow,
  sites: renameSite,
  probes: renameProbe,
  scans: renameScan,
  bundles: renameBundle,
  audits: renameAudit,
  directories: renameDirectory,
} as const satisfies Readonly<Record<DeclarationList, unknown>>;

/** Gives an item another name, which is free, in the caller's transaction: what refers to it, and its history, stays. */
export async function renameItem(
  tx: Tx,
  context: Context,
  list: DeclarationList,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<void> {
  const { noun } = declarationLists[list];
  await tx.run(statements[list], [context.tenantId, id, to]);
  await insertAuditEntries(tx, context, [
    {
      action: `${noun}.rename`,
      subjectKind: noun,
      subjectId: id,
      detail: { name: { from, to } },
    },
  ]);
  await announce(tx, context.tenantId, "declarations", null);
}
