import { join, resolve } from "node:path";
import { Problem } from "#platform/errors";
import { remoteLogLevel } from "#remote/log";
import { CannotRun, type Part, runAlone } from "#remote/program";
import type { CommandLine } from "./command-line.ts";

/**
 * Runs a collector, a probe or an agent here until SIGTERM or SIGINT.
 *
 * @throws Problem with a sentence for the one who started it.
 */
export async function runPart(
  line: CommandLine,
  part: Part,
  given: { server?: string; token?: string; dataDir?: string },
): Promise<void> {
  const { dataDir, logLevel } = line.config();
  const directory = given.dataDir ?? join(dataDir, part.kind);
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop.abort());
  const options = {
    server: given.server,
    token: given.token,
    directory: resolve(directory),
    logLevel: remoteLogLevel(logLevel),
  };
  try {
    await runAlone(part, options, stop.signal);
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    throw new Problem("unavailable", error.message, { cause: error });
  }
}
