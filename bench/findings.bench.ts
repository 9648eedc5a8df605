/**
 * How fast findings are taken in: a rescan in which nothing changed, hosts that are new, and the matching of 10,000 assets
 * with 5 services each after a feed has changed. Everything from the probe's messages to the rows, on one PostgreSQL; the
 * HTTP request is not in it.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HostReport } from "#engines/scan-types";
import { recordReports, rematchFindings } from "#exposure/flows";
import { requestRun } from "#exposure/scans";
import { statement } from "#platform/db";
import { openInstallation } from "#platform/installation";
import { createLog } from "#platform/log";
import { hostReport, serviceFacts } from "#test/host-reports";
import { operatorOf, seedScan, seedScanPlace } from "#test/scan-fixture";
import { emit, timed } from "./support/measure.ts";

const assetCount = 10_000;
const hostsInBatch = 100;
const products = 5;
const recordsPerProduct = 40;
/** Each service has about so many vulnerabilities. */
const versions = 10;

const log = createLog("silent", "bench");
const dir = await mkdtemp(join(tmpdir(), "vedette-findings-"));
const place = { dataDir: join(dir, "data"), databaseUrl: undefined };
const installation = await openInstallation(place, { as: "server", name: "bench", log });
const { database } = installation;
let clock = Date.now();
const now = () => clock;

const insertRecords = statement<[products: number, records: number, versions: number], never>(
  "bench.records",
  `insert into vulnerabilities (cve, status, disputed, description, scores, cwes, reference_urls, configurations, affected)
   select format('CVE-2026-%s%s', 1000 + p, 100 + r), 'Analyzed', false, 'A request of a certain kind ends the service.',
     jsonb_build_array(jsonb_build_object('version', '3.1', 'base', (r % 70 + 30) / 10.0,
       'vector', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H', 'source', 'nvd@nist.gov', 'primary', true)),
     '{CWE-400}', '{}', jsonb_build_array(jsonb_build_object('operator', 'OR', 'negate', false, 'nodes',
       jsonb_build_array(jsonb_build_object('operator', 'OR', 'negate', false, 'cpeMatch', jsonb_build_array(
         jsonb_build_object('criteria', format('cpe:2.3:a:maker%s:server%s:*:*:*:*:*:*:*:*', p, p), 'vulnerable', true,
           'versionEndExcluding', format('1.%s.0', r % $3 + 1))))))), '[]'
   from generate_series(1, $1) as p, generate_series(1, $2) as r`,
);
const insertProducts = statement<[], never>(
  "bench.products",
  `insert into vulnerability_products (product_key, cve)
   select format('maker%s:server%s', p, p), cve from vulnerabilities, generate_series(1, 9) as p
   where cve like format('CVE-2026-%s%%', 1000 + p)`,
);
const insertEpss = statement<[], never>(
  "bench.epss",
  "insert into epss_scores (cve, score, percentile) select cve, 0.02, 0.8 from vulnerabilities",
);
const bumpFeeds = statement<[], never>(
  "bench.bump",
  "update feeds set revision = revision + 1 where name = 'nvd'",
);
const analyze = statement<[], never>("bench.analyze", "analyze");
const countFindings = statement<[], { count: number }>(
  "bench.count",
  "select count(*) as count from findings where status = 'open'",
);

await database.system.run(insertRecords, [products, recordsPerProduct, versions]);
await database.system.run(insertProducts, []);
await database.system.run(insertEpss, []);
await database.system.run(bumpFeeds, []);

function report(i: number): HostReport {
  const address = `10.${1 + Math.floor(i / 62_500)}.${Math.floor(i / 250) % 250}.${1 + (i % 250)}`;
  const services = Array.from({ length: products }, (_, p) =>
    serviceFacts(1000 + p, {
      name: "http",
      product: `Server ${p + 1}`,
      version: `1.${(i + p) % versions}.5`,
      cpes: [`cpe:2.3:a:maker${p + 1}:server${p + 1}:1.${(i + p) % versions}.5:*:*:*:*:*:*:*`],
    }),
  );
  return hostReport(address, services, { finishedAt: clock });
}

const probe = await seedScanPlace(database);
const scan = await seedScan(database, probe);

/** One run over all hosts. @returns seconds it took to take the messages in, its end apart. */
async function scanAll(): Promise<{ hostsSec: number; endSec: number }> {
  clock += 60_000;
  const context = operatorOf(database, probe.tenantId, now);
  const { runId } = await requestRun(context, { name: scan.name });
  const startedAt = performance.now();
  for (let at = 0; at < assetCount; at += hostsInBatch) {
    const hosts = Array.from({ length: hostsInBatch }, (_, i) => ({ runId, host: report(at + i) }));
    await recordReports({ database, now }, probe, hosts);
  }
  const endedAt = performance.now();
  const end = { outcome: "completed" as const, at: clock, error: null, progress: null };
  await recordReports({ database, now }, probe, [{ runId, end }]);
  return {
    hostsSec: (endedAt - startedAt) / 1000,
    endSec: (performance.now() - endedAt) / 1000,
  };
}

const fresh = await timed(scanAll);
await database.system.run(analyze, []);
const [counted] = await database.system.run(countFindings, []);
const findings = counted?.count ?? 0;
emit({
  work: `findings taken in: new, of ${assetCount} hosts with ${products} services each`,
  unit: "finding",
  count: findings,
  seconds: fresh.result.hostsSec,
  cpuSec: fresh.cpuSec,
  notes: `batches of ${hostsInBatch} hosts; ${findings} findings; fsync on; the end of the run: ${fresh.result.endSec.toFixed(1)} s`,
});
const again = await timed(scanAll);
emit({
  work: "findings taken in: a rescan in which nothing changed",
  unit: "finding",
  count: findings,
  seconds: again.result.hostsSec,
  cpuSec: again.cpuSec,
  notes: `the same hosts again; the end of the run: ${again.result.endSec.toFixed(1)} s`,
});
await database.system.run(bumpFeeds, []);
const rematch = await timed(() => rematchFindings({ database, now }));
emit({
  work: `${assetCount} assets with ${products} services each matched again after a feed change`,
  unit: "asset",
  count: rematch.result,
  seconds: rematch.seconds,
  cpuSec: rematch.cpuSec,
  notes: `took ${rematch.seconds.toFixed(1)} s; ${findings} findings compared`,
});
await installation.close();
await rm(dir, { recursive: true });
