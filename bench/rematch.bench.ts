/**
 * How long it takes until 1,000 hosts with agents and 2,000 packages each are judged by a feed that has changed: all of it
 * new, with nothing changed, and with one source package that is vulnerable no more. From the server's periodic work to the
 * rows, on one PostgreSQL.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rematchPackages } from "#exposure/flows";
import { statement } from "#platform/db";
import { openInstallation } from "#platform/installation";
import { createLog } from "#platform/log";
import { seedTenant } from "#test/seed";
import {
  analyzeAll,
  bumpDebianTracker,
  insertDebianTracker,
  insertHosts,
  sourcesOf,
} from "./support/agent-data.ts";
import { emit, timed } from "./support/measure.ts";

const hosts = 1000;
const packages = 2000;
/** Source packages with open vulnerabilities, two each. */
const vulnerable = 200;

const dir = await mkdtemp(join(tmpdir(), "vedette-rematch-"));
const place = { dataDir: join(dir, "data"), databaseUrl: undefined };
const log = createLog("silent", "bench");
const installation = await openInstallation(place, { as: "server", name: "bench", log });
const { database } = installation;

const countOpen = statement<[], { count: number }>(
  "bench.open",
  "select count(*) as count from findings where status = 'open' and cve is not null",
);
const mendOne = statement<[], never>(
  "bench.mend",
  "update debian_entries set fixed_version = '1.2.3-1' where package = 'source-0'",
);

async function rematch(what: string): Promise<void> {
  const { result, seconds, cpuSec } = await timed(() =>
    rematchPackages({ database, now: Date.now }),
  );
  const [open] = await database.system.run(countOpen, []);
  emit({
    work: `${hosts} hosts with ${packages} packages each matched again after a feed change: ${what}`,
    unit: "host",
    count: result,
    seconds,
    cpuSec,
    notes: `took ${seconds.toFixed(1)} s; ${open?.count} findings open; peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`,
  });
}

const { tenantId } = await seedTenant(database);
await insertDebianTracker(database, sourcesOf(packages), vulnerable);
await insertHosts(database, tenantId, hosts, packages);
await analyzeAll(database);
await rematch("all findings are new");
await analyzeAll(database);
await bumpDebianTracker(database);
await rematch("nothing is another than before");
await database.system.run(mendOne, []);
await bumpDebianTracker(database);
await rematch("one source package is vulnerable no more");
await installation.close();
await rm(dir, { recursive: true });
