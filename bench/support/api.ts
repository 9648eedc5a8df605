import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Client } from "pg";
import { newId } from "#lib/ids";
import { createApiKey } from "#platform/api-keys";
import { type DatabaseConnection, openDatabase, withClient } from "#platform/db";
import { createLog } from "#platform/log";
import { migrate } from "#platform/migrations";
import { startEmbeddedPostgres } from "#platform/postgres";
import { type Seed, seedTenant } from "#test/seed";
import type { ApiServerOptions } from "./api-server.ts";

/** How many sensors the tenant of these benches has. */
export const sensorCount = 100_000;

const pinnedMark = "VEDETTE_BENCH_PINNED";

/** Runs this program, and all it starts, on the second core; the server gets the first one to itself. */
export function pinToSecondCore(): void {
  if (process.env[pinnedMark] !== undefined || availableParallelism() === 1) return;
  const command = ["-c", "1", process.execPath, ...process.argv.slice(1)];
  const inner = spawnSync("taskset", command, {
    stdio: "inherit",
    env: { ...process.env, [pinnedMark]: "1" },
  });
  if (inner.error !== undefined) throw inner.error;
  process.exit(inner.status ?? 1);
}

/** An installation with 100,000 sensors that have been checked, and a key of their tenant. */
export interface ApiData {
  connection: DatabaseConnection;
  authorization: string;
  remove(): Promise<void>;
}

/** The PostgreSQL is the embedded one, as `vedette serve` runs it. */
export async function makeApiData(): Promise<ApiData> {
  const log = createLog("warn", "bench");
  const dataDir = await mkdtemp(join(tmpdir(), "vedette-bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  const { connection } = postgres;
  await migrate(connection, { log });
  const database = await openDatabase(connection, { log });
  const { tenantId, collectorId } = await seedTenant(database);
  await withClient(connection, undefined, async (client) => {
    await client.query("select set_config('vedette.tenant', $1, false)", [tenantId]);
    await insertSensors(client, { tenantId, collectorId }, sensorCount);
    await client.query("vacuum analyze");
  });
  const { key } = await createApiKey(
    {
      tenantId,
      actor: { kind: "system", id: "bench", name: "bench" },
      scopes: ["read", "write"],
      database,
      now: Date.now,
      requestId: newId(),
    },
    { service: "monitor", scope: "read", name: "bench" },
  );
  await database.close();
  return {
    connection,
    authorization: `Bearer ${key}`,
    remove: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Adds sensors that were checked once and are up, in an order that is none. */
export async function insertSensors(
  client: Client,
  { tenantId, collectorId }: Seed,
  count: number,
): Promise<void> {
  await client.query(
    `insert into sensors (tenant_id, id, name, declared_as, type, target, interval_sec, collector_id, tags,
       assignment_revision, created_at, updated_at)
     select $1, ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'sensor ' || n, 'sensor ' || n,
       (array['icmp', 'http', 'tcp', 'tls'])[n % 4 + 1], '10.' || n / 65536 || '.' || n / 256 % 256 || '.' || n % 256,
       60, $2, array['site ' || n % 100, 'core'], 1, 1790000000000, 1790000000000
     from generate_series(0, $3 - 1) as n order by random()`,
    [tenantId, collectorId, count],
  );
  await client.query(
    `insert into sensor_states (tenant_id, sensor_id, state, state_since, last_checked_at, latency_ms, http_status, last_ok)
     select tenant_id, id, 'up', 1790000000000, 1790000060000, random() * 100, case type when 'http' then 200 end, true
     from sensors where tenant_id = $1`,
    [tenantId],
  );
}

/** What the server's process used so far, and holds now. */
export interface ServerUsage {
  cpuSec: number;
  rssBytes: number;
}

/** A server on the first core. */
export interface ApiServer {
  url: string;
  usage(): Promise<ServerUsage>;
  stop(): Promise<void>;
}

export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const file = new URL("api-server.ts", import.meta.url).pathname;
  const pinned = process.env[pinnedMark] === undefined ? [] : ["taskset", "-c", "0"];
  const [program, ...args] = [...pinned, process.execPath, file, JSON.stringify(options)];
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const [port] = await once(createInterface({ input: child.stdout }), "line");
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    usage: async () => parsedUsage(await (await fetch(`${url}/bench/usage`)).json()),
    stop: async () => {
      const ended = once(child, "exit");
      child.stdin.end();
      await ended;
    },
  };
}

function parsedUsage(reply: unknown): ServerUsage {
  if (
    typeof reply === "object" &&
    reply !== null &&
    "cpuSec" in reply &&
    "rssBytes" in reply &&
    typeof reply.cpuSec === "number" &&
    typeof reply.rssBytes === "number"
  ) {
    return { cpuSec: reply.cpuSec, rssBytes: reply.rssBytes };
  }
  throw new Error("the server does not say what it uses");
}
