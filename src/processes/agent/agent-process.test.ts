import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Compile } from "typebox/compile";
import { createServerClock, createServerLink } from "#remote/link";
import type { PartProcess } from "#remote/program";
import { until } from "#test/until";
import { CheckIn, InventoryUpdate, type JobMessage, ResultBatch } from "#wire/agent.v1";
import { startAgentProcess } from "./agent-process.ts";
import { createBundleStore } from "./bundle-store.ts";
import { createEngineAuditor } from "./engine-auditor.ts";
import { createFetchBundle } from "./fetch-bundle.ts";
import { revisionOf } from "./inventory-update.ts";
import type { Rhythm } from "./rhythm.ts";
import { type FakeServer, fakeServer } from "./testing/fake-server.ts";
import { inventoryOf } from "./testing/inventories.ts";
import { scriptedEngine, someOutcome } from "./testing/scripted-engine.ts";

const patienceMs = 20_000;
const jobId = "01990000-0000-7000-8000-000000000001";
const otherId = "01990000-0000-7000-8000-000000000002";
const xml = "<data-stream-collection/>";
const job = {
  jobId,
  auditName: "cis",
  bundle: { kind: "content", file: "ssg-debian12-ds.xml", known: [] },
  profile: "xccdf_org.ssgproject.content_profile_cis",
  limits: { timeSec: 60, memoryMb: 512 },
  arf: false,
} as const;
const fileJob = {
  ...job,
  bundle: { kind: "file", sha256: hash("sha256", xml), bytes: xml.length },
} as const;
const quick: Rhythm = {
  idleMs: 20,
  spreadMs: 5,
  eagerMs: 0,
  heldMs: 10,
  busyMs: 10,
  inventoryMs: 600_000,
};

const eventually = <T>(what: string, condition: () => T) =>
  until(condition, { what, timeoutMs: patienceMs });

async function agentOf(t: TestContext, server: FakeServer, rhythm = quick) {
  const directory = await mkdtemp(join(tmpdir(), "vedette-agent-"));
  const host = { version: "1.0", stamp: "1", aheadMs: 0 };
  const scripted = scriptedEngine();
  const lines: string[] = [];
  const say = (_: object, sentence: string) => void lines.push(sentence);
  const log = { debug() {}, info: say, warn: say, error: say };
  const running = new Set<PartProcess>();
  let refusals = 0;
  t.after(async () => {
    for (const process of running) await process.stop();
    await rm(directory, { recursive: true });
  });
  const credential = "vdac_secret";
  const id = "01990000-0000-7000-8000-00000000000a";
  const identity = { server: server.url, id, name: "web1", credential, tokenHash: "0" };
  const inventory = {
    read: async () => inventoryOf(host.version),
    packagesStamp: async () => host.stamp,
  };
  return {
    host,
    scripted,
    lines,
    /** What it keeps on disk. */
    own: join(directory, id),
    refusals: () => refusals,
    async start(): Promise<{ stop(): Promise<void> }> {
      const clock = createServerClock(
        () => performance.now() + host.aheadMs,
        () => Date.now() + host.aheadMs,
      );
      const options = { server: server.url, directory, version: "1.2.3", clock, log };
      const ended = new AbortController();
      const process = await startAgentProcess(
        options,
        {
          inventory,
          auditor() {
            const { signal } = ended;
            const link = createServerLink({ server: server.url, credential, clock, signal });
            const bundles = createBundleStore(join(directory, "bundles"), createFetchBundle(link));
            return createEngineAuditor(scripted.engine, bundles);
          },
        },
        rhythm,
      );
      running.add(process);
      await process.begin(identity, true, () => refusals++);
      return {
        async stop() {
          running.delete(process);
          await process.stop();
        },
      };
    },
  };
}

/** What it was told, by job: the code of a failure, or what it holds. */
const shown = (messages: readonly JobMessage[]) =>
  messages.map((message) => {
    const of = message.jobId === jobId ? "first" : "other";
    if ("failure" in message) return `${of} ${message.failure.code}`;
    return "arf" in message ? `${of} arf` : `${of} report${message.content ? " content" : ""}`;
  });

test("it says who it is, tells everything at first, then only what has changed, and nothing when nothing has", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  await agent.start();
  await eventually("everything", () => server.updates.length === 1);
  assert.partialDeepStrictEqual(server.checkIns[0], {
    version: "1.2.3",
    bootedAt: 1_700_000_000_000,
    oscap: "1.3.7",
    inventory: null,
    audits: [],
    spooled: 0,
  });
  assert.equal(server.updates[0]?.base, null);
  const before = server.checkIns.length;
  await eventually("more check-ins", () => server.checkIns.length > before + 3);
  assert.equal(server.checkIns.at(-1)?.inventory, revisionOf(inventoryOf("1.0")));
  assert.equal(server.updates.length, 1);

  agent.host.version = "1.1";
  agent.host.stamp = "2";
  await eventually("the difference", () => server.updates.length === 2);
  const [, difference] = server.updates;
  assert.equal(difference?.base, revisionOf(inventoryOf("1.0")));
  assert.equal(difference?.host, undefined);
  assert.deepEqual(difference?.removed, [{ name: "openssl", arch: "amd64", version: "1.0" }]);
  await eventually("both known", () => server.checkIns.at(-1)?.inventory === server.inventory);
  const arrived = (line: string) => line === "the server has the inventory of this host";
  assert.equal(agent.lines.filter(arrived).length, 1, "who waits for the first one is told");
  for (const each of server.checkIns) assert.ok(Compile(CheckIn).Check(each));
  for (const each of server.updates) assert.ok(Compile(InventoryUpdate).Check(each));
});

test("started again, it tells only what has changed meanwhile; to a server that forgot, everything", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  const first = await agent.start();
  await eventually("everything", () => server.inventory !== null);
  await eventually("kept", () => server.checkIns.at(-1)?.inventory === server.inventory);
  await first.stop();
  agent.host.version = "1.1";
  await agent.start();
  await eventually("the difference", () => server.updates.length === 2);
  assert.equal(server.updates[1]?.base, server.updates[0]?.revision);

  await eventually("known", () => server.checkIns.at(-1)?.inventory === server.inventory);
  server.inventory = null;
  await eventually("everything again", () => server.updates.length === 3);
  assert.equal(server.updates[2]?.base, null);
  assert.deepEqual(server.updates[2]?.packages, inventoryOf("1.1").packages);
});

test("a server that lost the base of a difference gets everything at once", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  const first = await agent.start();
  await eventually("kept", () => server.checkIns.at(-1)?.inventory !== null && server.inventory);
  await first.stop();
  server.inventory = "f".repeat(64);
  agent.host.version = "1.1";
  await agent.start();
  await eventually("everything", () => server.inventory === revisionOf(inventoryOf("1.1")));
  assert.equal(server.updates.at(-1)?.base, null);
});

test("an inventory that is refused is not sent again until it changes, and the log says so once", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  server.inventoryStatus = 422;
  await agent.start();
  await eventually("many check-ins", () => server.checkIns.length > 8);
  const sent = () => server.calls.filter((path) => path.endsWith("/inventory")).length;
  assert.equal(sent(), 1);
  assert.equal(agent.lines.filter((line) => line.includes("refuses this host's")).length, 1);
  server.inventoryStatus = 200;
  agent.host.version = "1.1";
  agent.host.stamp = "2";
  await eventually("the changed one", () => server.updates.length === 1);
  assert.equal(server.updates[0]?.base, null);
});

test("on a disk that takes nothing it goes on, and the server gets everything with each change", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  await mkdir(join(agent.own, "inventory.json.gz.tmp"), { recursive: true });
  await agent.start();
  await eventually("everything", () => server.updates.length === 1);
  const before = server.checkIns.length;
  await eventually("more check-ins", () => server.checkIns.length > before + 3);
  assert.equal(server.checkIns.at(-1)?.inventory, revisionOf(inventoryOf("1.0")));
  agent.host.version = "1.1";
  agent.host.stamp = "2";
  await eventually("everything again", () => server.updates.length === 2);
  assert.equal(server.updates[1]?.base, null);
  assert.ok(agent.lines.includes("the disk does not take what the server knows of this host"));
});

test("an oscap that cannot be asked for its version keeps nothing from going on", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  agent.scripted.engine.version = () => Promise.reject(new Error("spawn ENOMEM"));
  await agent.start();
  await eventually("everything", () => server.updates.length === 1);
  assert.equal(server.checkIns.at(-1)?.oscap, null);
  const said = "the version of oscap cannot be told; trying again in a minute";
  assert.equal(agent.lines.filter((line) => line === said).length, 1);
});

test("the inventory waits for a server that is away", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  server.inventoryStatus = 503;
  await agent.start();
  await eventually("an attempt", () => server.calls.some((path) => path.endsWith("/inventory")));
  server.inventoryStatus = 200;
  await eventually("everything", () => server.updates.length === 1);
});

test("audits are carried out one after another, named until their outcome has left, and tell how far they are", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  server.jobs.push(job, { ...job, jobId: otherId });
  await agent.start();
  const first = await eventually("the first", () => agent.scripted.begun[0]);
  first.context.onProgress({ done: 1, total: 7 });
  await eventually("progress", () => {
    const [one, two] = server.checkIns.at(-1)?.audits ?? [];
    return one?.progress?.done === 1 && two?.progress === null;
  });
  assert.equal(agent.scripted.begun.length, 1);
  first.end();
  (await eventually("the second", () => agent.scripted.begun[1])).end();
  await eventually("both outcomes", () => server.messages.length === 2);
  await eventually("nothing in hand", () => server.checkIns.at(-1)?.audits.length === 0);
  assert.deepEqual(shown(server.messages), ["first report content", "other report content"]);
  assert.ok(Compile(ResultBatch).Check({ messages: server.messages }));
});

test("the server is away for an hour while an audit ends: its outcome is kept, also over a new start, and the job is not asked for again", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  server.jobs.push(job);
  const before = await agent.start();
  const { end } = await eventually("an audit", () => agent.scripted.begun[0]);
  server.resultsStatus = 503;
  end();
  await eventually("an attempt", () => server.calls.some((path) => path.endsWith("/results")));
  await eventually("it is named still", () => {
    const { audits, spooled } = server.checkIns.at(-1) ?? assert.fail();
    return audits.length === 1 && spooled === 1;
  });
  await before.stop();
  const earlier = server.checkIns.length;
  const hour = 3_600_000;
  agent.host.aheadMs = hour;
  server.aheadMs = hour;
  server.resultsStatus = 200;
  await agent.start();
  const asks = await eventually("it asks for work", () => {
    const asked = server.checkIns.findIndex(({ audits }, n) => n >= earlier && audits.length === 0);
    return asked === -1 ? null : asked;
  });
  assert.equal(server.hadMessages[asks], 1);
  assert.deepEqual(shown(server.messages), ["first report content"]);
  assert.equal(agent.scripted.begun.length, 1);
});

test("ended in the middle of an audit, it says nothing: the job is handed out again, after what was left is cleaned up", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  server.jobs.push(job);
  const before = await agent.start();
  const { context } = await eventually("an audit", () => agent.scripted.begun[0]);
  await before.stop();
  assert.equal(context.signal.aborted, true);
  await agent.start();
  assert.equal(agent.scripted.cleanUps(), 2);
  // Also what went to the agent in the moment in which it ended is handed out again.
  const again = await eventually("it again", () => {
    if (server.jobs.length === 0) server.jobs.push(job);
    return agent.scripted.begun[1];
  });
  again.end();
  await eventually("its outcome", () => server.messages.length > 0);
  assert.deepEqual(shown(server.messages), ["first report content"]);
});

test("told to stop, it stops at once and says so, in line as well as under way", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  server.jobs.push(job, { ...job, jobId: otherId });
  await agent.start();
  const { context } = await eventually("an audit", () => agent.scripted.begun[0]);
  server.stop.push(otherId);
  await eventually("the other is told", () => server.messages.length === 1);
  server.stop.push(jobId);
  await eventually("both are told", () => server.messages.length === 2);
  assert.equal(context.signal.aborted, true);
  assert.deepEqual(shown(server.messages), ["other stopped", "first stopped"]);
  assert.equal(agent.scripted.begun.length, 1);
});

test("a refused agent ends its audit without a word and does nothing but ask", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  server.jobs.push(job);
  const process = await agent.start();
  const { context } = await eventually("an audit", () => agent.scripted.begun[0]);
  server.status = 401;
  await eventually("it is ended", () => context.signal.aborted);
  assert.ok(agent.refusals() > 0);
  assert.ok(agent.lines.some((line) => line.includes("refuses this agent")));
  await process.stop();
  assert.deepEqual(server.messages, []);
});

test("what would be an option or a path for a program never gets near one; the other audits go on", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  const hostile = [
    { ...job, profile: "--results=/etc/x" },
    { ...job, profile: "a b" },
    { ...job, bundle: { ...job.bundle, file: "../../etc/passwd.xml" } },
    { ...job, bundle: { ...job.bundle, file: "/etc/x.xml" } },
    { ...job, bundle: { ...job.bundle, file: "-x.xml" } },
    { ...fileJob, bundle: { ...fileJob.bundle, sha256: "../../x" } },
    { ...job, limits: { timeSec: 0, memoryMb: -1 } },
    { ...job, spec: undefined, bundle: { kind: "quantum" } },
  ];
  const idOf = (n: number) => `01990000-0000-7000-8000-0000000001${String(n).padStart(2, "0")}`;
  server.jobs.push(
    { jobId: "no id" },
    null,
    ...hostile.map((each, n) => ({ ...each, jobId: idOf(n) })),
  );
  server.jobs.push(job);
  await agent.start();
  (await eventually("the good one", () => agent.scripted.begun[0])).end();
  await eventually("all outcomes", () => server.messages.length === hostile.length + 1);
  const refused = server.messages.slice(0, -1);
  for (const message of refused) {
    assert.ok("failure" in message && message.failure.code === "too_old", JSON.stringify(message));
    assert.match(message.failure.error, /does not understand this audit: \//);
  }
  assert.equal(agent.scripted.begun.length, 1);
  assert.ok(!server.calls.some((path) => path.includes("bundles")));
});

test("a bundle is fetched once, used if it has its hash, and fetched anew when somebody changed it here", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  server.bundles.set(fileJob.bundle.sha256, xml);
  server.jobs.push(fileJob);
  await agent.start();
  const { order, end } = await eventually("an audit", () => agent.scripted.begun[0]);
  assert.equal(order.expectedSha256, fileJob.bundle.sha256);
  end();
  server.jobs.push({ ...fileJob, jobId: otherId });
  (await eventually("the second", () => agent.scripted.begun[1])).end();
  await eventually("both outcomes", () => server.messages.length === 2);
  const fetched = server.calls.filter((path) => path.includes("/bundles/"));
  assert.deepEqual(fetched, [`/remote/v1/agent/bundles/${fileJob.bundle.sha256}`]);
  // The server knows what the rules of its own bundles say.
  assert.deepEqual(shown(server.messages), ["first report", "other report"]);
});

test("a bundle with another hash, or longer than it should be, never reaches the engine", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  const other = hash("sha256", "other");
  server.bundles.set(fileJob.bundle.sha256, xml.replace("data", "hack"));
  server.bundles.set(other, "x".repeat(1_000_000));
  const longer = { kind: "file", sha256: other, bytes: 1000 };
  server.jobs.push(fileJob, { ...job, jobId: otherId, bundle: longer });
  await agent.start();
  await eventually("both", () => server.messages.length === 2);
  assert.deepEqual(shown(server.messages), ["first wrong_hash", "other wrong_hash"]);
  assert.equal(agent.scripted.begun.length, 0);
});

test("without oscap, or without the content, it says what to install", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  agent.scripted.version = null;
  agent.scripted.content = null;
  server.jobs.push(job);
  await agent.start();
  await eventually("one outcome", () => server.messages.length === 1);
  assert.equal(server.checkIns[0]?.oscap, null);
  agent.scripted.version = "1.3.7";
  server.jobs.push({ ...job, jobId: otherId });
  await eventually("the other", () => server.messages.length === 2);
  assert.deepEqual(shown(server.messages), ["first no_engine", "other no_content"]);
  const errors = server.messages.map((each) => ("failure" in each ? each.failure.error : ""));
  assert.match(errors[0] ?? "", /apt-get install openscap-scanner/);
  assert.match(errors[1] ?? "", /ssg-debian12-ds\.xml .* apt-get install ssg-debian$/);

  agent.host.stamp = "2";
  await eventually("it is noticed", () => server.checkIns.at(-1)?.oscap === "1.3.7");
});

test("the ARF comes before its outcome; one that is too large is left out, and the log says so", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  server.jobs.push({ ...job, arf: true }, { ...job, jobId: otherId, arf: true });
  await agent.start();
  const arf = { bytes: 3, sha256: contentHashOf("arf"), gzip: Buffer.from("gz") };
  (await eventually("an audit", () => agent.scripted.begun[0])).end({ ...someOutcome, arf });
  const large = { ...arf, gzip: Buffer.alloc(9_000_001) };
  const second = await eventually("the second", () => agent.scripted.begun[1]);
  second.end({ ...someOutcome, arf: large });
  await eventually("three messages", () => server.messages.length === 3);
  assert.deepEqual(shown(server.messages), [
    "first arf",
    "first report content",
    "other report content",
  ]);
  assert.ok(agent.lines.some((line) => line.includes("too many to be sent")));
});

test("a report that the server would refuse is told as a failure with the reason, not lost", async (t) => {
  const server = await fakeServer(t);
  const agent = await agentOf(t, server);
  server.jobs.push(job);
  await agent.start();
  const rule = { id: "x".repeat(301), result: "fail" } as const;
  const report = { ...someOutcome.report, rules: [rule] };
  (await eventually("an audit", () => agent.scripted.begun[0])).end({ ...someOutcome, report });
  await eventually("an outcome", () => server.messages.length === 1);
  const [message] = server.messages;
  assert.ok(message !== undefined && "failure" in message);
  assert.equal(message.failure.code, "engine_error");
  assert.match(message.failure.error, /cannot be reported: \/report\/rules\/0\/id/);
});

test("one that was just started asks again as soon as it was answered: somebody is waiting for it", async (t) => {
  const server = await fakeServer(t);
  const hour = 3_600_000;
  const agent = await agentOf(t, server, { ...quick, idleMs: hour, eagerMs: hour });
  await agent.start();
  await eventually("several check-ins", () => server.checkIns.length > 3);
});

const contentHashOf = (text: string) => hash("sha256", text);
