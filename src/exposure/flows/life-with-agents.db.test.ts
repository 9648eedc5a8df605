/*
 * Random histories of hosts that probes see from outside and agents from inside, held against a model of the decisions.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import type { PackageFacts } from "#engines/inventory-types";
import { setFindingStatus } from "#exposure/findings";
import { decideIdentityFinding } from "#exposure/identity";
import { requestRun } from "#exposure/scans";
import { type Statement, statement } from "#platform/db";
import { seedAgent, someRevision } from "#test/agent-fixture";
import {
  AgentModel,
  type ModelAsset,
  type ModelFinding,
  type ModelReport,
} from "#test/agent-model";
import { type Release, feeds, flipped } from "#test/agent-software";
import {
  type Change,
  type Step,
  addresses,
  hostOf,
  hostnames,
  modelPackage,
  modelReport,
  packagesOf,
  reportOf,
  step,
} from "#test/agent-steps";
import { createTestDatabase } from "#test/database";
import { loadFeeds } from "#test/feeds";
import { type ScanPlace, operatorOf, seedScan, seedScanPlace } from "#test/scan-fixture";
import type { InventoryUpdate } from "#wire/agent.v1";
import type { RunMessage } from "#wire/probe.v1";
import { expireAcceptances } from "./expire-acceptances.ts";
import { exposureLock } from "./exposure-lock.ts";
import { recordInventory } from "./record-inventory.ts";
import { recordReports } from "./record-reports.ts";
import { rematchFindings } from "./rematch-findings.ts";
import { rematchPackages } from "./rematch-packages.ts";
import { rescoreAssets } from "./rescore-assets.ts";
import { retireAgent } from "./retire-agent.ts";

const made = await createTestDatabase();
const { database } = made;
before(() => loadFeeds(made));

const hourMs = 3_600_000;
/** Releases are supported until a day: each history begins on the same one. */
const beginAt = Date.UTC(2026, 10, 21);
let clock = beginAt;
const now = () => clock;
const deps = { database, now };

/** A computer: what is true of it, and the agent that is on it now. */
interface Machine {
  readonly hostname: string;
  readonly is: Required<Change>;
  agent: Agent | null;
}

/** An agent program with what it remembers. */
interface Agent {
  readonly tenantId: string;
  readonly agentId: string;
  readonly machine: Machine;
  told: Told | null;
  /** The message that it sent last. */
  sent: { readonly update: InventoryUpdate; readonly told: Told } | null;
}

interface Told {
  readonly revision: string;
  readonly address: string;
  readonly release: Release;
  readonly packages: readonly PackageFacts[];
  readonly isBlind: boolean;
}

/** One tenant with a probe and two computers, and what has to be true of it. */
class History {
  readonly #place: ScanPlace;
  readonly #scans: readonly string[];
  readonly #model = new AgentModel(feeds);
  readonly #machines: readonly Machine[] = hostnames.map((hostname, i) => ({
    hostname,
    is: {
      address: addresses[i] ?? addresses[0],
      release: "12",
      ssh: "1:9.2p1-2+deb12u3",
      redis: null,
      isBlind: false,
    },
    agent: null,
  }));
  readonly #agents: Agent[] = [];
  readonly #outbox = { messages: [] as RunMessage[], delivered: 0 };
  readonly #reports = new Map<RunMessage, ModelReport>();
  readonly #openScans = new Map<string, string>();
  readonly #assetIds = new Map<ModelAsset, string>();
  readonly #findingIds = new Map<ModelFinding, string>();
  #feedKnows = true;

  constructor(place: ScanPlace, scans: readonly string[]) {
    this.#place = place;
    this.#scans = scans;
    clock = beginAt;
  }

  async take(one: Step): Promise<void> {
    clock += hourMs;
    if (one.kind === "scan") await this.#scan(one);
    else if (one.kind === "deliver") await this.#deliver(one);
    else if (one.kind === "tell") await this.#tell(one);
    else if (one.kind === "check in") await this.#checkIn(await this.#agentOn(one.machine));
    else if (one.kind === "set up anew") await this.#enrol(this.#machine(one.machine));
    else if (one.kind === "revoke") await this.#revoke(one);
    else if (one.kind === "come back") await this.#comeBack(one);
    else if (one.kind === "decide") await this.#decide(one);
    else if (one.kind === "feed") await this.#feed();
    else if (one.kind === "match services") {
      await rematchFindings(deps);
      this.#model.rematchServices(clock);
    } else if (one.kind === "match packages") {
      await rematchPackages(deps);
      this.#model.rematchPackages(clock);
    } else {
      await expireAcceptances(deps);
      this.#model.expire(clock);
    }
    await this.#check();
  }

  /** The feeds as they were, and nothing left to match anew. */
  async end(): Promise<void> {
    if (!this.#feedKnows) await this.#feed();
    await this.#run(forgetServices);
    await this.#run(forgetAgents);
  }

  async #scan({ scan, hosts, outcome }: Step & { kind: "scan" }): Promise<void> {
    const name = this.#scans[scan] ?? assert.fail();
    if (this.#openScans.has(name)) return;
    const context = operatorOf(database, this.#place.tenantId, now);
    const { runId } = await requestRun(context, { name });
    this.#openScans.set(name, runId);
    this.#model.begin(runId, clock, scan < 2);
    for (const one of hosts) {
      clock += 60_000;
      const finishedAt = clock - one.lateMs;
      const message: RunMessage = { runId, host: reportOf(one, finishedAt) };
      this.#reports.set(message, modelReport(one, finishedAt));
      this.#outbox.messages.push(message);
    }
    const error = outcome === "failed" ? "out of luck" : null;
    this.#outbox.messages.push({ runId, end: { outcome, at: clock, error, progress: null } });
  }

  async #deliver({ count, again }: Step & { kind: "deliver" }): Promise<void> {
    const { messages, delivered } = this.#outbox;
    const upTo = Math.min(delivered + count, messages.length);
    await recordReports(deps, this.#place, messages.slice(Math.max(0, delivered - again), upTo));
    for (const message of messages.slice(delivered, upTo)) {
      const report = this.#reports.get(message);
      if (report !== undefined) this.#model.report(message.runId, report, clock);
      if (!("end" in message)) continue;
      const { outcome } = message.end;
      this.#model.end(message.runId, outcome === "completed" ? "completed" : "failed");
      for (const [name, runId] of this.#openScans) {
        if (runId === message.runId) this.#openScans.delete(name);
      }
    }
    this.#outbox.delivered = upTo;
  }

  #machine(which: number): Machine {
    return this.#machines[which] ?? assert.fail();
  }

  async #agentOn(which: number): Promise<Agent> {
    const one = this.#machine(which);
    return one.agent ?? (await this.#enrol(one));
  }

  async #enrol(one: Machine): Promise<Agent> {
    const { tenantId } = this.#place;
    const { agentId } = await seedAgent(database, tenantId, { enrolledAt: clock });
    await database.forTenant(tenantId).run(callHost, [tenantId, agentId, one.hostname]);
    const agent = { tenantId, agentId, machine: one, told: null, sent: null };
    this.#agents.push(agent);
    one.agent = agent;
    this.#model.enrol(agentId, one.hostname, clock);
    return agent;
  }

  /** It is heard of, and learns whether the server has what it told. */
  async #checkIn(agent: Agent): Promise<void> {
    const { tenantId, agentId } = agent;
    const [row] = await database.forTenant(tenantId).run(heardOf, [tenantId, agentId, clock]);
    this.#model.checkIn(agentId, clock);
    if (row?.revision !== agent.told?.revision) agent.told = null;
    const isKnown = agent.told !== null;
    assert.equal(
      isKnown,
      isKnown && this.#model.knows(agentId),
      "an agent is on an asset, or asked for everything",
    );
  }

  async #tell({
    machine: which,
    change: news,
    how,
    lateMs,
  }: Step & { kind: "tell" }): Promise<void> {
    const agent = await this.#agentOn(which);
    Object.assign(agent.machine.is, news);
    await this.#checkIn(agent);
    if (how === "again" && agent.sent !== null) {
      const { update, told } = agent.sent;
      // It was taken, or does not follow on what the server has: both change nothing.
      const isSame = agent.told?.revision === told.revision;
      if (!isSame) return;
      assert.deepEqual(await recordInventory(deps, agent, update), { accepted: true });
      return;
    }
    if (how === "unknown base") {
      const update = { ...this.#updateOf(agent, true, 0), base: someRevision() };
      assert.deepEqual(await recordInventory(deps, agent, update), { accepted: false });
      return;
    }
    if (how === "whole") agent.told = null;
    await this.#send(agent, lateMs);
  }

  async #send(agent: Agent, lateMs: number): Promise<void> {
    const { agentId, machine: of } = agent;
    const wasBlind = agent.told?.isBlind ?? false;
    const update = this.#updateOf(agent, agent.told === null, lateMs);
    const { accepted } = await recordInventory(deps, agent, update);
    if (!accepted) {
      assert.ok(wasBlind && !of.is.isBlind, "only what a blind agent cannot know is asked for");
      agent.told = null;
      return this.#send(agent, lateMs);
    }
    const told = toldBy(of, update.revision);
    const { address, release, isBlind } = of.is;
    const packages = isBlind ? null : told.packages.map(modelPackage);
    const isWhole = update.base === null;
    this.#model.inventory(agentId, { at: update.at, isWhole, address, release, packages }, clock);
    agent.sent = { update, told };
    agent.told = told;
  }

  #updateOf(agent: Agent, isWhole: boolean, lateMs: number): InventoryUpdate {
    const { is, hostname } = agent.machine;
    const now = toldBy(agent.machine, someRevision());
    const before = isWhole ? null : agent.told;
    const inBoth = (of: readonly PackageFacts[], { name, version }: PackageFacts) =>
      of.some((one) => one.name === name && one.version === version);
    const isSameHost = before?.address === is.address && before.release === is.release;
    return {
      base: before?.revision ?? null,
      revision: now.revision,
      at: clock - lateMs,
      ...(isSameHost ? {} : { host: hostOf(is, hostname) }),
      listeners: [],
      ...(before?.isBlind === is.isBlind
        ? {}
        : { blindSpots: is.isBlind ? [{ what: "packages" as const, why: "It is locked." }] : [] }),
      packages: now.packages.filter((one) => !inBoth(before?.packages ?? [], one)),
      removed: (before?.packages ?? []).filter((one) => !inBoth(now.packages, one)),
    };
  }

  async #revoke({ machine: which }: Step & { kind: "revoke" }): Promise<void> {
    const one = this.#machine(which);
    const { agent } = one;
    if (agent === null) return;
    one.agent = null;
    const context = operatorOf(database, this.#place.tenantId, now);
    await retireAgent(context, { id: agent.agentId });
    this.#model.revoke(agent.agentId);
  }

  /** Whoever was replaced was only asleep; who was revoked is refused, and may be revoked again. */
  async #comeBack({ which }: Step & { kind: "come back" }): Promise<void> {
    const gone = this.#agents.filter((agent) => agent.machine.agent !== agent);
    const agent = gone[which % gone.length];
    if (agent === undefined) return;
    if (this.#model.isRevoked(agent.agentId)) {
      const update = this.#updateOf(agent, true, 0);
      assert.deepEqual(await recordInventory(deps, agent, update), { accepted: false });
      const context = operatorOf(database, this.#place.tenantId, now);
      await retireAgent(context, { id: agent.agentId });
      return;
    }
    await this.#checkIn(agent);
    if (agent.told === null) await this.#send(agent, 0);
  }

  async #decide({ which, status, hours }: Step & { kind: "decide" }): Promise<void> {
    const finding = this.#model.findings[which % this.#model.findings.length];
    if (finding === undefined) return;
    const acceptedUntil = status === "accepted" && hours !== null ? clock + hours * hourMs : null;
    const context = operatorOf(database, this.#place.tenantId, now);
    const decision = { status, acceptedUntil, notes: null };
    const id = this.#findingIds.get(finding) ?? assert.fail();
    await setFindingStatus(context, id, decision, {
      exposureLock,
      rescoreAssets,
      decideIdentityFinding,
    });
    this.#model.decide(finding, status, acceptedUntil, clock);
  }

  async #feed(): Promise<void> {
    this.#feedKnows = !this.#feedKnows;
    if (this.#feedKnows) await loadFlipped();
    else await forgetFlipped();
    this.#model.feed(flipped, this.#feedKnows);
  }

  async #check(): Promise<void> {
    const assets = await this.#run(allAssets);
    this.#learn(
      this.#assetIds,
      this.#model.assets,
      ({ ip, name, agent }) => `${ip} ${name} ${agent?.name ?? null}`,
      assets.map(({ id, ip, hostname, agent_id }) => ({
        id,
        line: `${ip} ${hostname} ${agent_id}`,
      })),
    );
    const findings = await this.#run(allFindings);
    this.#learn(
      this.#findingIds,
      this.#model.findings,
      (one) => lineOf(one, this.#assetIds.get(one.asset) ?? "none"),
      findings.map((row) => ({ id: row.id, line: lineOfRow(row) })),
    );
    for (const row of findings) {
      assert.equal(row.status === "resolved", row.resolved_at !== null);
      assert.equal(row.site_id, row.asset_site_id, "a finding is at the site of its asset");
    }
    assert.deepEqual(await this.#run(brokenHistories), []);
    assert.deepEqual(await this.#run(doubledPackages), [], "one agent tells what is installed");
  }

  /** All are as they must be, and each is the row that it always was. */
  #learn<T>(
    ids: Map<T, string>,
    wanted: readonly T[],
    line: (one: T) => string,
    rows: readonly { id: string; line: string }[],
  ): void {
    const lines = wanted.map(line);
    assert.deepEqual(rows.map((row) => row.line).toSorted(), lines.toSorted());
    const known = new Set(ids.values());
    for (const [i, one] of wanted.entries()) {
      const id = ids.get(one);
      const fits = (row: { id: string; line: string }) =>
        id === undefined ? !known.has(row.id) : row.id === id;
      const row = rows.find((each) => each.line === lines[i] && fits(each));
      assert.ok(row !== undefined, `${lines[i]} is still the same row`);
      known.add(row.id);
      ids.set(one, row.id);
    }
  }

  async #run<R>(wanted: Statement<[tenantId: string], R>): Promise<R[]> {
    const { tenantId } = this.#place;
    return database.forTenant(tenantId).run(wanted, [tenantId]);
  }
}

function toldBy({ is }: Machine, revision: string): Told {
  const { address, release, isBlind } = is;
  return { revision, address, release, isBlind, packages: isBlind ? [] : packagesOf(is) };
}

interface FindingRow {
  id: string;
  asset_id: string;
  port: number;
  package: string;
  weakness: string;
  status: string;
  first_seen_at: number;
  last_seen_at: number;
  resolved_at: number | null;
  by: string;
  site_id: string | null;
  asset_site_id: string | null;
}

function lineOfRow(row: FindingRow): string {
  const { asset_id: asset, port, package: name, weakness, status, by } = row;
  const times = `${row.first_seen_at - beginAt} ${row.last_seen_at - beginAt}`;
  return `${asset} ${port} ${name} ${weakness} ${status} by:${by} ${times}`;
}

function lineOf(finding: ModelFinding, asset: string): string {
  const { port, package: name, weakness, status, seenAt } = finding;
  const by = [seenAt.scan === null ? "" : "scan", seenAt.agent === null ? "" : "agent"].join(",");
  const times = `${finding.firstSeenAt - beginAt} ${finding.lastSeenAt - beginAt}`;
  return `${asset} ${port} ${name} ${weakness} ${status} by:${by} ${times}`;
}

const allFindings = statement<[tenantId: string], FindingRow>(
  "test.agents-life.findings",
  `select f.id, f.asset_id, f.port, f.package, f.weakness, f.status, f.first_seen_at, f.last_seen_at, f.resolved_at,
     case when f.scan_seen_at is null then '' else 'scan' end || ',' ||
     case when f.agent_seen_at is null then '' else 'agent' end as by, f.site_id, a.site_id as asset_site_id
   from findings f join assets a on a.tenant_id = f.tenant_id and a.id = f.asset_id where f.tenant_id = $1`,
);
const allAssets = statement<
  [tenantId: string],
  { id: string; ip: string | null; hostname: string | null; agent_id: string | null }
>(
  "test.agents-life.assets",
  "select id, host(ip) as ip, hostname, agent_id from assets where tenant_id = $1",
);
/** Findings whose history has a gap, or ends in another status than theirs. */
const brokenHistories = statement<[tenantId: string], { id: string }>(
  "test.agents-life.histories",
  `select f.id from findings f, lateral (
     select array_agg(e.from_status order by e.id) as froms, array_agg(e.to_status order by e.id) as tos
     from finding_events e where e.tenant_id = $1 and e.finding_id = f.id) as h
   where f.tenant_id = $1 and (h.froms[1] is not null or h.froms[2:] is distinct from h.tos[:cardinality(h.tos) - 1]
     or h.tos[cardinality(h.tos)] is distinct from f.status)`,
);
/** Assets that several agents believe to be on, or another than theirs. */
const doubledPackages = statement<[tenantId: string], { id: string }>(
  "test.agents-life.doubled",
  `select a.id from assets a join agents g on g.tenant_id = a.tenant_id and g.asset_id = a.id
   where a.tenant_id = $1 and a.agent_id is distinct from g.id`,
);
const forgetServices = statement<[tenantId: string], never>(
  "test.agents-life.forget-services",
  "delete from services where tenant_id = $1",
);
const forgetAgents = statement<[tenantId: string], never>(
  "test.agents-life.forget-agents",
  "delete from agents where tenant_id = $1",
);
const onlyPorts = statement<[tenantId: string, name: string], never>(
  "test.agents-life.only-ports",
  "update scans set scan_type = 'ports' where tenant_id = $1 and name = $2",
);
const callHost = statement<[tenantId: string, id: string, hostname: string], never>(
  "test.agents-life.hostname",
  "update agents set hostname = $3 where tenant_id = $1 and id = $2",
);
const heardOf = statement<[tenantId: string, id: string, at: number], { revision: string | null }>(
  "test.agents-life.heard-of",
  `update agents set last_seen_at = $3 where tenant_id = $1 and id = $2
   returning inventory_revision as revision`,
);

/** All that the feeds say of a CVE, to be put back. */
const readFlipped = statement<[cve: string], { debian: string; products: string }>(
  "test.agents-life.read-cve",
  `select (select jsonb_agg(e)::text from debian_entries e where cve = $1) as debian,
     (select jsonb_agg(p)::text from vulnerability_products p where cve = $1) as products`,
);
const insertFlipped = statement<[debian: string, products: string], never>(
  "test.agents-life.speak",
  `with entries as (insert into debian_entries select * from jsonb_populate_recordset(null::debian_entries, $1::jsonb))
   insert into vulnerability_products
   select * from jsonb_populate_recordset(null::vulnerability_products, $2::jsonb)`,
);
const deleteFlipped = statement<[cve: string], never>(
  "test.agents-life.be-silent",
  `with entries as (delete from debian_entries where cve = $1)
   delete from vulnerability_products where cve = $1`,
);
const bump = statement<[], never>(
  "test.agents-life.bump",
  "update feeds set revision = revision + 1 where name = 'debian'",
);

let said: { debian: string; products: string } | undefined;

async function forgetFlipped(): Promise<void> {
  [said] = await database.system.run(readFlipped, [flipped]);
  await database.system.run(deleteFlipped, [flipped]);
  await database.system.run(bump, []);
}

async function loadFlipped(): Promise<void> {
  const { debian: entries, products } = said ?? assert.fail();
  await database.system.run(insertFlipped, [entries, products]);
  await database.system.run(bump, []);
}

async function history(): Promise<History> {
  const place = await seedScanPlace(database);
  const scans: string[] = [];
  for (let i = 0; i < 3; i += 1) scans.push((await seedScan(database, place)).name);
  await database.forTenant(place.tenantId).run(onlyPorts, [place.tenantId, scans[2] ?? ""]);
  return new History(place, scans);
}

test("whatever probes see, agents tell, feeds say and people decide, in whatever order, findings are what the rules say", async () => {
  const steps = fc.array(step, { minLength: 20, maxLength: 30, size: "max" });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const it = await history();
      try {
        for (const one of all) await it.take(one);
      } finally {
        await it.end();
      }
    }),
    { numRuns: 100, interruptAfterTimeLimit: 120_000, markInterruptAsFailure: true },
  );
});
