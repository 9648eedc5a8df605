import assert from "node:assert/strict";
import { test } from "node:test";
import { recordJobMessages } from "#exposure/audit-runs";
import { offerJobs, requestAudit } from "#exposure/audits";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { createLog } from "#platform/log";
import { seedAgent, seedAudit, seedAuditPlace } from "#test/audit-fixture";
import { auditReport, ruleText, scapContent } from "#test/audit-reports";
import { createTestDatabase } from "#test/database";
import { systemContext } from "#test/service-app";
import { until } from "#test/until";
import { forgetAudits } from "./forget-audits.ts";

const db = await createTestDatabase();
const { database } = db;
const log = createLog("silent", "test");
const dayMs = 86_400_000;
const now = 2_000 * dayMs;
const keepAudits = { auditDays: 730, arfDays: 90 };
const forget = () => forgetAudits({ database, log, now: () => now, keepAudits });
const daysAgo = (days: number) => now - days * dayMs;

async function query(sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return withClient(
    db.admin,
    undefined,
    async (client) => (await client.query(sql, values)).rows as Record<string, unknown>[],
  );
}
const idsIn = async (table: string, tenantId: string) =>
  (await query(`select id from ${table} where tenant_id = $1 order by id`, [tenantId])).map(
    ({ id }) => id,
  );

interface OldRun {
  at: number;
  agentId?: string;
  assetId?: string;
  hostname?: string;
  bundleId?: string;
  profileId?: string;
  texts?: string;
}

async function addRun(tenantId: string, run: OldRun): Promise<string> {
  const id = newId();
  const { hostname = "web1", bundleId = "debian" } = run;
  const host = [run.agentId, run.assetId, hostname];
  await query(
    `insert into audit_runs (tenant_id, id, run_at, agent_id, asset_id, hostname, bundle_id, profile_id, texts_sha256,
       bundle_name, satisfied, failed, not_applicable, not_checkable, unknown)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', 0, 0, 0, 0, 0)`,
    [tenantId, id, run.at, ...host, bundleId, run.profileId, run.texts],
  );
  return id;
}

interface OldJob {
  auditId: string;
  agentId: string;
  at: number;
  state?: string;
  arfAt?: number;
}

async function addJob(tenantId: string, job: OldJob): Promise<string> {
  const id = newId();
  const { state = "completed" } = job;
  const isOpen = state === "running" || state === "queued";
  await query(
    `insert into audit_jobs (tenant_id, id, audit_id, agent_id, batch_id, spec, state, requested_by, created_at, finished_at)
     values ($1, $2, $3, $4, $2, '{}', $5, 'schedule', $6::bigint, $7::bigint)`,
    [tenantId, id, job.auditId, job.agentId, state, job.at, isOpen ? null : job.at],
  );
  if (job.arfAt !== undefined) {
    await query(
      `insert into audit_arfs (tenant_id, job_id, sha256, bytes, gzip, received_at) values ($1, $2, '', 1, '', $3)`,
      [tenantId, id, job.arfAt],
    );
  }
  return id;
}

test("runs leave when they are too old, but never the newest of a host with a bundle and a profile", async () => {
  const { tenantId } = await seedAuditPlace(database);
  const agentId = await seedAgent(database, tenantId);
  const kept = [
    await addRun(tenantId, { agentId, at: daysAgo(729) }),
    await addRun(tenantId, { agentId, at: daysAgo(900), bundleId: "other" }),
    await addRun(tenantId, { agentId, at: daysAgo(900), profileId: "level2" }),
    // Of another host, another one with that name, and one that is only known by its name.
    await addRun(tenantId, { agentId: newId(), at: daysAgo(1000) }),
    await addRun(tenantId, { agentId: newId(), at: daysAgo(1000) }),
    await addRun(tenantId, { at: daysAgo(1000) }),
    await addRun(tenantId, { at: daysAgo(1000), hostname: "web2" }),
  ];
  await addRun(tenantId, { agentId, at: daysAgo(731) });
  await addRun(tenantId, { agentId, at: daysAgo(901), bundleId: "other" });
  await addRun(tenantId, { agentId, at: daysAgo(901), profileId: "level2" });
  await addRun(tenantId, { at: daysAgo(1001) });
  await forget();
  assert.deepEqual(await idsIn("audit_runs", tenantId), kept);
  await forget();
  assert.deepEqual(await idsIn("audit_runs", tenantId), kept);
});

test("a host is the same with a new agent on its asset, and with its agent on another asset", async () => {
  const { tenantId } = await seedAuditPlace(database);
  const [first, second, agentId] = [newId(), newId(), newId()];
  for (const id of [first, second]) {
    await query(
      "insert into assets (tenant_id, id, first_seen_at, last_seen_at) values ($1, $2, 0, 0)",
      [tenantId, id],
    );
  }
  await addRun(tenantId, { agentId: newId(), assetId: first, at: daysAgo(1003) });
  await addRun(tenantId, { agentId, assetId: first, at: daysAgo(1002) });
  await addRun(tenantId, { agentId, at: daysAgo(1001) });
  const newest = await addRun(tenantId, { agentId, assetId: second, at: daysAgo(1000) });
  await forget();
  assert.deepEqual(await idsIn("audit_runs", tenantId), [newest]);
});

test("of runs that ended in the same millisecond one stays, the one that lists show first", async () => {
  const { tenantId } = await seedAuditPlace(database);
  const agentId = newId();
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push(await addRun(tenantId, { agentId, at: daysAgo(1000) }));
  await forget();
  assert.deepEqual(await idsIn("audit_runs", tenantId), [ids.toSorted()[0]]);
});

test("more than one batch leaves in one go, and what other tenants have stays", async () => {
  const [one, other] = [await seedAuditPlace(database), await seedAuditPlace(database)];
  const many = (tenantId: string, at: number) =>
    query(
      `insert into audit_runs (tenant_id, id, run_at, hostname, bundle_id, bundle_name, satisfied, failed, not_applicable,
         not_checkable, unknown)
       select $1, gen_random_uuid(), $2::bigint + i, 'web1', 'debian', '', 0, 0, 0, 0, 0 from generate_series(1, 2500) i`,
      [tenantId, at],
    );
  await many(one.tenantId, daysAgo(800));
  await many(other.tenantId, daysAgo(700));
  await forget();
  assert.equal((await idsIn("audit_runs", one.tenantId)).length, 1);
  assert.equal((await idsIn("audit_runs", other.tenantId)).length, 2500);
});

test("ARFs leave before runs do; jobs with them, but open ones, the newest of each host and those with an ARF", async () => {
  const place = await seedAuditPlace(database);
  const { tenantId } = place;
  const [agentId, otherAgent] = [
    await seedAgent(database, tenantId),
    await seedAgent(database, tenantId),
  ];
  const audits = [await seedAudit(database, place), await seedAudit(database, place)];
  const [auditId = "", otherAudit = ""] = audits.map(({ id }) => id);
  await addJob(tenantId, { auditId, agentId, at: daysAgo(200), arfAt: daysAgo(91) });
  await addJob(tenantId, { auditId, agentId, at: daysAgo(92), state: "failed" });
  await addJob(tenantId, { auditId, agentId, at: daysAgo(91), state: "stopped" });
  const kept = [
    await addJob(tenantId, { auditId, agentId, at: daysAgo(100), arfAt: daysAgo(89) }),
    await addJob(tenantId, { auditId, agentId, at: daysAgo(89) }),
    await addJob(tenantId, { auditId: otherAudit, agentId, at: daysAgo(300) }),
    await addJob(tenantId, { auditId, agentId: otherAgent, at: daysAgo(400), state: "running" }),
    await addJob(tenantId, { auditId, agentId: otherAgent, at: daysAgo(300), arfAt: daysAgo(300) }),
  ];
  await forget();
  assert.deepEqual(await idsIn("audit_jobs", tenantId), kept);
  const arfs = await query("select job_id from audit_arfs where tenant_id = $1", [tenantId]);
  assert.deepEqual(arfs, [{ job_id: kept[0] }]);
});

async function addContent(tenantId: string, sha256: string): Promise<void> {
  await query(
    `insert into scap_contents (tenant_id, sha256, benchmark_id, benchmark_version, title, rules, created_at)
     values ($1, $2, '', '', '', '[]', 0)`,
    [tenantId, sha256],
  );
}

test("texts of rules leave when neither a run nor a bundle needs them any more", async () => {
  const { tenantId } = await seedAuditPlace(database);
  const { sha256: ofBundle } = (
    await query("select sha256 from bundles where tenant_id = $1", [tenantId])
  )[0] as { sha256: string };
  const [ofOldRun, ofRun, ofNobody] = ["01", "02", "03"].map((byte) => byte.repeat(32));
  for (const sha256 of [ofBundle, ofOldRun, ofRun, ofNobody]) {
    await addContent(tenantId, sha256 ?? "");
  }
  const agentId = newId();
  await addRun(tenantId, { agentId, at: daysAgo(1001), texts: ofOldRun ?? "" });
  await addRun(tenantId, { agentId, at: daysAgo(1000), texts: ofRun ?? "" });
  await forget();
  const left = await query(
    "select sha256 from scap_contents where tenant_id = $1 order by sha256",
    [tenantId],
  );
  assert.deepEqual(
    left.map(({ sha256 }) => sha256),
    [ofRun, ofBundle],
  );
});

test("texts that an agent delivers again while they are being forgotten are there with its run", async () => {
  const place = await seedAuditPlace(database);
  const { tenantId } = place;
  const agentId = await seedAgent(database, tenantId);
  const { name } = await seedAudit(database, place);
  const agent = { tenantId, agentId };
  const content = scapContent([ruleText("rule_1")]);
  const report = auditReport([{ id: "rule_1", result: "pass" }]);
  const deliver = async () => {
    await requestAudit(
      systemContext(database, tenantId, () => now),
      { name },
    );
    const none = { holding: [], progress: [], now };
    const { jobs } = await offerJobs(database, { ...agent, ...none }, async () => new Map());
    const [{ jobId } = assert.fail("no job")] = jobs;
    return recordJobMessages({ database, now: () => now }, agent, [{ jobId, report, content }]);
  };
  await deliver();
  await query("delete from audit_runs where tenant_id = $1", [tenantId]);

  // Somebody holds the texts for a moment, so that delivering and forgetting meet there in any order.
  for (let round = 0; round < 10; round++) {
    const delivered = withClient(db.admin, undefined, async (client) => {
      await client.query("begin");
      await client.query("select from scap_contents where tenant_id = $1 for update", [tenantId]);
      const delivering = deliver();
      await until(() => isWaiting(), { what: "the delivery waits" });
      await forget();
      await client.query("commit");
      return delivering;
    });
    const [{ recorded }] = await Promise.all([delivered, delivered.then(forget)]);
    assert.equal(recorded, 1);
    const [row] = await query(
      `select count(*)::int as runs, count(c.sha256)::int as texts from audit_runs r
       left join scap_contents c on c.tenant_id = r.tenant_id and c.sha256 = r.texts_sha256 where r.tenant_id = $1`,
      [tenantId],
    );
    assert.deepEqual(row, { runs: 1, texts: 1 });
    await query("delete from audit_runs where tenant_id = $1", [tenantId]);
  }
});

/** Whether a statement of this database waits for another's lock. */
async function isWaiting(): Promise<boolean> {
  const waiting = await query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    [],
  );
  return waiting.length > 0;
}

test("agents leave long after they were revoked, when nothing is kept that they found", async () => {
  const place = await seedAuditPlace(database);
  const { tenantId } = place;
  const { id: auditId } = await seedAudit(database, place);
  const agentOf = async (revokedAt: number | null) => {
    const id = await seedAgent(database, tenantId);
    const set = "update agents set status = $3, revoked_at = $4 where tenant_id = $1 and id = $2";
    await query(set, [tenantId, id, revokedAt === null ? "active" : "revoked", revokedAt]);
    await query("insert into installed_packages select $1, $2, 'bash', 'amd64', '5', 'bash', '5'", [
      tenantId,
      id,
    ]);
    return id;
  };
  const gone = await agentOf(daysAgo(731));
  const [lately, active, withRun, withArf] = [
    await agentOf(daysAgo(729)),
    await agentOf(null),
    await agentOf(daysAgo(731)),
    await agentOf(daysAgo(731)),
  ];
  await addRun(tenantId, { agentId: withRun, at: daysAgo(1000) });
  await addJob(tenantId, { auditId, agentId: gone, at: daysAgo(800), state: "failed" });
  await addJob(tenantId, { auditId, agentId: withArf, at: daysAgo(800), arfAt: daysAgo(10) });
  await forget();
  assert.deepEqual(await idsIn("agents", tenantId), [lately, active, withRun, withArf]);
  const left = await query(
    "select distinct agent_id from installed_packages where tenant_id = $1",
    [tenantId],
  );
  assert.equal(left.length, 4);
});
