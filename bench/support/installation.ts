import { statement, openDatabase, type Database } from "#platform/db";
import { createLog } from "#platform/log";
import { runningConnection } from "#platform/postgres";
import { type Installation, startInstallation } from "#test/processes";
import { join } from "node:path";
import { startTargets } from "./targets.ts";

/** A whole installation with sensors on local targets, for benches that measure all of it. */
export interface BenchInstallation {
  readonly installation: Installation;
  /** What is in the database, seen past the server. */
  readonly database: Database;
  close(): Promise<void>;
}

/** Starts everything and declares `count` sensors: a third each of http, tcp and icmp on 16 loopback addresses. */
export async function startWithSensors(
  count: number,
  intervalSec: number,
): Promise<BenchInstallation> {
  const cleanUps: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  };
  const targets = await startTargets();
  cleanUps.push(() => targets.close());
  const installation = await startInstallation({ after: (cleanUp) => void cleanUps.push(cleanUp) });
  await installation.apply(configuration(count, intervalSec, targets));
  const database = await openBeside(installation, (cleanUp) => void cleanUps.push(cleanUp));
  return { installation, database, close };
}

/** Opens the database of a running installation, past its server. */
export async function openBeside(
  installation: Installation,
  after: (cleanUp: () => Promise<void>) => void,
): Promise<Database> {
  const running = runningConnection(join(installation.dir, "data"));
  const database = await openDatabase(running.connection, {
    log: createLog("silent", "bench"),
    poolSize: 1,
  });
  after(async () => {
    await database.close();
    running.close();
  });
  return database;
}

function configuration(
  count: number,
  intervalSec: number,
  targets: { addresses: readonly string[]; httpPort: number; tcpPort: number },
): string {
  const address = (i: number) => targets.addresses[i % targets.addresses.length] ?? "127.0.0.1";
  const kinds = [
    (i: number) =>
      `{ name: "http ${i}", type: http, target: "http://${address(i)}:${targets.httpPort}/", intervalSec: ${intervalSec} }`,
    (i: number) =>
      `{ name: "tcp ${i}", type: tcp, target: "${address(i)}:${targets.tcpPort}", intervalSec: ${intervalSec} }`,
    (i: number) =>
      `{ name: "icmp ${i}", type: icmp, target: "${address(i)}", intervalSec: ${intervalSec}, icmp: { packets: 1 } }`,
  ];
  const sensors = Array.from({ length: count }, (_, i) => `  - ${kinds[i % kinds.length]?.(i)}`);
  return `tenant: default\nplan: { sensorLimit: ${count} }\nsensors:\n${sensors.join("\n")}\n`;
}

const count = statement<[], { results: number; failed: number; up: number }>(
  "bench.count",
  `select (select count(*) from check_results) as results, (select count(*) from check_results where not ok) as failed,
     (select count(*) from sensor_states where state = 'up') as up`,
);

/** How many results are in history, how many of them failed, and how many sensors are up. */
export async function countHistory(
  database: Database,
): Promise<{ results: number; failed: number; up: number }> {
  const [row] = await database.system.run(count, []);
  if (row === undefined) throw new Error("no answer");
  return row;
}

/** The largest schedule lag that the collector reported (99th percentile over a minute), in milliseconds. */
export async function lagP99Ms(installation: Installation): Promise<number> {
  const text = await (await fetch(`${installation.url}/metrics`)).text();
  const found = /^vedette_collectors_lag_p99_seconds ([0-9.e+-]+)$/m.exec(text);
  return found === null ? Number.NaN : Number(found[1]) * 1000;
}
