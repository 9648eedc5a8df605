import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { version } from "#lib/version";
import { remoteLogLevel } from "#remote/log";
import { CannotRun } from "./cannot-run.ts";
import { type Part, runAlone, runForServer } from "./run-part.ts";

/**
 * Runs a remote part as the arguments of this process say, until SIGTERM or SIGINT.
 *
 * @param secret a one-time token that is not among the arguments, where everybody on the host could read it.
 * @returns the exit code.
 */
export async function runMain(part: Part, secret?: string): Promise<number> {
  const { values } = parseArgs({
    options: {
      server: { type: "string" },
      token: { type: "string" },
      "data-dir": { type: "string", default: `data/${part.kind}` },
      "log-level": { type: "string", default: "info" },
      // Started by the server: tokens come on standard input, and its end is the end.
      embedded: { type: "boolean", default: false },
      version: { type: "boolean", default: false },
    },
  });
  if (values.version) {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop.abort());

  const { server, token = secret } = values;
  const directory = resolve(values["data-dir"]);
  const options = { server, token, directory, logLevel: remoteLogLevel(values["log-level"]) };
  try {
    if (!values.embedded) {
      await runAlone(part, options, stop.signal);
      return 0;
    }
    if (server === undefined) throw new CannotRun("--embedded needs --server.");
    const orders = process.stdin;
    return (await runForServer(part, { ...options, server, orders }, stop.signal)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    process.stderr.write(`vedette ${part.kind}: ${error.message}\n`);
    return 1;
  }
}
