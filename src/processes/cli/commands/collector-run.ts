import { join } from "node:path";
import { type Command, Option } from "commander";
import { Problem } from "#platform/errors";
import type { CommandLine } from "../command-line.ts";

/** pino's names, as the setting has them, in the words of remote parts. */
const logLevels: Readonly<Record<string, "debug" | "info" | "warn" | "error" | "silent">> = {
  trace: "debug",
  debug: "debug",
  info: "info",
  warn: "warn",
  error: "error",
  fatal: "error",
  silent: "silent",
};

interface Options {
  server?: string;
  token?: string;
}

/** Makes `vedette collector` itself run one: `--server URL --token TOKEN` once, to enrol; later without. */
export function addCollectorRun(collector: Command, line: CommandLine): void {
  collector
    .addOption(new Option("--server <url>", "the server's address; needed once, to enrol"))
    .addOption(new Option("--token <token>", "the one-time enrolment token").env("COLLECTOR_TOKEN"))
    .action(async ({ server, token }: Options) => {
      const { dataDir, logLevel } = line.config();
      // The engines are not needed by any other command, and take a while to load.
      const { CollectorCannotRun, runCollector } = await import("#processes/collector");
      const stop = new AbortController();
      for (const signal of ["SIGTERM", "SIGINT"] as const) {
        process.once(signal, () => stop.abort());
      }
      const options = {
        server,
        token,
        directory: join(dataDir, "collector"),
        logLevel: logLevels[logLevel] ?? "info",
      };
      try {
        await runCollector(options, stop.signal);
      } catch (error) {
        if (!(error instanceof CollectorCannotRun)) throw error;
        throw new Problem("unavailable", error.message, { cause: error });
      }
    });
}
