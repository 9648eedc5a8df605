import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { RemoteLogLevel } from "#remote/log";
import { CollectorCannotRun } from "./cannot-run.ts";
import { runCollector, runEmbeddedCollectors } from "./run-collector.ts";

/** pino's names, as the server's setting has them. */
const logLevels = new Map<string, RemoteLogLevel>([
  ["trace", "debug"],
  ["debug", "debug"],
  ["info", "info"],
  ["warn", "warn"],
  ["error", "error"],
  ["fatal", "error"],
  ["silent", "silent"],
]);

const { values } = parseArgs({
  options: {
    server: { type: "string" },
    token: { type: "string" },
    "data-dir": { type: "string", default: "data/collector" },
    "log-level": { type: "string", default: "info" },
    // Started by the server: tokens come on standard input, and its end is the end.
    embedded: { type: "boolean", default: false },
  },
});

const stop = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop.abort());

const { server, token } = values;
const directory = resolve(values["data-dir"]);
const logLevel = logLevels.get(values["log-level"]) ?? "info";
const options = { server, token, directory, logLevel };
try {
  if (!values.embedded) {
    await runCollector(options, stop.signal);
  } else if (server === undefined) {
    throw new CollectorCannotRun("--embedded needs --server.");
  } else {
    const orders = process.stdin;
    const endedWell = await runEmbeddedCollectors({ ...options, server, orders }, stop.signal);
    if (!endedWell) process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof CollectorCannotRun)) throw error;
  process.stderr.write(`vedette collector: ${error.message}\n`);
  process.exitCode = 1;
}
