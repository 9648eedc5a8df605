/**
 * What agents cost the server: an inventory of 2,000 packages from its first byte to its findings; then 1,000 agents that
 * check in every minute, and 100 of them that deliver an audit of 300 rules at once. A real server with its database; CPU is
 * that of both.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { AuditReport } from "#engines/scap-types";
import { type Database, statement } from "#platform/db";
import { embedded, startInstallation } from "#test/processes";
import {
  type FleetAgent,
  checkIn,
  debianPackages,
  endConnections,
  enrolAgent,
  forAll,
  tellInventory,
  tellOutcome,
} from "./support/agent-fleet.ts";
import { openBeside } from "./support/installation.ts";
import { benchOptions, emit, median } from "./support/measure.ts";
import { usageOf } from "./support/process-tree.ts";

const { seconds } = benchOptions({ seconds: 160, runs: 1, concurrency: 1 });
const agents = 1000;
const audited = 100;
const rules = 300;
const packages = 2000;
const firstInventories = 20;
const checkInEveryMs = 60_000;
const heldMs = 25_000;

const cleanUps: (() => Promise<void>)[] = [];
const after = (cleanUp: () => Promise<void>) => void cleanUps.push(cleanUp);
const installation = await startInstallation({ after }, embedded.none);
const { url } = installation;
const serverPid = installation.server.pid ?? 0;

const insertTracker = statement<[sources: number], never>(
  "bench.tracker",
  `insert into debian_entries (package, cve, release, status, fixed_version, urgency, nodsa, repositories)
   select format('source-%s', s), format('CVE-2026-%s%s', 1000 + s, c), release, 'resolved',
     case when c < 2 then '1.2.3-1+deb12u2' else '1.2.3-1' end, 'not yet assigned', null, '{1.2.3-1+deb12u2}'
   from generate_series(0, $1 - 1) as s, generate_series(0, 19) as c, unnest('{bookworm,trixie,sid}'::text[]) as release`,
);
const bumpFeeds = statement<[], never>(
  "bench.bump",
  "update feeds set revision = revision + 1, imported_at = 0 where name = 'debian'",
);
const analyze = statement<[], never>("bench.analyze", "analyze");
const countOpen = statement<[], { count: number }>(
  "bench.open",
  "select count(*) as count from findings where status = 'open' and cve is not null",
);

const configuration = `
tenant: default
bundles:
  - { name: baseline, content: ssg-debian12-ds.xml }
audits:
  - { name: bench, bundle: baseline, profile: standard, tags: [audited] }
`;

async function tokenFor(uses: number, ...more: string[]): Promise<string> {
  const args = ["--tenant", "default", "--uses", String(uses), ...more];
  return (await installation.vedette("agent", "token", ...args)).trim();
}

async function inventories(database: Database, token: string): Promise<void> {
  await database.system.run(insertTracker, [(packages * 2) / 5]);
  await database.system.run(bumpFeeds, []);
  await database.system.run(analyze, []);
  const times: number[] = [];
  const list = debianPackages(packages);
  const before = usageOf(serverPid).cpuSec;
  for (let i = 0; i < firstInventories; i++) {
    const agent = await enrolAgent(url, token, 10_000 + i);
    const startedAt = performance.now();
    await tellInventory(url, agent, list);
    times.push(performance.now() - startedAt);
  }
  const cpuSec = usageOf(serverPid).cpuSec - before;
  const [open] = await database.system.run(countOpen, []);
  emit({
    work: `first inventory of ${packages} packages: sent, matched, its findings saved`,
    unit: "inventory",
    count: firstInventories,
    seconds: times.reduce((sum, ms) => sum + ms, 0) / 1000,
    cpuSec,
    notes: `median ${Math.round(median(times))} ms, slowest ${Math.round(Math.max(...times))} ms; ${(open?.count ?? 0) / firstInventories} findings each; one after the other, over HTTP`,
  });
}

/** Outcomes that wait until all of them are there, to be delivered in one moment. */
const waiting: { agent: FleetAgent; jobId: string }[] = [];
const uploads = { delivered: 0, seconds: 0 };

/** One agent as it lives: every minute a check-in that is held; when it gets a job, its outcome with those of all others. */
async function live(agent: FleetAgent, until: number): Promise<void> {
  await pause(Math.random() * checkInEveryMs);
  const holding: string[] = [];
  while (performance.now() < until) {
    const begunAt = performance.now();
    const { jobs } = await checkIn(url, agent, heldMs, holding);
    for (const { jobId } of jobs) {
      holding.push(jobId);
      waiting.push({ agent, jobId });
      if (waiting.length === audited) await deliverAll();
    }
    await pause(Math.max(0, begunAt + checkInEveryMs - performance.now()));
  }
}

async function deliverAll(): Promise<void> {
  const report = reportOf("0".repeat(64));
  const startedAt = performance.now();
  const replies = await Promise.all(
    waiting.map(({ agent, jobId }) => tellOutcome(url, agent, { jobId, report })),
  );
  uploads.seconds = (performance.now() - startedAt) / 1000;
  uploads.delivered = replies.reduce((sum, { recorded }) => sum + recorded, 0);
}

function reportOf(contentSha256: string): AuditReport {
  const now = Date.now();
  return {
    startedAt: now,
    finishedAt: now,
    engine: "OpenSCAP 1.3.7",
    privileged: true,
    contentSha256,
    benchmark: { id: "xccdf_org.ssgproject.content_benchmark_X", version: "1", title: "Bench" },
    profile: { id: "xccdf_org.ssgproject.content_profile_standard", title: "Standard" },
    scores: [{ system: "urn:xccdf:scoring:default", value: 58.6, maximum: 100 }],
    rules: Array.from({ length: rules }, (_, i) => ({
      id: `xccdf_org.ssgproject.content_rule_number_${i}`,
      result: i % 3 === 0 ? ("fail" as const) : ("pass" as const),
      ...(i % 3 === 0
        ? { why: `Check failed: "Verify setting ${i}" (/etc/some.conf: value 1)` }
        : {}),
    })),
  };
}

try {
  const database = await openBeside(installation, after);
  const token = await tokenFor(agents + firstInventories);
  const auditedToken = await tokenFor(audited, "--tag", "audited");
  await inventories(database, token);
  await installation.apply(configuration);

  const numbers = Array.from({ length: agents }, (_, i) => i);
  const fleet = await forAll(numbers, 20, (number) =>
    enrolAgent(url, number < audited ? auditedToken : token, number),
  );
  await forAll(fleet, 10, (agent) => tellInventory(url, agent, debianPackages(50)));
  await pause(10_000);

  const until = performance.now() + seconds * 1000;
  const living = fleet.map((agent) => live(agent, until));
  // All of them check in by then.
  await pause(checkInEveryMs);
  const quiet = { at: performance.now(), cpu: usageOf(serverPid).cpuSec };
  await pause((seconds * 1000 - checkInEveryMs) / 2);
  const busy = { at: performance.now(), cpu: usageOf(serverPid).cpuSec };
  const quietShare = (busy.cpu - quiet.cpu) / ((busy.at - quiet.at) / 1000);
  await installation.vedette("audit", "run", "bench", "--tenant", "default");
  await pause(until - performance.now());
  const endedAt = performance.now();
  const cpu = usageOf(serverPid).cpuSec;
  const busyShare = (cpu - busy.cpu) / ((endedAt - busy.at) / 1000);
  await Promise.all(living);
  emit({
    work: `${agents} agents that check in every minute`,
    unit: "check-in",
    count: Math.round(((busy.at - quiet.at) / checkInEveryMs) * agents),
    seconds: (busy.at - quiet.at) / 1000,
    cpuSec: busy.cpu - quiet.cpu,
    notes: `${(quietShare * 100).toFixed(1)} % of a core, server and database; each held up to ${heldMs / 1000} s`,
  });
  emit({
    work: `the same while ${audited} of them deliver an audit of ${rules} rules in one moment`,
    unit: "audit",
    count: uploads.delivered,
    seconds: (endedAt - busy.at) / 1000,
    cpuSec: cpu - busy.cpu,
    notes: `${(busyShare * 100).toFixed(1)} % of a core over ${Math.round((endedAt - busy.at) / 1000)} s; all ${uploads.delivered} recorded ${uploads.seconds.toFixed(2)} s after the first byte`,
  });
} finally {
  endConnections();
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
}
