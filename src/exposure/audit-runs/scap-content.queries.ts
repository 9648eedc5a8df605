import type { ScapContent } from "#engines/scap-types";
import { type Queryable, statement } from "#platform/db";

/**
 * Keeps what the rules of a benchmark say. Content that is there already is left as it is: its hash is the same. It stays
 * locked until the transaction ends, so that nobody forgets it before the row that needs it is there.
 */
export async function saveScapContent(
  tx: Queryable,
  tenantId: string,
  { sha256, benchmark, rules }: ScapContent,
  now: number,
): Promise<void> {
  const { id, version, title } = benchmark;
  await tx.run(insertStatement, [tenantId, sha256, id, version, title, JSON.stringify(rules), now]);
}

const insertStatement = statement<
  readonly [
    tenantId: string,
    sha256: string,
    benchmarkId: string,
    benchmarkVersion: string,
    title: string,
    rules: string,
    createdAt: number,
  ],
  never
>(
  "scap-contents.insert",
  `insert into scap_contents (tenant_id, sha256, benchmark_id, benchmark_version, title, rules, created_at)
   values ($1, $2, $3, $4, $5, $6::jsonb, $7)
   on conflict (tenant_id, sha256) do update set created_at = scap_contents.created_at where false`,
);

/** More than a message to an agent may name (`AuditJob` of wire/agent.v1) help nobody. */
const maxContents = 1000;

/**
 * Files that runs of a bundle were evaluated with and whose texts the server has, by agent: that agent need not send
 * them again. What another agent sent does not count: nobody would know whether that was true.
 *
 * @returns SHA-256 of the files in hex; agents without any are not among them.
 */
export async function listContentsOfBundle(
  db: Queryable,
  tenantId: string,
  bundleId: string,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (agentIds.length === 0) return new Map();
  const rows = await db.run(ofBundleStatement, [tenantId, bundleId, agentIds, maxContents]);
  return new Map(rows.map(({ agentId, contents }) => [agentId, contents]));
}

const ofBundleStatement = statement<
  readonly [tenantId: string, bundleId: string, agentIds: readonly string[], limit: number],
  { agentId: string; contents: string[] }
>(
  "scap-contents.of-bundle",
  `select wanted.id as "agentId", used.contents
   from unnest($3::uuid[]) as wanted (id)
   cross join lateral (
     select array_agg(newest.content_sha256) as contents from (
       select r.content_sha256 from audit_runs r
       where r.tenant_id = $1 and r.agent_id = wanted.id and r.bundle_id = $2 and r.texts_sha256 is not null
       group by r.content_sha256 order by max(r.run_at) desc limit $4) as newest) as used
   where used.contents is not null`,
);

/** A benchmark and what its rules say; `null`: it is not known. */
export async function findScapContent(
  db: Queryable,
  tenantId: string,
  sha256: string,
): Promise<ScapContent | null> {
  const [row] = await db.run(findStatement, [tenantId, sha256]);
  return row ?? null;
}

const findStatement = statement<readonly [tenantId: string, sha256: string], ScapContent>(
  "scap-contents.find",
  `select sha256, jsonb_build_object('id', benchmark_id, 'version', benchmark_version, 'title', title) as benchmark, rules
   from scap_contents where tenant_id = $1 and sha256 = $2`,
);

/** The ids of all rules whose texts are kept, as their benchmarks have them. */
export async function listRuleIds(db: Queryable, tenantId: string): Promise<string[]> {
  const rows = await db.run(ruleIdsStatement, [tenantId]);
  return rows.map(({ id }) => id);
}

const ruleIdsStatement = statement<readonly [tenantId: string], { id: string }>(
  "scap-contents.rule-ids",
  `select distinct rule ->> 'id' as id from scap_contents c cross join lateral jsonb_array_elements(c.rules) as rule
   where c.tenant_id = $1`,
);

/**
 * Where the texts are that belong to a file of which an agent did not send them: a bundle that the server has read
 * itself, or what this agent sent the last time.
 *
 * @param files SHA-256 in hex.
 * @returns by file, the hash in scap_contents; files without texts are not among them.
 */
export async function findTextsOfFiles(
  db: Queryable,
  tenantId: string,
  agentId: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (files.length === 0) return new Map();
  const rows = await db.run(textsOfFilesStatement, [tenantId, agentId, files]);
  return new Map(rows.map(({ file, texts }) => [file, texts]));
}

const textsOfFilesStatement = statement<
  readonly [tenantId: string, agentId: string, files: readonly string[]],
  { file: string; texts: string }
>(
  "scap-contents.of-files",
  `select wanted.file, known.texts from unnest($3::text[]) as wanted (file)
   cross join lateral coalesce(
     (select c.sha256 from scap_contents c where c.tenant_id = $1 and c.sha256 = wanted.file),
     (select r.texts_sha256 from audit_runs r
      where r.tenant_id = $1 and r.agent_id = $2 and r.content_sha256 = wanted.file and r.texts_sha256 is not null
      order by r.run_at desc limit 1)) as known (texts)
   where known.texts is not null`,
);

/**
 * Locks content until the transaction ends, so that nobody forgets it before the runs that need it are there.
 *
 * @returns those of the hashes that there are.
 */
export async function lockScapContents(
  tx: Queryable,
  tenantId: string,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await tx.run(lockStatement, [tenantId, hashes]);
  return new Set(rows.map(({ sha256 }) => sha256));
}

const lockStatement = statement<
  readonly [tenantId: string, hashes: readonly string[]],
  { sha256: string }
>(
  "scap-contents.lock",
  `select sha256 from scap_contents where tenant_id = $1 and sha256 = any($2::text[])
   order by sha256 for key share`,
);
