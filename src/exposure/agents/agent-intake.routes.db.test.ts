import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { gzip } from "#lib/gzip";
import type { Context } from "#platform/context";
import { statement } from "#platform/db";
import { buildApp } from "#platform/http";
import { createLog } from "#platform/log";
import { createRegistry } from "#platform/metrics";
import { newSecret } from "#platform/remote-parts";
import { agentHost } from "#test/agent-host";
import { createTestDatabase } from "#test/database";
import { listening } from "#test/raw-http";
import { seedAssets } from "#test/exposure-rows";
import { seedTenant } from "#test/seed";
import { until } from "#test/until";
import type { AuditJob, CheckIn, InventoryUpdate, JobMessage } from "#wire/agent.v1";
import {
  type AgentIntake,
  type AgentIntakeOptions,
  type AgentKey,
  type JobsAtAgent,
  createAgentIntake,
} from "./agent-intake.ts";
import { agentIntakeRoutes } from "./agent-intake.routes.ts";
import { saveInventory } from "./agent-inventory.queries.ts";
import { findAgentRows, notifyAgents } from "./agent.queries.ts";
import { createAgentToken } from "./create-agent-token.ts";
import type { AgentSighting } from "./last-seen.queries.ts";
import { revokeAgentIn } from "./revoke-agent-in.ts";

const { database } = await createTestDatabase();
const log = createLog("silent", "test");
const now = () => Date.now();
const jobId = "01990000-0000-7000-8000-000000000001";
const otherId = "01990000-0000-7000-8000-000000000009";
const sha256 = "ab".repeat(32);
const revision = "cd".repeat(32);
const job: AuditJob = {
  jobId,
  auditName: "servers",
  bundle: { kind: "file", sha256, bytes: 1000 },
  profile: "xccdf_org.example_profile_cis",
  limits: { timeSec: 3600, memoryMb: 1024 },
  arf: false,
};
const failure: JobMessage = {
  jobId,
  failure: { at: 5, code: "no_engine", error: "Install openscap-scanner." },
};
const update: InventoryUpdate = {
  base: null,
  revision,
  at: 5,
  packages: [
    { name: "bash", version: "5.2-1", arch: "amd64", source: "bash", sourceVersion: "5.2-1" },
  ],
  removed: [],
};
const checkIn: CheckIn = {
  version: "2",
  hostname: "there",
  bootedAt: 7,
  privileged: true,
  oscap: "1.3.7",
  inventory: null,
  audits: [],
  spooled: 4,
  waitMs: 0,
};

type Doors = Partial<
  Pick<AgentIntakeOptions, "recordInventory" | "recordMessages" | "findBundle" | "onSeen">
> & { offers?: (jobs: JobsAtAgent) => { jobs: AuditJob[]; stop: string[] } };

async function started(doors: Doors = {}) {
  const registry = createRegistry();
  const asked: JobsAtAgent[] = [];
  const intake = await createAgentIntake({
    database,
    log,
    now,
    registry,
    offerJobs: async (_database, jobs) => {
      asked.push(jobs);
      return doors.offers?.(jobs) ?? { jobs: [], stop: [] };
    },
    recordInventory: async () => ({ accepted: true }),
    recordMessages: async (_agent, messages) => ({ recorded: messages.length }),
    findBundle: async () => null,
    onSeen: async () => {},
    ...doors,
  });
  const rooms: number[] = [];
  const watched: AgentIntake = {
    ...intake,
    makeRoom(agent, bytes, caller) {
      rooms.push(bytes);
      return intake.makeRoom(agent, bytes, caller);
    },
  };
  const app = await buildApp({ log, registry, plugins: [agentIntakeRoutes(watched)] });
  const { tenantId } = await seedTenant(database);
  const actor = { kind: "command_line", id: "root", name: "root" } as const;
  const scopes = ["read", "write"] as const;
  const context: Context = { tenantId, actor, scopes, database, now, requestId: "r" };
  const { token } = await createAgentToken(context, {
    note: "",
    siteId: null,
    tags: [],
    uses: 1,
    validForMs: 60_000,
  });
  const enrolled = await app.inject({
    method: "POST",
    url: "/remote/v1/agent/enrol",
    payload: { token, version: "1", hostname: "here" },
  });
  assert.equal(enrolled.statusCode, 200, enrolled.body);
  const { id, credential } = enrolled.json();
  const authorization = `Bearer ${credential}`;
  const headers = {
    authorization,
    "content-type": "application/json",
    "content-encoding": "gzip",
  };
  const postText = async (path: string, text: string) =>
    app.inject({
      method: "POST",
      url: `/remote/v1/agent/${path}`,
      headers,
      payload: await gzip(text),
    });
  const post = (path: string, body: object) => postText(path, JSON.stringify(body));
  return {
    app,
    intake,
    registry,
    context,
    id: String(id),
    authorization,
    asked,
    /** Bytes for which room was asked. */
    rooms,
    postText,
    checkIn: (change: Partial<CheckIn> = {}) => post("check-in", { ...checkIn, ...change }),
    inventory: (change: object = {}) => post("inventory", { ...update, ...change }),
    report: (messages: readonly unknown[]) => post("results", { messages }),
    bundle: (of: string) =>
      app.inject({
        method: "GET",
        url: `/remote/v1/agent/bundles/${of}`,
        headers: { authorization },
      }),
    /** Another host of the tenant, that says how its audits failed. */
    async enrolOther() {
      const wanted = { note: "", siteId: null, tags: [], uses: 1, validForMs: 60_000 };
      const theirs = await createAgentToken(context, wanted);
      const body = { token: theirs.token, version: "1", hostname: "there" };
      const url = "/remote/v1/agent/enrol";
      const reply = await app.inject({ method: "POST", url, payload: body });
      assert.equal(reply.statusCode, 200, reply.body);
      const own = { authorization: `Bearer ${reply.json().credential}` };
      const payload = JSON.stringify({ messages: [failure] });
      return {
        ...own,
        report: () =>
          app.inject({
            method: "POST",
            url: "/remote/v1/agent/results",
            headers: { ...own, "content-type": "application/json" },
            payload,
          }),
      };
    },
    async stop() {
      await app.close();
      await intake.close();
    },
  };
}

/** Waits until the intake has asked for work so often: from then on a notice is not missed. */
async function whenWaiting({ asked }: { asked: unknown[] }, times: number): Promise<void> {
  while (asked.length < times) await new Promise(setImmediate);
}

test("a check-in tells jobs and progress, is told what to begin and to stop, and is noted", async () => {
  const seen: AgentSighting[] = [];
  const all = await started({
    offers: () => ({ jobs: [job], stop: [otherId] }),
    onSeen: async (sightings) => void seen.push(...sightings),
  });
  const { tenantId } = all.context;
  const progress = { done: 37, total: 189 };
  const audits = [
    { jobId, progress },
    { jobId: otherId, progress: null },
  ];
  const hostname = "\u001b[2Jthere";
  const reply = await all.checkIn({ audits, hostname });
  assert.equal(reply.statusCode, 200, reply.body);
  const { serverTime, ...rest } = reply.json();
  assert.ok(Math.abs(serverTime - now()) < 5000);
  assert.deepEqual(rest, { inventoryKnown: false, jobs: [job], stop: [otherId] });
  const [asked] = all.asked;
  assert.ok(asked !== undefined && Math.abs(asked.now - now()) < 5000);
  assert.deepEqual(
    { ...asked, now: 0 },
    {
      tenantId,
      agentId: all.id,
      holding: [jobId, otherId],
      progress: [{ id: jobId, progress }],
      now: 0,
    },
  );
  const metrics = all.registry.render();
  assert.match(metrics, /^vedette_agents 1$/m);
  assert.match(metrics, /^vedette_agents_audits 2$/m);
  assert.match(metrics, /^vedette_agents_spooled_messages 4$/m);
  await all.stop();
  const said = statement<[tenantId: string], { text: string }>(
    "test.agents.said",
    "select concat_ws('|', version, hostname, health) as text from agents where tenant_id = $1",
  );
  const [row] = await database.forTenant(tenantId).run(said, [tenantId]);
  assert.equal(
    row?.text,
    '2|[2Jthere|{"oscap": "1.3.7", "audits": 2, "spooled": 4, "bootedAt": 7, "privileged": true}',
  );
  const [agent] = await findAgentRows(database.forTenant(tenantId), tenantId, [all.id]);
  assert.ok(agent !== undefined && agent.lastSeenAt !== null && now() - agent.lastSeenAt < 5000);
  assert.deepEqual(seen, [{ tenantId, agentId: all.id, version: "2", seenAt: agent.lastSeenAt }]);
});

test("an inventory is known when the server has just that one, and a mistaken agent is told so at once", async () => {
  const all = await started();
  const { tenantId } = all.context;
  const known = async (inventory: string | null, waitMs = 0) =>
    (await all.checkIn({ inventory, waitMs })).json().inventoryKnown;
  assert.equal(await known(null), false);
  assert.equal(await known(revision, 20_000), false, "answered at once");
  const [assetId] = await seedAssets(database, tenantId, [{ ip: "10.0.0.1" }]);
  assert.ok(assetId !== undefined);
  await database.transaction(tenantId, (tx) =>
    saveInventory(tx, tenantId, {
      agentId: all.id,
      revision,
      at: 5,
      inventory: { host: agentHost(), listeners: [], blindSpots: [] },
      assetId,
      packagesChanged: true,
    }),
  );
  assert.equal(await known(revision), true);
  assert.equal(await known(sha256), false);
  assert.equal(await known(null), false);
  await all.stop();
});

test("a check-in that waits is answered at once by news, by its revocation and by a stop, and not by others' news", async () => {
  const state = { jobs: [] as AuditJob[] };
  const all = await started({ offers: () => ({ jobs: state.jobs, stop: [] }) });
  const { tenantId } = all.context;
  const startedAt = performance.now();
  assert.deepEqual((await all.checkIn({ waitMs: 50 })).json().jobs, []);
  assert.equal(all.asked.length, 1, "the end of the wait is no reason to ask again");

  const [waiting, other] = [all.checkIn({ waitMs: 20_000 }), all.checkIn({ waitMs: 300 })];
  await whenWaiting(all, 3);
  await database.transaction(tenantId, (tx) => notifyAgents(tx, [otherId]));
  assert.deepEqual((await other).json().jobs, [], "news of another agent");
  assert.equal(all.asked.length, 3);
  state.jobs = [job];
  await database.transaction(tenantId, (tx) => notifyAgents(tx, [all.id]));
  assert.deepEqual((await waiting).json().jobs, [job]);

  state.jobs = [];
  const asked = all.asked.length;
  const audits = [{ jobId, progress: { done: 1, total: 2 } }];
  const revoked = all.checkIn({ waitMs: 20_000, audits });
  await whenWaiting(all, asked + 1);
  await database.transaction(tenantId, (tx) => notifyAgents(tx, [all.id]));
  await whenWaiting(all, asked + 2);
  assert.deepEqual(all.asked.at(-1)?.progress, [], "progress is told once");
  assert.deepEqual(all.asked.at(-1)?.holding, [jobId]);
  await database.transaction(tenantId, (tx) => revokeAgentIn(tx, all.context, all.id));
  assert.equal((await revoked).statusCode, 401);
  for (const refused of [
    await all.checkIn(),
    await all.inventory(),
    await all.report([failure]),
    await all.bundle(sha256),
  ]) {
    assert.equal(refused.statusCode, 401);
    assert.match(refused.json().error, /its agent is revoked/);
  }
  await all.stop();

  const again = await started();
  const stopping = again.checkIn({ waitMs: 20_000 });
  await whenWaiting(again, 1);
  await again.stop();
  assert.equal((await stopping).statusCode, 200);
  assert.ok(performance.now() - startedAt < 20_000);
});

test("inventories are handed on as they come, with whose they are, and whether the rest is wanted", async () => {
  const taken: [AgentKey, InventoryUpdate][] = [];
  const all = await started({
    recordInventory: async (agent, one) => {
      taken.push([agent, one]);
      return { accepted: one.base === null };
    },
  });
  const first = await all.inventory();
  assert.equal(first.statusCode, 200, first.body);
  assert.equal(first.json().accepted, true);
  assert.equal((await all.inventory({ base: sha256 })).json().accepted, false);
  const key = { tenantId: all.context.tenantId, agentId: all.id };
  assert.deepEqual(taken, [
    [key, update],
    [key, { ...update, base: sha256 }],
  ]);
  const metrics = all.registry.render();
  assert.match(metrics, /vedette_intake_inventories_total\{outcome="accepted"\} 1/);
  assert.match(metrics, /vedette_intake_inventories_total\{outcome="base_unknown"\} 1/);
  await all.stop();
});

test("results are handed on in their order, and counted by what became of them", async () => {
  const batches: (readonly JobMessage[])[] = [];
  const all = await started({
    recordMessages: async (_agent, messages) => {
      batches.push(messages);
      return { recorded: 1 };
    },
  });
  const arf: JobMessage = { jobId, arf: { bytes: 3, sha256, gzip: "AAAA" } };
  const reply = await all.report([arf, failure, failure]);
  assert.equal(reply.statusCode, 200, reply.body);
  assert.equal(reply.json().recorded, 1);
  assert.deepEqual(batches, [[arf, failure, failure]]);
  const metrics = all.registry.render();
  assert.match(metrics, /vedette_intake_audit_messages_total\{outcome="recorded"\} 1/);
  assert.match(metrics, /vedette_intake_audit_messages_total\{outcome="ignored"\} 2/);
  await all.stop();
});

test("a bundle goes to the agent that has to audit with it, and for any other it is not there", async () => {
  const all = await started({
    findBundle: async (agent, hash) =>
      agent.agentId === all.id && hash === sha256 ? Buffer.from("zipped") : null,
  });
  const reply = await all.bundle(sha256);
  assert.equal(reply.statusCode, 200, reply.body);
  const { serverTime, ...rest } = reply.json();
  assert.ok(Math.abs(serverTime - now()) < 5000);
  assert.deepEqual(rest, { sha256, gzip: Buffer.from("zipped").toString("base64") });
  assert.equal(Number(reply.headers["content-length"]), reply.rawPayload.length);
  assert.equal((await all.bundle(revision)).statusCode, 404);
  for (const odd of ["..%2F..%2Fetc%2Fpasswd", "x", sha256.toUpperCase(), `${sha256}0`]) {
    assert.equal((await all.bundle(odd)).statusCode, 400, odd);
  }
  await all.stop();
});

test("bad input is refused in the shape of every error with its places, and unknown callers before it is read", async () => {
  const nothing = async () => assert.fail("nothing may be recorded");
  const all = await started({ recordInventory: nothing, recordMessages: nothing });
  const tooMany = Array.from({ length: 21 }, () => failure);
  const cases = [
    [await all.checkIn({ waitMs: -1 }), /waitMs/],
    [await all.checkIn({ waitMs: 60_000 }), /waitMs/],
    [await all.checkIn({ audits: [{ jobId: "x", progress: null }] }), /\/audits\/0\/jobId/],
    [await all.checkIn({ run: "rm -rf /" } as Partial<CheckIn>), /additional/],
    [await all.checkIn({ hostname: "x".repeat(256) }), /hostname/],
    [await all.inventory({ revision: "x" }), /revision/],
    [await all.inventory({ extra: 1 }), /additional/],
    [await all.inventory({ packages: [{ name: "bash" }] }), /\/packages\/0/],
    [await all.report([{ ...failure, extra: 1 }]), /\/messages\/0/],
    [await all.report([{ jobId, failure: { at: 5, code: "odd", error: "" } }]), /\/messages\/0/],
    [await all.report(tooMany), /\/messages/],
    [await all.postText("results", "{"), /not valid JSON/],
    [
      await all.postText("inventory", " ".repeat(33 * 1024 * 1024)),
      /decodes to more than 33554432/,
    ],
  ] as const;
  for (const [reply, place] of cases) {
    assert.equal(reply.statusCode, 400, reply.body);
    assert.match(reply.json().error, place);
    assert.equal(typeof reply.json().requestId, "string");
  }
  const probes = newSecret("probe", "credential");
  const unknown = newSecret("agent", "credential");
  for (const authorization of ["", "Bearer vdac_no", `Bearer ${probes}`, `Bearer ${unknown}`]) {
    const headers = { authorization };
    for (const path of ["check-in", "inventory", "results"]) {
      const url = `/remote/v1/agent/${path}`;
      const reply = await all.app.inject({ method: "POST", url, headers, payload: "{" });
      assert.equal(reply.statusCode, 401);
    }
    const url = `/remote/v1/agent/bundles/${sha256}`;
    assert.equal((await all.app.inject({ method: "GET", url, headers })).statusCode, 401);
  }
  const url = "/remote/v1/agent/enrol";
  const payload = { token: newSecret("probe", "enrolmentToken"), version: "1", hostname: "h" };
  const wrongKind = await all.app.inject({ method: "POST", url, payload });
  assert.equal(wrongKind.statusCode, 401);
  assert.match(wrongKind.json().error, /token of a probe, not of an agent/);
  await all.stop();
});

test("a body that is too large is refused by each route's own limit", async () => {
  const all = await started();
  const send = async (path: string, bytes: number) => {
    const url = `/remote/v1/agent/${path}`;
    const headers = { authorization: all.authorization };
    const payload = Buffer.alloc(bytes, "a");
    const reply = await all.app.inject({ method: "POST", url, headers, payload });
    assert.equal(reply.statusCode, 400);
    return reply.json().error;
  };
  const mebibyte = 1024 * 1024;
  assert.match(await send("check-in", mebibyte / 4), /not valid JSON/);
  assert.match(await send("check-in", mebibyte / 4 + 1), /too large/);
  assert.match(await send("inventory", 4 * mebibyte), /not valid JSON/);
  assert.match(await send("inventory", 4 * mebibyte + 1), /too large/);
  assert.match(await send("results", 16 * mebibyte), /not valid JSON/);
  assert.match(await send("results", 16 * mebibyte + 1), /too large/);
  await all.stop();
});

test("data that PostgreSQL cannot store is the sender's fault, not a failure that is tried for ever", async () => {
  const bad = statement<[text: string], never>("test.agents.bad", "select $1::text");
  const fail = async () => {
    await database.system.run(bad, ["a\0b"]);
    return { accepted: true, recorded: 1 };
  };
  const all = await started({ recordInventory: fail, recordMessages: fail });
  assert.equal((await all.report([failure])).statusCode, 400);
  assert.equal((await all.inventory()).statusCode, 400);
  await all.stop();
});

test("few bodies are worked on at once, a bounded number waits, and the rest is told to come again", async () => {
  let working = 0;
  let most = 0;
  const gate = Promise.withResolvers<void>();
  const all = await started({
    recordMessages: async () => {
      most = Math.max(most, ++working);
      await gate.promise;
      working--;
      return { recorded: 1 };
    },
  });
  const fleet = await Promise.all(Array.from({ length: 21 }, () => all.enrolOther()));
  let refused = 0;
  const replies = fleet.flatMap((other) =>
    Array.from({ length: 10 }, async () => {
      const reply = await other.report();
      if (reply.statusCode === 503) refused++;
      return reply;
    }),
  );
  await until(() => refused === 6, { what: "six are told to come again" });
  assert.equal(working, 4);
  gate.resolve();
  const codes = (await Promise.all(replies)).map(({ statusCode }) => statusCode);
  assert.equal(codes.filter((code) => code === 200).length, 204);
  assert.equal(codes.filter((code) => code === 503).length, 6);
  assert.equal(most, 4);
  await all.stop();
});

test("one agent has ten requests under way and no more, and keeps no other from being served", async () => {
  const gate = Promise.withResolvers<void>();
  const all = await started({
    recordMessages: async ({ agentId }) => {
      if (agentId === all.id) await gate.promise;
      return { recorded: 1 };
    },
  });
  const other = await all.enrolOther();
  const replies = Array.from({ length: 40 }, () => all.report([failure]));
  const refused = await Promise.race(replies);
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.headers["retry-after"], "25");
  assert.match(refused.json().error, /asks too much of the server. Try again in 25 s/);
  let refusals = 0;
  for (const reply of replies) {
    void reply.then(({ statusCode }) => (refusals += Number(statusCode === 429)));
  }
  await until(() => refusals === 30, { what: "all but ten are refused" });
  const theirs = other.report();
  gate.resolve();
  assert.equal((await theirs).statusCode, 200);
  const codes = (await Promise.all(replies)).map(({ statusCode }) => statusCode);
  assert.equal(codes.filter((code) => code === 200).length, 10);
  assert.equal((await all.report([failure])).statusCode, 200);
  await all.stop();
});

test("an agent that sends without a pause is told to wait, and may check in all the same", async () => {
  const all = await started();
  const codes: number[] = [];
  for (let i = 0; i < 32; i++) codes.push((await all.inventory()).statusCode);
  assert.deepEqual(codes.slice(0, 30), Array(30).fill(200));
  assert.equal(codes.at(-1), 429);
  for (const refused of [
    await all.inventory(),
    await all.report([failure]),
    await all.bundle(sha256),
  ]) {
    assert.equal(refused.statusCode, 429);
    const waitSec = Number(refused.headers["retry-after"]);
    assert.ok(waitSec >= 1 && waitSec <= 40, String(waitSec));
  }
  assert.equal((await all.checkIn()).statusCode, 200);
  const other = await all.enrolOther();
  assert.equal((await other.report()).statusCode, 200);
  await all.stop();
});

test("bodies wait, unread, while those on their way fill the room; no agent takes all of it", async () => {
  const all = await started();
  const port = await listening(all.app);
  const fleet = await Promise.all(Array.from({ length: 5 }, () => all.enrolOther()));
  const [last = assert.fail(), ...others] = fleet;
  /** Says that it sends as much as may be, and sends nothing. */
  const occupy = async ({ authorization }: { authorization: string }) => {
    const socket = connect({ host: "127.0.0.1", port });
    await once(socket, "connect");
    socket.write(
      `POST /remote/v1/agent/results HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${16 * 1024 * 1024}\r\n\r\n`,
    );
    return socket;
  };
  const greedy = await Promise.all([1, 2, 3, 4, 5].map(() => occupy(all)));
  await until(() => all.rooms.length === 5, { what: "all five ask for room" });
  assert.equal((await last.report()).statusCode, 200);

  const slow = await Promise.all(others.map(occupy));
  await until(() => all.rooms.length === 10, { what: "the others ask for room, too" });
  let isDone = false;
  const waiting = last.report().finally(() => (isDone = true));
  await until(() => all.rooms.length === 11, { what: "the last asks for room" });
  await new Promise(setImmediate);
  assert.equal(isDone, false);
  for (const socket of greedy) socket.destroy();
  slow[0]?.destroy();
  assert.equal((await waiting).statusCode, 200);
  for (const socket of slow) socket.destroy();
  await all.stop();
});

test("tokens cannot be tried at speed", async () => {
  const all = await started();
  const payload = { token: "vdae_wrong", version: "1", hostname: "h" };
  const attempt = () => all.app.inject({ method: "POST", url: "/remote/v1/agent/enrol", payload });
  for (let i = 0; i < 20; i++) assert.equal((await attempt()).statusCode, 401);
  const refused = await attempt();
  assert.equal(refused.statusCode, 429);
  assert.ok(Number(refused.headers["retry-after"]) > 0);
  await all.stop();
});
