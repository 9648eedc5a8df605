import { join } from "node:path";
import type { Config } from "#platform/config";
import type { Database } from "#platform/db";
import type { PartReadiness } from "#platform/http";
import { lead } from "#platform/jobs";
import type { Log } from "#platform/log";
import { type RemoteChild, type RemoteChildOptions, startRemoteChild } from "./remote-child.ts";

/**
 * Runs the embedded collector, or probe, on one server of the installation at a time: with several on one database,
 * another one takes over when the one that runs it dies.
 *
 * @param options.wasHeard whether the one of that id has asked this server what to do.
 */
export function runEmbeddedPart(
  options: Pick<RemoteChildOptions, "part" | "issueTokens" | "serverUrl"> & {
    config: Config;
    database: Database;
    log: Log;
    now: () => number;
    wasHeard: (id: string) => boolean;
  },
): { readiness(): PartReadiness; stop(): Promise<void> } {
  const { part, config, database, log } = options;
  let child: RemoteChild | null = null;
  const leadership = lead(
    {
      name: `embedded ${part}`,
      async start() {
        const { childEnvironment: env, logLevel } = config;
        const dataDir = join(config.dataDir, part);
        child = await startRemoteChild({ ...options, dataDir, env, logLevel });
        return child;
      },
    },
    { database, log },
  );
  return {
    readiness() {
      const waiting = [...(child?.ids ?? [])].filter((id) => !options.wasHeard(id));
      const ready =
        leadership.role === "standby" || (leadership.role === "leading" && waiting.length === 0);
      return {
        name: part,
        ready,
        because: ready ? null : `the embedded ${part} has not asked what to do yet`,
      };
    },
    stop: () => leadership.stop(),
  };
}
