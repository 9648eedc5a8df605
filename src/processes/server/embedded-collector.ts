import { join } from "node:path";
import type { CollectorIntake } from "#monitor/collectors";
import type { Config } from "#platform/config";
import type { Database } from "#platform/db";
import type { PartReadiness } from "#platform/http";
import { lead } from "#platform/jobs";
import type { Log } from "#platform/log";
import { type CollectorChild, startCollectorChild } from "./collector-child.ts";

/**
 * Runs the embedded collector on one server of the installation at a time: with several on one database, another one
 * takes over when the one that runs it dies.
 */
export function runEmbeddedCollector(options: {
  config: Config;
  database: Database;
  log: Log;
  now: () => number;
  intake: CollectorIntake;
  serverUrl: string;
}): { readiness(): PartReadiness; stop(): Promise<void> } {
  const { config, database, log, now, intake, serverUrl } = options;
  let child: CollectorChild | null = null;
  const leadership = lead(
    {
      name: "embedded collector",
      async start() {
        const { childEnvironment: env, logLevel } = config;
        const dataDir = join(config.dataDir, "collector");
        const place = { serverUrl, dataDir, env, logLevel };
        child = await startCollectorChild({ database, log, now, ...place });
        return child;
      },
    },
    { database, log },
  );
  return {
    readiness() {
      const waiting = [...(child?.collectorIds ?? [])].filter((id) => !intake.hasAssignment(id));
      const ready =
        leadership.role === "standby" || (leadership.role === "leading" && waiting.length === 0);
      return {
        name: "collector",
        ready,
        because: ready ? null : "the embedded collector has not fetched what to poll yet",
      };
    },
    stop: () => leadership.stop(),
  };
}
