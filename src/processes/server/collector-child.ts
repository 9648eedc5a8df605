import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { issueEmbeddedTokens } from "#monitor/collectors";
import type { Database } from "#platform/db";
import type { Log } from "#platform/log";
import { tenantsChannel } from "#platform/tenants";

const collectorMain = fileURLToPath(new URL("../collector/main.ts", import.meta.url));

/** A collector that dies is started again after this, doubled for each death in a row, up to the longest. */
const restartAfterMs = 500;
const longestRestartMs = 30_000;
/** It has lived when it lives this long. */
const healthyAfterMs = 60_000;
/** How long it may take to write what it holds to disk. */
const stopWithinMs = 10_000;

export interface CollectorChildOptions {
  readonly database: Database;
  readonly log: Log;
  readonly now: () => number;
  /** Where this server listens: the child talks to it as every collector does. */
  readonly serverUrl: string;
  readonly dataDir: string;
  /** The child's log lines go where ours go. */
  readonly logLevel: string;
  /** All that the child sees of the environment: it reads what strangers send, and needs no secrets of ours. */
  readonly env: Readonly<Record<string, string>>;
}

export interface CollectorChild {
  /** Collectors that were handed to the child: one for each tenant. */
  readonly collectorIds: ReadonlySet<string>;
  stop(): Promise<void>;
}

/**
 * Runs a collector as a child process that serves every tenant. Each start hands it fresh enrolment tokens on its standard
 * input, and a tenant that is made later is handed over at once. The child ends when that input does, so it never
 * outlives this process.
 */
export async function startCollectorChild(options: CollectorChildOptions): Promise<CollectorChild> {
  const { database, log, now } = options;
  const collectorIds = new Set<string>();
  let child: ChildProcess | undefined;
  let stopping = false;
  let restart: NodeJS.Timeout | undefined;
  let deaths = 0;

  async function handOver(to: ChildProcess, tenantId: string | null): Promise<void> {
    const issued = await issueEmbeddedTokens(database.system, tenantId, now());
    for (const { id, token } of issued) {
      // A tenant that was made just now: nobody polled its sensors before.
      const fresh = tenantId !== null && !collectorIds.has(id);
      collectorIds.add(id);
      const order = { enrol: token, id, fresh };
      to.stdin?.write(`${JSON.stringify(order)}\n`);
    }
  }

  function start(): void {
    const startedAt = performance.now();
    const args = [
      collectorMain,
      "--embedded",
      "--server",
      options.serverUrl,
      "--data-dir",
      options.dataDir,
      "--log-level",
      options.logLevel,
    ];
    const started = spawn(process.execPath, args, {
      stdio: ["pipe", "ignore", "inherit"],
      env: options.env,
      // A Ctrl-C at the terminal is for the server, which then ends the child in its order.
      detached: true,
      windowsHide: true,
    });
    child = started;
    // Writing to one that has just died is not an error: its successor gets tokens of its own.
    started.stdin?.on("error", (error) =>
      log.debug({ err: error }, "the embedded collector does not listen"),
    );
    started.on("error", (error) =>
      log.error({ err: error }, "the embedded collector cannot be started"),
    );
    started.on("close", (code, signal) => {
      if (stopping) return;
      deaths = performance.now() - startedAt > healthyAfterMs ? 1 : deaths + 1;
      const inMs = Math.min(restartAfterMs * 2 ** (deaths - 1), longestRestartMs);
      log.error({ code, signal, inMs }, "the embedded collector died; it is started again");
      restart = setTimeout(start, inMs);
    });
    handOver(started, null).catch((error: unknown) => {
      log.error({ err: error }, "the embedded collector got no tokens; it is started again");
      started.kill("SIGTERM");
    });
  }

  start();
  const tenants = await database.listen(tenantsChannel, (tenantId) => {
    const current = child;
    if (current === undefined || current.exitCode !== null) return;
    handOver(current, tenantId === "" ? null : tenantId).catch((error: unknown) =>
      log.error({ err: error, tenantId }, "the embedded collector was not told of a new tenant"),
    );
  });

  return {
    collectorIds,
    async stop() {
      stopping = true;
      clearTimeout(restart);
      await tenants.close();
      if (child !== undefined) await end(child);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  child.once("close", () => resolve());
  child.stdin?.end();
  const killer = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
  await ended;
  clearTimeout(killer);
}
