import type { Client } from "pg";
import { defaultBudget } from "#engines/scan-types";
import type { ScanSettings } from "#exposure/scans";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import type { TestDatabase } from "#test/database";
import { type ExposureFixture, seedExposure } from "#test/exposure-fixture";
import { type MonitorFixture, seedMonitor } from "#test/monitor-fixture";

/** A tenant with some of everything that the console shows, all of it of its companies. */
export interface WholeTenant {
  tenantId: string;
  companyIds: string[];
  auditRun: string;
  /** Of every row that has one. */
  ids: string[];
  /** What else it was made of; the tenant of `exposure` and the keys of both are no more. */
  monitor: MonitorFixture;
  exposure: ExposureFixture;
  /** Queries that some operations of the console cannot be asked without, by path. */
  queries: Readonly<Record<string, string>>;
}

/** When {@link seedWholeTenant} makes its rows, Unix epoch milliseconds. */
const at = 1_790_000_000_000;

const scanSettings: ScanSettings = {
  exclude: [],
  tcpPorts: "common",
  udpPorts: null,
  budget: defaultBudget,
  connectTimeoutMs: 1000,
  includeFragile: false,
  allowNmap: true,
};

/** Columns that hold what somebody has called something, or said of it. */
const wordColumns = [
  "name",
  "hostname",
  "subject_name",
  "cause",
  "reason",
  "note",
  "notes",
  "text",
  "title",
  "owner",
  "target_name",
  "bundle_name",
  "requested_by",
  "created_by",
  "acknowledged_by",
  "last_error",
  "declared_as",
];

/**
 * Fills the schema for one tenant: what the fixtures of both services make, and a row of each kind that they leave out.
 *
 * @param word stands before all names and remarks, so that they can be found wherever they get to.
 * @param net of the addresses, two numbers such as `10.1`.
 */
export async function seedWholeTenant(
  test: TestDatabase,
  word: string,
  net: string,
): Promise<WholeTenant> {
  const monitor = await seedMonitor(test, `${word} monitor`);
  const exposure = await seedExposure(test, `${word} exposure`);
  const { tenantId } = monitor;
  return withClient(test.admin, undefined, async (client) => {
    await client.query("set session_replication_role = replica");
    await markWords(client, monitor.tenantId, `${word} m`);
    await markWords(client, exposure.tenantId, `${word} e`);
    await moveTenant(client, exposure.tenantId, tenantId);
    const run = (text: string, values: unknown[]) => client.query(text, [tenantId, ...values]);
    await run(
      "update assets set ip = ($2 || '.0.7')::inet where tenant_id = $1 and ip is not null",
      [net],
    );
    await run("update sensors set company_id = $2 where tenant_id = $1", [monitor.companyId]);
    await run("update assets set company_id = $2, site_id = $3 where tenant_id = $1", [
      exposure.companyId,
      exposure.siteId,
    ]);
    // With its triggers, which keep totals.
    await client.query("set session_replication_role = origin");
    for (const table of ["directories", "findings", "identity_findings"]) {
      await run(`update ${table} set site_id = $2 where tenant_id = $1`, [exposure.siteId]);
    }
    await client.query("set session_replication_role = replica");
    await client.query(
      "create table if not exists check_results_of_tests partition of check_results default",
    );
    await run(
      `insert into check_results (tenant_id, sensor_id, at, ok, latency_ms, cause)
       select $1, id, $2::bigint - n * 60000, n % 7 > 0, n, case when n % 7 = 0 then $3 || ' cause' end
       from sensors, generate_series(1, 30) n where tenant_id = $1`,
      [at, word],
    );
    await run(
      `insert into incident_events (tenant_id, incident_id, id, at, kind, text)
       select $1, id, gen_random_uuid(), $2, 'noted', $3 || ' knows more' from incidents where tenant_id = $1`,
      [at, word],
    );
    await run(
      `insert into asset_events (tenant_id, asset_id, id, at, kind, text)
       select $1, id, gen_random_uuid(), $2, 'discovered', $3 || ' saw it' from assets where tenant_id = $1`,
      [at, word],
    );
    await run(
      `insert into maintenance_windows (tenant_id, id, name, starts_at, ends_at, sensor_ids, company_ids, tags, created_at)
       values ($1, $2, $5 || ' sensors window', $3, $4, $6, '{}', '{}', 0), ($1, gen_random_uuid(), $5 || ' company window', $3, $4, '{}', $7, '{}', 0)`,
      [newId(), at - 1000, at + 3_600_000, word, [monitor.up], [monitor.companyId]],
    );
    await run("update scans set settings = $2 where tenant_id = $1", [
      JSON.stringify(scanSettings),
    ]);
    const [runId, bundle, audit, job] = [newId(), newId(), newId(), newId()];
    const spec = { scanType: "full", targets: [`${net}.0.0/24`], settings: {} };
    await run(
      `insert into scan_runs (tenant_id, id, scan_id, site_id, probe_id, spec, state, requested_by, created_at, started_at, finished_at, error)
       values ($1, $2, $3, $4, $5, $6, 'failed', $7 || ' person', $8, $8, $8::bigint + 60000, $7 || ' went wrong')`,
      [runId, exposure.scanId, exposure.siteId, exposure.probeId, JSON.stringify(spec), word, at],
    );
    await run(
      `insert into scan_run_hosts (tenant_id, run_id, address, outcome, reason, asset_id, tcp_ports, taken_at, finished_at)
       values ($1, $2, ($3 || '.0.7')::inet, 'up', $4 || ' reason', $5, '22,443', $6, $6)`,
      [runId, net, word, exposure.server, at],
    );
    await run(
      `insert into assessments (tenant_id, id, directory_id, probe_id, state, requested_by, created_at, started_at, ended_at, error)
       values ($1, $2, $3, $4, 'failed', $5 || ' person', $6, $6, $6, $5 || ' went wrong')`,
      [newId(), exposure.directory, exposure.probeId, word, at],
    );
    await run(
      `insert into bundles (tenant_id, id, name, source, file_name, created_at, updated_at)
       values ($1, $2, $3 || ' bundle', 'content', $3 || '-ds.xml', 0, 0)`,
      [bundle, word],
    );
    await run(
      `insert into audits (tenant_id, id, name, bundle_id, profile, site_id, time_limit_sec, memory_limit_mb, created_at)
       values ($1, $2, $3 || ' audit', $4, 'standard', $5, 600, 512, 0)`,
      [audit, word, bundle, exposure.siteId],
    );
    await run(
      `insert into audit_jobs (tenant_id, id, audit_id, agent_id, batch_id, spec, state, requested_by, created_at, error)
       select $1, $2, $3, id, $2, $4, 'failed', $5 || ' person', $6, $5 || ' went wrong' from agents where tenant_id = $1 limit 1`,
      [job, audit, JSON.stringify({ bundle: `${word} bundle`, profile: "standard" }), word, at],
    );
    await run(
      "update audit_runs set audit_id = $2, job_id = $3, asset_id = $4, site_id = $5 where tenant_id = $1",
      [audit, job, exposure.server, exposure.siteId],
    );
    await run(
      `insert into audit_exceptions (tenant_id, id, rule_id, asset_id, site_id, reason, owner, created_at, created_by) values
         ($1, $2, 'shadow_mode', $3, null, $5 || ' reason', $5 || ' owner', $6, $5 || ' person'),
         ($1, gen_random_uuid(), 'sshd_limit', null, $4, $5 || ' reason', $5 || ' owner', $6, $5 || ' person')`,
      [newId(), exposure.server, exposure.siteId, word, at],
    );
    await run(
      `insert into identity_exceptions (tenant_id, id, directory_id, rule_id, reason, owner, created_at, created_by)
       values ($1, $2, $3, 'ad.kerberoastable', $4 || ' reason', $4 || ' owner', $5, $4 || ' person')`,
      [newId(), exposure.directory, word, at],
    );
    return {
      tenantId,
      companyIds: [monitor.companyId, exposure.companyId],
      auditRun: exposure.auditRun,
      ids: await idsOf(client, tenantId),
      monitor,
      exposure,
      queries: queriesOf(word, exposure.auditRun),
    };
  });
}

function queriesOf(word: string, auditRun: string): Readonly<Record<string, string>> {
  const below = {
    "/schedule-preview": "schedule=0+3+*+*+*&timezone=UTC",
    "/sensors/{id}/host-series": `range=24h&aspect=cpu&name=${word}+m+cpu`,
    "/sensors/{id}/interface-series": `range=24h&name=${word}+m+Gi0%2F1`,
    "/audit-runs/{id}/comparison": `with=${auditRun}`,
    "/audit-runs/{id}/export": "format=csv",
    "/audit-runs/{id}/rule": "rule=shadow_mode",
  };
  return Object.fromEntries(
    Object.entries(below).map(([path, query]) => [`/tenants/{tenantId}${path}`, query]),
  );
}

/** Makes all that one tenant has another's, as if it had always been there. */
export async function mergeTenants(
  { admin }: Pick<TestDatabase, "admin">,
  from: string,
  to: string,
): Promise<void> {
  await withClient(admin, undefined, async (client) => {
    await client.query("set session_replication_role = replica");
    await moveTenant(client, from, to);
  });
}

/** Totals that both have under the same key. */
const totals = {
  finding_totals: "site_id, list_rank, confidence",
  identity_totals: "directory_id, site_id, rule_id, category, source, list_rank",
};

async function moveTenant(client: Client, from: string, to: string): Promise<void> {
  const apart = ["finding_versions", "rollup_queue", ...Object.keys(totals)];
  for (const { table } of await columnsNamed(client, ["tenant_id"])) {
    if (apart.includes(table)) continue;
    await client.query(`update ${table} set tenant_id = $2 where tenant_id = $1`, [from, to]);
  }
  for (const [table, key] of Object.entries(totals)) {
    await client.query(
      `insert into ${table} (tenant_id, ${key}, open) select $2, ${key}, open from ${table} where tenant_id = $1
       on conflict (tenant_id, ${key}) do update set open = ${table}.open + excluded.open`,
      [from, to],
    );
    await client.query(`delete from ${table} where tenant_id = $1`, [from]);
  }
}

async function markWords(client: Client, tenantId: string, word: string): Promise<void> {
  for (const { table, column } of await columnsNamed(client, wordColumns)) {
    await client.query(
      `update ${table} set ${column} = $2 || ' ' || ${column} where tenant_id = $1 and ${column} <> ''`,
      [tenantId, word],
    );
  }
}

async function idsOf(client: Client, tenantId: string): Promise<string[]> {
  const found: string[] = [];
  for (const { table } of await columnsNamed(client, ["id"])) {
    const { rows } = await client.query<{ id: string }>(
      `select id::text from ${table} where tenant_id = $1`,
      [tenantId],
    );
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

/** Columns of tenants' tables. */
async function columnsNamed(
  client: Client,
  names: readonly string[],
): Promise<{ table: string; column: string }[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select c.oid::regclass::text as "table", b.attname::text as "column"
     from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_attribute b on b.attrelid = c.oid
     where a.attname = 'tenant_id' and b.attname = any ($1::text[]) and c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = 'public'::regnamespace order by 1, 2`,
    [names],
  );
  return rows;
}
