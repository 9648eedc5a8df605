import { createHash } from "node:crypto";
import { strippedId } from "#engines/scap";
import type { ImportedAudit } from "#engines/scap-types";
import { listSiteRows } from "#exposure/sites";
import { newId } from "#lib/ids";
import { printableLine } from "#lib/printable";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { findImportedRun, insertAuditRuns } from "./audit-run.queries.ts";
import { type NewAuditRun, bundleNameOf, refusalOf, withinTimes } from "./audit-run.ts";
import { cleanScap } from "./clean-report.ts";
import { type RuleCounts, countRules, scorePctOf } from "./count-rules.ts";
import { listHostsLike } from "./known-host.queries.ts";
import { matchHost, nameOfHost } from "./match-host.ts";
import { saveScapContent } from "./scap-content.queries.ts";

/** What to take in. */
export interface AuditImport {
  readonly audits: readonly ImportedAudit[];
  /** The site that the hosts are at; `null`: they are looked for everywhere. */
  readonly site: string | null;
  /** Its name, for sentences and the log. */
  readonly file: string;
  /** When the file was made, in Unix epoch milliseconds: the time of results that have none of their own. */
  readonly at: number;
}

/** What became of one result of a file. */
export interface ImportedRun {
  readonly id: string;
  readonly hostname: string;
  /** `null`: the host is none of the assets, or it cannot be told which. */
  readonly assetId: string | null;
  readonly benchmark: string;
  /** False: it was imported before. */
  readonly isNew: boolean;
  readonly scorePct: number | null;
  readonly counts: RuleCounts;
}

/** A result that is none of a run, and why. */
export interface RefusedAudit {
  readonly hostname: string;
  readonly benchmark: string;
  readonly reason: string;
}

/**
 * Takes in what a file of another program says of audits, all of it in one transaction. What was imported before changes
 * nothing. No asset is made: a host that nobody scanned has a run without one.
 *
 * @throws Problem `forbidden` without write scope; `not_found` when there is no such site; `invalid_request` when nothing
 * in the file is a run.
 */
export async function importAudits(
  context: Context,
  input: AuditImport,
): Promise<{ runs: ImportedRun[]; refused: RefusedAudit[] }> {
  const { tenantId, scopes, database } = context;
  if (!scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const refused = input.audits.flatMap(refusedIn);
  if (refused.length === input.audits.length) {
    const reason = refused[0]?.reason ?? "It holds no result.";
    throw new Problem("invalid_request", `${input.file} is not taken in: ${reason}`);
  }
  const wanted = input.audits.filter((audit) => refusalOf(audit.report) === null);
  const runs = await database.transaction(tenantId, async (tx) => {
    const siteId = input.site === null ? null : await siteNamed(tx, tenantId, input.site);
    const made: ImportedRun[] = [];
    for (const audit of wanted) made.push(await importOne(tx, context, input, audit, siteId));
    await logImport(tx, context, input, made);
    await announce(tx, tenantId, "audit_jobs", null);
    return made;
  });
  return { runs, refused };
}

function refusedIn({ host, report }: ImportedAudit): RefusedAudit[] {
  const reason = refusalOf(report);
  if (reason === null) return [];
  const { hostname, benchmark } = { hostname: nameOfHost(host), benchmark: titleOf(report) };
  return [{ hostname: printableLine(hostname), benchmark: printableLine(benchmark), reason }];
}

function titleOf({ benchmark }: ImportedAudit["report"]): string {
  return benchmark.title || strippedId(benchmark.id);
}

async function siteNamed(tx: Tx, tenantId: string, name: string): Promise<string> {
  const site = (await listSiteRows(tx, tenantId)).find((one) => one.name === name);
  if (site !== undefined) return site.id;
  throw new Problem("not_found", `There is no site named ${JSON.stringify(name)}.`);
}

async function importOne(
  tx: Tx,
  context: Context,
  { at }: AuditImport,
  audit: ImportedAudit,
  siteId: string | null,
): Promise<ImportedRun> {
  const { tenantId } = context;
  const now = context.now();
  const importKey = keyOf(audit, at);
  const report = withinTimes(cleanScap(audit.report), 0, now);
  const counts = countRules(report.rules);
  const known = matchHost(audit.host, await listHostsLike(tx, tenantId, audit.host, siteId));
  const content = cleanScap(audit.content);
  await saveScapContent(tx, tenantId, content, now);
  const run: NewAuditRun = {
    id: newId(),
    source: "import",
    jobId: null,
    auditId: null,
    agentId: known?.agentId ?? null,
    assetId: known?.assetId ?? null,
    siteId: known?.siteId ?? siteId,
    hostname: printableLine(nameOfHost(audit.host)),
    bundleId: strippedId(report.benchmark.id),
    bundleName: bundleNameOf(titleOf(report), report),
    report,
    textsSha256: content.sha256,
    importKey,
  };
  const inserted = await insertAuditRuns(tx, tenantId, [run]);
  const isNew = inserted.has(run.id);
  const earlier = isNew ? null : await findImportedRun(tx, tenantId, importKey);
  const { hostname, bundleName: benchmark } = run;
  return {
    id: earlier?.id ?? run.id,
    hostname,
    assetId: earlier === null ? run.assetId : earlier.assetId,
    benchmark,
    isNew,
    scorePct: scorePctOf(counts),
    counts,
  };
}

/** Tells a result from others. A time that is but the file's says nothing about the result: a copy has another. */
function keyOf({ host, report }: ImportedAudit, at: number): string {
  const { startedAt, finishedAt, benchmark, profile, rules } = report;
  const times = finishedAt === at ? null : [startedAt, finishedAt];
  const results = rules.map(({ id, result, severity, why, comments }) => [
    id,
    result,
    severity,
    why,
    comments,
  ]);
  const named = [host, benchmark.id, benchmark.version, profile?.id ?? null, times, results];
  return createHash("sha256").update(JSON.stringify(named)).digest("hex");
}

async function logImport(
  tx: Tx,
  context: Context,
  { file }: AuditImport,
  runs: readonly ImportedRun[],
): Promise<void> {
  await insertAuditEntries(
    tx,
    context,
    runs
      .filter(({ isNew }) => isNew)
      .map(({ id, hostname, benchmark }) => ({
        action: "audit.import",
        subjectKind: "audit_run",
        subjectId: id,
        detail: { file: printableLine(file), hostname, benchmark },
      })),
  );
}
