import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Database, Queryable } from "#platform/db";
import type { Log } from "#platform/log";
import { tenantsChannel } from "#platform/tenants";

const mains = {
  collector: fileURLToPath(new URL("../collector/main.ts", import.meta.url)),
  probe: fileURLToPath(new URL("../probe/main.ts", import.meta.url)),
} as const;

/** A child that dies is started again after this, doubled for each death in a row, up to the longest. */
const restartAfterMs = 500;
const longestRestartMs = 30_000;
/** It has lived when it lives this long. */
const healthyAfterMs = 60_000;
/** How long it may take to write what it holds to disk. */
const stopWithinMs = 10_000;

export interface RemoteChildOptions {
  readonly part: keyof typeof mains;
  /** Fresh enrolment tokens for one tenant's embedded part, or with `null` for those of all. */
  readonly issueTokens: (
    system: Queryable,
    tenantId: string | null,
    now: number,
  ) => Promise<{ id: string; token: string }[]>;
  readonly database: Database;
  readonly log: Log;
  readonly now: () => number;
  /** Where this server listens: the child talks to it as every remote part does. */
  readonly serverUrl: string;
  readonly dataDir: string;
  /** The child's log lines go where ours go. */
  readonly logLevel: string;
  /** All that the child sees of the environment: it reads what strangers send, and needs no secrets of ours. */
  readonly env: Readonly<Record<string, string>>;
}

export interface RemoteChild {
  /** Whom the child is: one for each tenant. */
  readonly ids: ReadonlySet<string>;
  stop(): Promise<void>;
}

/**
 * Runs a collector or a probe as a child process that serves every tenant. Each start hands it fresh enrolment tokens on its standard
 * input, and a tenant that is made later is handed over at once. The child ends when that input does, so it never
 * outlives this process.
 */
export async function startRemoteChild(options: RemoteChildOptions): Promise<RemoteChild> {
  const { part, database, log, now } = options;
  const ids = new Set<string>();
  let child: ChildProcess | undefined;
  let stopping = false;
  let restart: NodeJS.Timeout | undefined;
  let deaths = 0;

  async function handOver(to: ChildProcess, tenantId: string | null): Promise<void> {
    const issued = await options.issueTokens(database.system, tenantId, now());
    for (const { id, token } of issued) {
      // A tenant that was made just now: nobody worked for it before.
      const fresh = tenantId !== null && !ids.has(id);
      ids.add(id);
      const order = { enrol: token, id, fresh };
      to.stdin?.write(`${JSON.stringify(order)}\n`);
    }
  }

  function start(): void {
    const startedAt = performance.now();
    const args = [
      mains[part],
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
      log.debug({ err: error }, `the embedded ${part} does not listen`),
    );
    started.on("error", (error) =>
      log.error({ err: error }, `the embedded ${part} cannot be started`),
    );
    started.on("close", (code, signal) => {
      if (stopping) return;
      deaths = performance.now() - startedAt > healthyAfterMs ? 1 : deaths + 1;
      const inMs = Math.min(restartAfterMs * 2 ** (deaths - 1), longestRestartMs);
      log.error({ code, signal, inMs }, `the embedded ${part} died; it is started again`);
      restart = setTimeout(start, inMs);
    });
    handOver(started, null).catch((error: unknown) => {
      log.error({ err: error }, `the embedded ${part} got no tokens; it is started again`);
      started.kill("SIGTERM");
    });
  }

  start();
  const tenants = await database.listen(tenantsChannel, (tenantId) => {
    const current = child;
    if (current === undefined || current.exitCode !== null) return;
    handOver(current, tenantId === "" ? null : tenantId).catch((error: unknown) =>
      log.error({ err: error, tenantId }, `the embedded ${part} was not told of a new tenant`),
    );
  });

  return {
    ids,
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
