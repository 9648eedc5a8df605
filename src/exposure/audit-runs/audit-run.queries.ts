import { type Queryable, statement } from "#platform/db";
import { type NewAuditRun, nativeScoreOf } from "./audit-run.ts";
import { countRules } from "./count-rules.ts";

/**
 * Keeps runs, all in one statement. One whose job or import has a run already is passed over.
 *
 * @returns ids of those that were kept.
 */
export async function insertAuditRuns(
  tx: Queryable,
  tenantId: string,
  runs: readonly NewAuditRun[],
): Promise<Set<string>> {
  if (runs.length === 0) return new Set();
  const inserted = await tx.run(insertStatement, [tenantId, JSON.stringify(runs.map(rowOf))]);
  return new Set(inserted.map(({ id }) => id));
}

function rowOf(run: NewAuditRun): object {
  const { report } = run;
  const { satisfied, failed, notApplicable, notCheckable, unknown } = countRules(report.rules);
  const native = nativeScoreOf(report);
  return {
    id: run.id,
    agent_id: run.agentId,
    hostname: run.hostname,
    bundle_id: run.bundleId,
    bundle_name: run.bundleName,
    run_at: report.finishedAt,
    satisfied,
    failed,
    not_applicable: notApplicable,
    not_checkable: notCheckable,
    unknown,
    source: run.source,
    job_id: run.jobId,
    audit_id: run.auditId,
    asset_id: run.assetId,
    site_id: run.siteId,
    started_at: report.startedAt,
    engine: report.engine,
    privileged: report.privileged,
    content_sha256: report.contentSha256,
    texts_sha256: run.textsSha256,
    benchmark_id: report.benchmark.id,
    benchmark_version: report.benchmark.version,
    profile_id: report.profile?.id ?? null,
    profile_title: report.profile?.title ?? null,
    native_score: native?.value ?? null,
    native_score_max: native?.maximum ?? null,
    scoring_system: native?.system ?? null,
    scores: report.scores,
    rules: report.rules,
    import_key: run.importKey,
  };
}

const insertStatement = statement<readonly [tenantId: string, rows: string], { id: string }>(
  "audit-runs.insert",
  `insert into audit_runs (tenant_id, id, agent_id, hostname, bundle_id, bundle_name, run_at, satisfied, failed,
     not_applicable, not_checkable, unknown, source, job_id, audit_id, asset_id, site_id, started_at, engine, privileged,
     content_sha256, texts_sha256, benchmark_id, benchmark_version, profile_id, profile_title, native_score,
     native_score_max, scoring_system, scores, rules, import_key)
   select $1, r.* from jsonb_to_recordset($2::jsonb) as r (id uuid, agent_id uuid, hostname text, bundle_id text,
     bundle_name text, run_at bigint, satisfied integer, failed integer, not_applicable integer, not_checkable integer,
     unknown integer, source text, job_id uuid, audit_id uuid, asset_id uuid, site_id uuid, started_at bigint, engine text,
     privileged boolean, content_sha256 text, texts_sha256 text, benchmark_id text, benchmark_version text,
     profile_id text, profile_title text, native_score double precision, native_score_max double precision,
     scoring_system text, scores jsonb, rules jsonb, import_key text)
   on conflict do nothing
   returning id`,
);

/** The run that an imported result became; `null`: none. */
export async function findImportedRun(
  tx: Queryable,
  tenantId: string,
  importKey: string,
): Promise<{ id: string; assetId: string | null } | null> {
  const [row] = await tx.run(importedStatement, [tenantId, importKey]);
  return row ?? null;
}

const importedStatement = statement<
  readonly [tenantId: string, importKey: string],
  { id: string; assetId: string | null }
>(
  "audit-runs.find-imported",
  `select id, asset_id as "assetId" from audit_runs where tenant_id = $1 and import_key = $2`,
);
