import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import type { ServiceFacts } from "#engines/scan-types";
import { setFindingStatus } from "#exposure/findings";
import { decideIdentityFinding } from "#exposure/identity";
import { requestRun } from "#exposure/scans";
import { newId } from "#lib/ids";
import { criticalityOf, scoreAsset } from "#exposure/risk";
import { parseIp } from "#lib/ip";
import { parsePortList } from "#lib/port-list";
import { type Statement, statement } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { ExposureModel, type ModelHost, type ModelService, lineOf } from "#test/exposure-model";
import { seedSite } from "#test/exposure-rows";
import { loadFeeds } from "#test/feeds";
import { hostReport, openssh, serviceFacts } from "#test/host-reports";
import { type ScanPlace, operatorOf, seedScan, seedScanPlace } from "#test/scan-fixture";
import type { RunMessage } from "#wire/probe.v1";
import { expireAcceptances } from "./expire-acceptances.ts";
import { exposureLock } from "./exposure-lock.ts";
import { recordReports } from "./record-reports.ts";
import { rematchFindings } from "./rematch-findings.ts";
import { rescoreAssets } from "./rescore-assets.ts";

const made = await createTestDatabase();
const { database } = made;
before(() => loadFeeds(made));

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;
let clock = Date.UTC(2026, 10, 21);
const now = () => clock;

/** The feeds of the tests know it, and in some steps they do not. */
const cve = "CVE-2021-44790";
const apache = (version: string | null, cves: readonly string[]) => ({
  shown: shows("Apache httpd", version, { cves, matched: true }),
  facts: serviceFacts(80, {
    name: "http",
    product: "Apache httpd",
    ...(version === null ? {} : { version }),
    cpes: [`cpe:2.3:a:apache:http_server:${version ?? "*"}:*:*:*:*:*:*:*`],
  }),
});
const nginx = serviceFacts(80, {
  name: "http",
  product: "nginx",
  version: "1.99.1",
  cpes: ["cpe:2.3:a:f5:nginx:1.99.1:*:*:*:*:*:*:*"],
});
const old = apache("2.4.51", [cve, "CVE-2022-31813"]);
const fixed = apache("2.4.54", []);

/** What may answer at a port, and what has to be made of it. */
const kinds: readonly { readonly shown: ModelService; readonly facts: ServiceFacts }[] = [
  old,
  apache("2.4.53", ["CVE-2022-31813"]),
  fixed,
  // Known by its product alone: all that any version had is told, for information.
  apache(null, ["CVE-2019-0211", cve, "CVE-2022-31813"]),
  { shown: shows("nginx", "1.99.1", { matched: true }), facts: nginx },
  {
    shown: shows(null, null, { weaknesses: ["exposed.telnet"] }),
    facts: serviceFacts(80, { name: "telnet" }),
  },
  // It hides its version, and its name from the feeds.
  {
    shown: shows("Apache httpd", null, {}),
    facts: serviceFacts(80, { name: "http", product: "Apache httpd" }),
  },
  // Cut short.
  {
    shown: { ...fixed.shown, asked: false },
    facts: { ...fixed.facts, unsettled: true },
  },
  { shown: { ...old.shown, asked: false }, facts: { ...old.facts, unsettled: true } },
  // It says something that nobody understands.
  {
    shown: shows(null, null, { asked: false }),
    facts: serviceFacts(80, { name: "http", method: "port", confidence: 10 }),
  },
];

function shows(
  product: string | null,
  version: string | null,
  rest: Partial<ModelService>,
): ModelService {
  return { product, version, cves: [], weaknesses: [], matched: false, asked: true, ...rest };
}

const ports = [80, 8080] as const;
/** Most of the time an old version at one address, since all that is to be seen happens to what is there. */
const host = fc.record({
  address: fc.constantFrom(
    "10.0.0.1",
    "10.0.0.1",
    "10.0.0.1",
    "10.0.0.1",
    "10.0.0.2",
    "::ffff:10.0.0.2",
    "2001:db8::1",
    "2001:DB8:0::1",
  ),
  mac: fc.option(fc.constantFrom("3c:52:82:00:00:01", "3c:52:82:00:00:02"), { freq: 1 }),
  name: fc.option(fc.constantFrom("a.example.net", "b.example.net"), { freq: 1 }),
  outcome: fc.constantFrom("up", "up", "up", "up", "dropped", "dropped", "down", "skipped"),
  looked: fc.constantFrom("1-10000", "1-10000", "1-100"),
  services: fc.tuple(
    ...ports.map(() =>
      fc.option(fc.constantFrom(...kinds.keys(), 0, 0, 0, 0, 2, 7, 8, 9, 9), { freq: 2 }),
    ),
  ),
  skewMs: fc.constantFrom(0, 0, 0, 0, 0, 10 * yearMs, -10 * yearMs),
});
type Host = typeof host extends fc.Arbitrary<infer T> ? T : never;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("scan" as const),
      scan: fc.nat(2),
      hosts: fc.array(host, { minLength: 1, maxLength: 3 }),
      outcome: fc.constantFrom("completed", "completed", "completed", "failed", "stopped"),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("deliver" as const),
      probe: fc.nat(1),
      count: fc.integer({ min: 1, max: 8 }),
      again: fc.nat(4),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("decide" as const),
      which: fc.nat(),
      status: fc.constantFrom("open", "in_progress", "resolved", "accepted", "false_positive"),
      hours: fc.option(fc.integer({ min: 1, max: 5 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("feed" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One tenant with two probes, and what has to be true of it. */
class History {
  readonly #place: ScanPlace;
  readonly #scans: readonly { name: string; probe: number; isFull: boolean }[];
  readonly #probes: readonly ScanPlace[];
  readonly #model = new ExposureModel();
  /** What the probes have to deliver, in their order, and how much of it they did. */
  readonly #outboxes = [0, 1].map(() => ({ messages: [] as RunMessage[], delivered: 0 }));
  readonly #hosts = new Map<RunMessage, ModelHost>();
  readonly #openScans = new Map<string, string>();
  readonly #times = new Map<string, { first: number; last: number }>();
  #feedKnows = true;

  constructor(probes: readonly ScanPlace[], place: ScanPlace, scans: readonly string[]) {
    this.#place = place;
    this.#probes = probes;
    this.#scans = scans.map((name, i) => ({ name, probe: i === 0 ? 0 : 1, isFull: i < 2 }));
  }

  async take(one: Step): Promise<void> {
    clock += hourMs;
    if (one.kind === "scan") await this.#scan(one);
    else if (one.kind === "deliver") await this.#deliver(one);
    else if (one.kind === "decide") await this.#decide(one);
    else if (one.kind === "feed") await this.#feed();
    else {
      await expireAcceptances({ database, now });
      this.#model.expire(clock);
    }
    await this.#check();
  }

  /** The feeds as they were, and nothing left to match anew. */
  async end(): Promise<void> {
    if (!this.#feedKnows) await this.#feed();
    await this.#run(forget);
  }

  async #scan({ scan, hosts, outcome }: Step & { kind: "scan" }): Promise<void> {
    const { name, probe, isFull } = this.#scans[scan] ?? assert.fail();
    if (this.#openScans.has(name)) return;
    const context = operatorOf(database, this.#place.tenantId, now);
    const { runId } = await requestRun(context, { name });
    this.#openScans.set(name, runId);
    this.#model.begin(runId, clock, isFull);
    const { messages } = this.#outboxes[probe] ?? assert.fail();
    for (const one of hosts) {
      clock += 60_000;
      const report = reportOf(one);
      const message: RunMessage = { runId, host: report };
      this.#hosts.set(message, modelHost(one, report.finishedAt));
      messages.push(message);
    }
    const error = outcome === "failed" ? "out of luck" : null;
    messages.push({ runId, end: { outcome, at: clock, error, progress: null } });
  }

  async #deliver({ probe, count, again }: Step & { kind: "deliver" }): Promise<void> {
    const outbox = this.#outboxes[probe] ?? assert.fail();
    const upTo = Math.min(outbox.delivered + count, outbox.messages.length);
    const batch = outbox.messages.slice(Math.max(0, outbox.delivered - again), upTo);
    const caller = this.#probes[probe] ?? assert.fail();
    await recordReports({ database, now }, caller, batch);
    for (const message of outbox.messages.slice(outbox.delivered, upTo)) {
      const seen = this.#hosts.get(message);
      if (seen !== undefined) this.#model.report(message.runId, seen, clock);
      if (!("end" in message)) continue;
      this.#model.end(message.runId, message.end.outcome);
      for (const [name, runId] of this.#openScans) {
        if (runId === message.runId) this.#openScans.delete(name);
      }
    }
    outbox.delivered = upTo;
  }

  async #decide({ which, status, hours }: Step & { kind: "decide" }): Promise<void> {
    const rows = await this.#run(allFindings);
    const lines = rows.map(lineOfRow);
    const unique = rows.filter(
      (row) => lines.filter((line) => line === lineOfRow(row)).length === 1,
    );
    const row = unique[which % unique.length];
    if (row === undefined) return;
    const found = this.#model.findings.find((one) => lineOf(one) === lineOfRow(row));
    assert.ok(found !== undefined);
    const acceptedUntil = status === "accepted" && hours !== null ? clock + hours * hourMs : null;
    const context = operatorOf(database, this.#place.tenantId, now);
    const decision = { status, acceptedUntil, notes: null };
    await setFindingStatus(context, row.id, decision, {
      exposureLock,
      rescoreAssets,
      decideIdentityFinding,
    });
    this.#model.decide(found, status, acceptedUntil, clock);
  }

  async #feed(): Promise<void> {
    this.#feedKnows = !this.#feedKnows;
    await database.system.run(this.#feedKnows ? speakOf : beSilent, [cve]);
    await database.system.run(bump, []);
    await rematchFindings({ database, now });
    this.#model.feed(cve, this.#feedKnows, clock);
  }

  async #check(): Promise<void> {
    const rows = await this.#run(allFindings);
    assert.deepEqual(rows.map(lineOfRow).toSorted(), this.#model.lines());
    const assets = await this.#run(allAssets);
    assert.deepEqual(
      assets.map(({ ip, mac, name }) => `${ip} ${mac} ${name}`).toSorted(),
      this.#model.assetLines(),
    );
    const places = rows.map((row) => `${row.asset_id} ${row.port} ${row.weakness}`);
    assert.equal(new Set(places).size, rows.length, "one row for each finding");
    for (const row of rows) {
      const times = this.#times.get(row.id);
      assert.ok(row.first_seen_at <= (times?.first ?? Infinity) && row.first_seen_at > 0);
      assert.ok(row.last_seen_at >= (times?.last ?? 0) && row.last_seen_at <= clock);
      assert.equal(row.status === "resolved", row.resolved_at !== null);
      assert.equal(row.site_id, row.asset_site_id, "a finding is at the site of its asset");
      this.#times.set(row.id, { first: row.first_seen_at, last: row.last_seen_at });
    }
    for (const { id, tags, risk, accepted } of assets) {
      const counted = (statuses: readonly string[]) =>
        rows
          .filter((row) => row.asset_id === id && statuses.includes(row.status))
          .map((row) => ({ id: row.id, weakness: row.weakness, score: row.risk_score }));
      const scores = [["open", "in_progress"], ["accepted"]].map(
        (statuses) => scoreAsset(counted(statuses), criticalityOf(tags)).score,
      );
      assert.deepEqual([risk, accepted], scores, "the score of an asset");
    }
    assert.deepEqual(await this.#run(brokenHistories), []);
    assert.deepEqual(await this.#run(wrongTotals), []);
  }

  async #run<R>(wanted: Statement<[tenantId: string], R>): Promise<R[]> {
    const { tenantId } = this.#place;
    return database.forTenant(tenantId).run(wanted, [tenantId]);
  }
}

function reportOf({ address, mac, name, outcome, looked, services, skewMs }: Host) {
  const found = servicesOf({ looked, services, outcome });
  const isAlive = outcome === "up" || outcome === "dropped";
  const report = hostReport(
    address,
    [...found].map(([port, kind]) => ({ ...kind.facts, port })),
    {
      outcome,
      finishedAt: clock + skewMs,
      names: name === null ? [] : [{ name, source: "dns" }],
      ...(mac === null ? {} : { mac }),
    },
  );
  return isAlive ? { ...report, tcp: { ports: looked, open: [...found.keys()] } } : report;
}

function modelHost(one: Host, finishedAt: number): ModelHost {
  const { mac, name, outcome } = one;
  const lookedAt = new Set(parsePortList(one.looked));
  return {
    address: parseIp(one.address)?.address ?? assert.fail(),
    mac,
    name,
    outcome,
    finishedAt,
    looked: (port) => lookedAt.has(port),
    services: new Map([...servicesOf(one)].map(([port, { shown }]) => [port, shown])),
  };
}

/** What answered at the ports that were looked at. */
function servicesOf({ looked, services, outcome }: Pick<Host, "looked" | "services" | "outcome">) {
  const lookedAt = new Set(parsePortList(looked));
  const isAlive = outcome === "up" || outcome === "dropped";
  return new Map(
    ports.flatMap((port, i) => {
      const kind = kinds[services[i] ?? -1];
      return kind === undefined || !isAlive || !lookedAt.has(port) ? [] : [[port, kind] as const];
    }),
  );
}

interface FindingRow {
  id: string;
  asset_id: string;
  host: string;
  port: number;
  weakness: string;
  status: string;
  risk_score: number;
  first_seen_at: number;
  last_seen_at: number;
  resolved_at: number | null;
  site_id: string;
  asset_site_id: string;
}

function lineOfRow(row: FindingRow): string {
  const { host: where, port, weakness, status, first_seen_at: first, last_seen_at: last } = row;
  return `${where} ${port} ${weakness} ${status} ${first} ${last}`;
}

const nameless = "coalesce(host(ip), 'null') || ' ' || coalesce(mac_address, 'null')";
const allFindings = statement<[tenantId: string], FindingRow>(
  "test.life.findings",
  `select f.id, f.asset_id, ${nameless} || ' ' || coalesce(hostname, 'null') as host, f.port, f.weakness, f.status,
     f.risk_score, f.first_seen_at, f.last_seen_at, f.resolved_at, f.site_id, a.site_id as asset_site_id
   from findings f join assets a on a.tenant_id = f.tenant_id and a.id = f.asset_id
   where f.tenant_id = $1 order by f.id`,
);
const allAssets = statement<
  [tenantId: string],
  {
    id: string;
    ip: string | null;
    mac: string | null;
    name: string | null;
    tags: string[];
    risk: number;
    accepted: number;
  }
>(
  "test.life.assets",
  `select id, host(ip) as ip, mac_address as mac, hostname as name, tags, risk_score as risk, accepted_risk as accepted
   from assets where tenant_id = $1`,
);
/** Findings whose history has a gap, or ends in another status than theirs. */
const brokenHistories = statement<[tenantId: string], { id: string }>(
  "test.life.histories",
  `select f.id from findings f, lateral (
     select array_agg(e.from_status order by e.id) as froms, array_agg(e.to_status order by e.id) as tos
     from finding_events e where e.tenant_id = $1 and e.finding_id = f.id) as h
   where f.tenant_id = $1 and (h.froms[1] is not null or h.froms[2:] is distinct from h.tos[:cardinality(h.tos) - 1]
     or h.tos[cardinality(h.tos)] is distinct from f.status)`,
);
/** Sites where another number of findings is counted than are open. */
const wrongTotals = statement<[tenantId: string], { site_id: string }>(
  "test.life.totals",
  `select * from (
     select site_id, list_rank, sum(open) as open from finding_totals where tenant_id = $1 group by 1, 2 having sum(open) <> 0
   ) counted full join (
     select site_id, list_rank, count(*) as open from findings
     where tenant_id = $1 and status in ('open', 'in_progress') group by 1, 2
   ) found using (site_id, list_rank)
   where counted.open is distinct from found.open and site_id <> '00000000-0000-0000-0000-000000000000'`,
);
/** All that a tenant has, but for the feeds that it was matched with. */
const everything = statement<[tenantId: string], { hash: string }>(
  "test.life.everything",
  `select md5(string_agg(text, chr(10) order by text)) as hash from (
     select f::text as text from findings f where tenant_id = $1
     union all select a::text from assets a where tenant_id = $1
     union all select (to_jsonb(s) - 'matched_revision')::text from services s where tenant_id = $1
     union all select e::text from finding_events e where tenant_id = $1) as rows`,
);
const forget = statement<[tenantId: string], never>(
  "test.life.forget",
  "delete from services where tenant_id = $1",
);
const onlyPorts = statement<[tenantId: string, id: string], never>(
  "test.life.only-ports",
  "update scans set scan_type = 'ports' where tenant_id = $1 and id = $2",
);
const addProbe = statement<[tenantId: string, id: string], never>(
  "test.life.probe",
  "insert into probes (tenant_id, id, name, status, created_at) values ($1, $2, 'other', 'active', 0)",
);
const beSilent = statement<[cve: string], never>(
  "test.life.silent",
  "delete from vulnerability_products where cve = $1",
);
const speakOf = statement<[cve: string], never>(
  "test.life.speak",
  "insert into vulnerability_products (product_key, cve) values ('apache:http_server', $1)",
);
const bump = statement<[], never>(
  "test.life.bump",
  "update feeds set revision = revision + 1 where name = 'nvd'",
);

async function history(): Promise<History> {
  const place = await seedScanPlace(database);
  const { tenantId } = place;
  const other = { tenantId, probeId: newId(), siteId: await seedSite(database, tenantId) };
  await database.forTenant(tenantId).run(addProbe, [tenantId, other.probeId]);
  const probes = [place, other];
  const scans = [];
  for (const probe of [place, other, other]) scans.push(await seedScan(database, probe));
  const [, , third] = scans;
  await database.forTenant(tenantId).run(onlyPorts, [tenantId, third?.id ?? ""]);
  return new History(
    probes,
    place,
    scans.map(({ name }) => name),
  );
}

/** Another tenant with a finding, to which nothing may happen. */
async function seedWitness(): Promise<() => Promise<string | undefined>> {
  const place = await seedScanPlace(database);
  const { tenantId } = place;
  const { name } = await seedScan(database, place);
  const { runId } = await requestRun(operatorOf(database, tenantId, now), { name });
  const report = hostReport("10.0.0.1", [openssh("7.7p1")], { finishedAt: clock });
  await recordReports({ database, now }, place, [{ runId, host: report }]);
  return async () => (await database.forTenant(tenantId).run(everything, [tenantId]))[0]?.hash;
}

test("whatever scans, decisions and feeds come in whatever order, findings are what the rules say", async () => {
  const witness = await seedWitness();
  const seeded = await witness();
  const steps = fc.array(step, { minLength: 20, maxLength: 30, size: "max" });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const it = await history();
      try {
        for (const one of all) await it.take(one);
      } finally {
        await it.end();
      }
      assert.equal(await witness(), seeded, "nothing of another tenant changes");
    }),
    { numRuns: 120, interruptAfterTimeLimit: 120_000, markInterruptAsFailure: true },
  );
});
