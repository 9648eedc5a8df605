import { saveScapContent } from "#exposure/audit-runs";
import { renewBundle } from "#exposure/audits";
import { type AuditEntry, insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import {
  type BundleRow,
  deleteBundleRows,
  listUses,
  lockBundleRows,
  upsertBundle,
} from "./bundle.queries.ts";
import { type BundleToSave, isContentFile, nameFault } from "./bundle.ts";

/** What is to be done to a tenant's bundles. */
export interface BundleChanges {
  /** Their names must be free. */
  create: readonly BundleToSave[];
  /** As they are to be. */
  update: readonly BundleToSave[];
  delete: readonly { id: string; name: string }[];
  /** Audits that the transaction saves or deletes next: then it shows whether their profile is in the new content. */
  savedNext?: readonly string[];
}

/** More names than this help nobody. */
const shownNames = 10;

/**
 * Makes, changes and deletes bundles, with an audit-log row each, in the caller's transaction, and keeps what the rules of
 * a file say. Open jobs go on with what their bundle is now.
 *
 * @throws Problem `forbidden` without write scope; `invalid_request`: a name that cannot be, an audit that uses a bundle
 * to be deleted, or a profile that the new content does not have.
 */
export async function saveBundles(tx: Tx, context: Context, changes: BundleChanges): Promise<void> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const { tenantId } = context;
  const now = context.now();
  await deleteBundles(tx, tenantId, changes.delete);
  for (const bundle of [...changes.update, ...changes.create]) {
    checkNames(bundle);
    await upsertBundle(tx, tenantId, rowOf(bundle), now);
    if (bundle.content.source === "file") {
      await saveScapContent(tx, tenantId, bundle.content.file.dataStream.content, now);
    }
  }
  const savedNext = new Set(changes.savedNext);
  for (const bundle of changes.update) {
    const faults = await renewBundle(tx, tenantId, rowOf(bundle), savedNext);
    if (faults.length === 0) continue;
    const what = `The bundle ${JSON.stringify(bundle.name)} cannot be changed`;
    throw new Problem(
      "invalid_request",
      `${what}: ${faults.join("; ")}, which is not in the new file.`,
    );
  }
  await insertAuditEntries(tx, context, [
    ...changes.delete.map(({ id, name }) => entry("bundle.delete", id, { name })),
    ...changes.update.map((bundle) => entry("bundle.update", bundle.id, detailOf(bundle))),
    ...changes.create.map((bundle) => entry("bundle.create", bundle.id, detailOf(bundle))),
  ]);
}

async function deleteBundles(
  tx: Tx,
  tenantId: string,
  bundles: BundleChanges["delete"],
): Promise<void> {
  if (bundles.length === 0) return;
  const ids = bundles.map(({ id }) => id);
  await tx.run(lockBundleRows, [tenantId, ids]);
  for (const { bundleId, audits } of await listUses(tx, tenantId, ids)) {
    const name = bundles.find(({ id }) => id === bundleId)?.name;
    const shown = audits.slice(0, shownNames).map((audit) => JSON.stringify(audit));
    const more = audits.length > shownNames ? ` and ${audits.length - shownNames} more` : "";
    const uses = `${audits.length === 1 ? "the audit" : "the audits"} ${shown.join(", ")}${more}`;
    const what = `The bundle ${JSON.stringify(name)} cannot be removed`;
    throw new Problem("invalid_request", `${what}: it is used by ${uses}.`);
  }
  await tx.run(deleteBundleRows, [tenantId, ids]);
}

function checkNames({ name, content }: BundleToSave): void {
  const fault = nameFault(name);
  const what = `The bundle ${JSON.stringify(name)} cannot be kept`;
  if (fault !== null) throw new Problem("invalid_request", `${what}: its name ${fault}.`);
  if (content.source === "file" || isContentFile(content.fileName)) return;
  const file = JSON.stringify(content.fileName);
  const example = "such as ssg-rhel9-ds.xml: a name without a folder";
  throw new Problem("invalid_request", `${what}: ${file} is no file of a distribution ${example}.`);
}

function rowOf({ id, name, content }: BundleToSave): BundleRow {
  if (content.source === "content") {
    const none = { sha256: null, bytes: null, gzip: null, profiles: [], platforms: [] };
    return { id, name, ...content, ...none };
  }
  const { fileName, sha256, bytes, gzip, dataStream } = content.file;
  const { platforms } = dataStream;
  const profiles = dataStream.profiles.map(({ id: profile, title, rules }) => ({
    id: profile,
    title,
    rules,
  }));
  return { id, name, source: "file", fileName, sha256, bytes, gzip, profiles, platforms };
}

function detailOf(bundle: BundleToSave): AuditEntry["detail"] {
  const { name, source, fileName, sha256 } = rowOf(bundle);
  return { name, source, fileName, sha256 };
}

function entry(action: string, subjectId: string, detail: AuditEntry["detail"]): AuditEntry {
  return { action, subjectKind: "bundle", subjectId, detail };
}
