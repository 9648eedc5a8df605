import { cklbOf } from "#engines/scap";
import type { AuditReport, AuditedHost, ImportedAudit } from "#engines/scap-types";
import { csvLine } from "#lib/csv";
import { isId } from "#lib/ids";
import type { Context } from "#platform/context";
import { type AuditRunRow, findAuditRun } from "./audit-run-detail.queries.ts";
import { findKnownHost } from "./known-host.queries.ts";
import type { AuditRunDetail, RunRule } from "./listed-audit-run.ts";
import type { KnownHost } from "./match-host.ts";
import { noSuchRun } from "./no-such-run.ts";
import { readAuditRun } from "./read-audit-run.ts";
import { findScapContent } from "./scap-content.queries.ts";

/** What a run can be written as: a checklist for STIG Viewer 3, all that is known of it, or a table of its rules. */
export const runFormats = ["cklb", "json", "csv"] as const;
export type RunFormat = (typeof runFormats)[number];

/**
 * A run as the text of a file for another program.
 *
 * @throws Problem `not_found` when the tenant has no such run.
 */
export async function exportAuditRun(
  context: Pick<Context, "database" | "tenantId" | "now">,
  id: string,
  format: RunFormat,
): Promise<string> {
  if (format === "cklb") {
    const checklist = cklbOf([await importedAuditOf(context, id)]);
    return `${JSON.stringify(checklist, null, 2)}\n`;
  }
  const run = await readAuditRun(context, id);
  return format === "json" ? `${JSON.stringify(run, null, 2)}\n` : tableOf(run);
}

/** @returns the job whose ARF may be kept; `null`: the run is of none, since it was imported. */
export async function findJobOfRun(
  { database, tenantId }: Pick<Context, "database" | "tenantId">,
  id: string,
): Promise<string | null> {
  return (await requireRow({ database, tenantId }, id)).jobId;
}

async function requireRow(
  { database, tenantId }: Pick<Context, "database" | "tenantId">,
  id: string,
): Promise<AuditRunRow> {
  const run = isId(id) ? await findAuditRun(database.forTenant(tenantId), tenantId, id) : null;
  if (run === null) throw noSuchRun();
  return run;
}

/** The run as it would be read from a file. */
async function importedAuditOf(
  { database, tenantId }: Pick<Context, "database" | "tenantId">,
  id: string,
): Promise<ImportedAudit> {
  const db = database.forTenant(tenantId);
  const run = await requireRow({ database, tenantId }, id);
  const { assetId } = run.listed;
  const known = assetId === null ? null : await findKnownHost(db, tenantId, assetId);
  const kept =
    run.textsSha256 === null ? null : await findScapContent(db, tenantId, run.textsSha256);
  const report = reportOf(run, kept?.benchmark.title ?? run.listed.bundleName);
  const { benchmark, contentSha256: sha256 } = report;
  const content = { sha256, benchmark, rules: kept?.rules ?? [] };
  return { host: hostOf(run.listed.hostname, known), report, content };
}

function reportOf(run: AuditRunRow, title: string): AuditReport {
  const { listed, startedAt, contentSha256, benchmarkId, scores, rules } = run;
  const { bundleId, benchmarkVersion, profileId, profileTitle, runAt } = listed;
  return {
    startedAt: startedAt ?? runAt,
    finishedAt: runAt,
    engine: listed.engine ?? "unknown",
    privileged: listed.privileged,
    contentSha256: contentSha256 ?? "",
    benchmark: {
      id: benchmarkId ?? bundleId,
      version: benchmarkVersion ?? "",
      title,
    },
    profile: profileId === null ? null : { id: profileId, title: profileTitle ?? profileId },
    scores,
    rules: [...rules],
  };
}

function hostOf(hostname: string, known: KnownHost | null): AuditedHost {
  const fqdn = [hostname, ...(known?.names ?? [])].find((name) => name.includes("."));
  const address = known?.address ?? null;
  const mac = known?.mac ?? null;
  return {
    hostname,
    fqdn: fqdn ?? null,
    addresses: address === null ? [] : [address],
    macs: mac === null ? [] : [mac],
  };
}

const columns = [
  "id",
  "shortId",
  "version",
  "group",
  "title",
  "severity",
  "category",
  "result",
  "bucket",
  "why",
  "comments",
  "fix",
] as const satisfies readonly (keyof RunRule)[];

/** A heading, then a line for each rule. What is not known is empty. */
function tableOf({ rules }: AuditRunDetail): string {
  const excepted = ["exceptedReason", "exceptedOwner", "exceptedUntil"];
  const lines = rules.map((rule) => {
    const { reason = "", owner = "", until } = rule.excepted ?? {};
    const end = until === undefined ? "" : new Date(until).toISOString();
    const cells = columns.map((column) => rule[column] ?? "");
    return csvLine([...cells, reason, owner, end]);
  });
  return csvLine([...columns, ...excepted]) + lines.join("");
}
