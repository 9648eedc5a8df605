import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, readdir, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { patchedDataStream } from "#test/scap-content";
import { until } from "#test/until";
import type { AuditProgress, JobMessage } from "#wire/agent.v1";
import type { AuditContext } from "./auditor.ts";
import { createForkedAuditor } from "./forked-auditor.ts";
import { type FakeServer, fakeServer } from "./testing/fake-server.ts";

const auditMain = fileURLToPath(new URL("audit-child.ts", import.meta.url));
const jobId = "01990000-0000-7000-8000-000000000001";

async function directoryOf(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), "vedette-forked-"));
  t.after(() => rm(directory, { recursive: true }));
  return directory;
}

function contextOf(signal: AbortSignal) {
  const told: AuditProgress[] = [];
  const warnings: string[] = [];
  const context: AuditContext = {
    system: null,
    signal,
    now: () => 1_700_000_000_000,
    onProgress: (progress) => void told.push(progress),
    warn: (sentence) => void warnings.push(sentence),
  };
  return { context, told, warnings };
}

/** Debian's content in a copy that applies to this host, offered by the server. */
async function realJob(directory: string, server: FakeServer) {
  const xml = await readFile(await patchedDataStream(directory), "utf8");
  const sha256 = createHash("sha256").update(xml).digest("hex");
  server.bundles.set(sha256, xml);
  return {
    jobId,
    auditName: "anssi",
    bundle: { kind: "file", sha256, bytes: Buffer.byteLength(xml) },
    profile: "xccdf_org.ssgproject.content_profile_anssi_np_nt28_minimal",
    limits: { timeSec: 120, memoryMb: 1024 },
    arf: true,
  };
}

const auditorOf = (directory: string, server: string, main = auditMain) =>
  createForkedAuditor(main, { directory, server, credential: "x" });

test("a process of its own fetches the bundle, has oscap audit this host, tells how far it is, and leaves nothing behind", async (t) => {
  const server = await fakeServer(t);
  const directory = await directoryOf(t);
  const auditor = auditorOf(directory, server.url);
  assert.match((await auditor.version()) ?? "", /^1\.\d+/);
  const { context, told } = contextOf(AbortSignal.timeout(60_000));
  const end = await auditor.audit(jobId, await realJob(directory, server), context);
  assert.deepEqual([end.outcome, end.error], ["completed", null]);
  const messages = end.messages.map((json): JobMessage => JSON.parse(json));
  const [arf, report] = messages;
  assert.ok(arf !== undefined && "arf" in arf && arf.arf.bytes > 1_000_000);
  assert.ok(report !== undefined && "report" in report);
  assert.equal(told.at(-1)?.total, report.report.rules.length);
  assert.ok(Math.abs(report.report.startedAt - 1_700_000_000_000) < 60_000);
  await auditor.cleanUp();
  assert.deepEqual(await readdir(join(directory, "bundles")).then((names) => names.length), 1);
});

test("told to stop, the process ends what it runs, and itself", async (t) => {
  const server = await fakeServer(t);
  const directory = await directoryOf(t);
  const stop = new AbortController();
  const { context, told } = contextOf(stop.signal);
  const running = auditorOf(directory, server.url).audit(
    jobId,
    await realJob(directory, server),
    context,
  );
  await until(() => told.length > 0, { what: "it has begun", timeoutMs: 30_000 });
  stop.abort();
  const end = await running;
  assert.notEqual(end.outcome, "completed");
});

test("a process that dies is a failed audit, not a dead agent", async (t) => {
  const directory = await directoryOf(t);
  const deaths = {
    "process.kill(process.pid, 'SIGKILL')": ["killed", /\(SIGKILL\)/],
    "process.exit(7)": ["engine_error", /\(exit code 7\)/],
  } as const;
  for (const [code, [outcome, sentence]] of Object.entries(deaths)) {
    const main = join(directory, "dies.mjs");
    await writeFile(main, `process.on("message", () => { ${code}; });`);
    const auditor = auditorOf(directory, "http://127.0.0.1:1", main);
    const { context } = contextOf(AbortSignal.timeout(30_000));
    const end = await auditor.audit(jobId, {}, context);
    assert.equal(end.outcome, outcome);
    assert.match(end.error ?? "", sentence);
    await assert.rejects(auditor.version(), /ended without a result/);
  }
});

test("a process that cannot be started is a failed audit, too", async (t) => {
  const auditor = auditorOf(await directoryOf(t), "http://127.0.0.1:1", "no\0program");
  const { context } = contextOf(AbortSignal.timeout(30_000));
  const end = await auditor.audit(jobId, {}, context);
  assert.equal(end.outcome, "engine_error");
  assert.match(end.error ?? "", /^The process that audits cannot be started: /);
});

/** Processes that work in a directory or below. */
async function processesIn(directory: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    try {
      if ((await readlink(`/proc/${pid}/cwd`)).startsWith(directory)) found.push(pid);
    } catch (error) {
      // It has ended since.
      if (!(error instanceof Error && "code" in error)) throw error;
    }
  }
  return found;
}

test("when the agent is killed in the middle of an audit, nothing of it goes on, and the next start cleans up", async (t) => {
  const server = await fakeServer(t);
  const directory = await directoryOf(t);
  const place = { directory, server: server.url, credential: "x" };
  const job = await realJob(directory, server);
  const code = `
    import { createForkedAuditor } from ${JSON.stringify(import.meta.resolve("./forked-auditor.ts"))};
    const [main, place, job] = JSON.parse(process.argv[1]);
    const signal = new AbortController().signal;
    const onProgress = () => {};
    const context = { system: null, signal, now: Date.now, onProgress, warn: () => {} };
    await createForkedAuditor(main, place).audit(job.jobId, job, context);`;
  const asked = JSON.stringify([auditMain, place, job]);
  const agent = spawn(process.execPath, ["--input-type=module", "-e", code, asked]);
  t.after(() => agent.kill("SIGKILL"));
  const scratch = join(directory, "audits");
  const running = async () => (await processesIn(scratch)).length > 0;
  await until(running, { what: "oscap runs", timeoutMs: 30_000 });
  agent.kill("SIGKILL");
  await until(async () => !(await running()), { what: "it has ended", timeoutMs: 30_000 });
  await auditorOf(directory, server.url).cleanUp();
  assert.deepEqual(await readdir(scratch), []);
});
