import { version } from "#lib/version";
import { takeDirectory } from "#remote/instance";
import { createServerClock } from "#remote/link";
import { type RemoteLogLevel, createRemoteLog } from "#remote/log";
import { CollectorCannotRun } from "./cannot-run.ts";
import { startCollectorProcess } from "./collector-process.ts";
import { obeyServer } from "./embedded.ts";
import { findIdentity } from "./stand-alone.ts";

export interface CollectorOptions {
  /** Where identity and spools are kept, for this process alone. */
  directory: string;
  /** The server's base address; may be left out once enrolled. */
  server: string | undefined;
  /** A one-time enrolment token. */
  token: string | undefined;
  logLevel: RemoteLogLevel;
}

/** How long a predecessor may take to write what it holds to disk. */
const predecessorMs = 10_000;

/**
 * Runs a collector of its own until the signal ends it.
 *
 * @throws CollectorCannotRun with a sentence for the one who started it.
 */
export async function runCollector(options: CollectorOptions, signal: AbortSignal): Promise<void> {
  const log = createRemoteLog(options.logLevel, "collector");
  const clock = createServerClock();
  const { directory } = options;
  const giveBack = await taken(directory);
  try {
    const found = await findIdentity({ ...options, version, clock, log, signal });
    if (found === null) return;
    const { identity, isNew } = found;
    const { server } = identity;
    log.info({ server, name: identity.name, collectorId: identity.id, version }, "collector");
    const collectors = await startCollectorProcess({ server, directory, version, clock, log });
    await collectors.begin(identity, isNew ? "soon" : "inPlace", () => {});
    await aborted(signal);
    await collectors.stop();
  } finally {
    await giveBack();
  }
}

/**
 * Runs the collectors of the server that started this process, as it says on standard input.
 *
 * @returns true when it ended well, see `obeyServer`.
 * @throws CollectorCannotRun
 */
export async function runEmbeddedCollectors(
  options: CollectorOptions & { server: string; orders: NodeJS.ReadableStream },
  signal: AbortSignal,
): Promise<boolean> {
  const { server, directory, orders } = options;
  const log = createRemoteLog(options.logLevel, "collector");
  const clock = createServerClock();
  const giveBack = await taken(directory);
  try {
    const shared = { server, version, clock, log };
    const collectors = await startCollectorProcess({ ...shared, directory });
    const endedWell = await obeyServer({ ...shared, orders, collectors }, signal);
    await collectors.stop();
    return endedWell;
  } finally {
    await giveBack();
  }
}

async function taken(directory: string): Promise<() => Promise<void>> {
  const giveBack = await takeDirectory(directory, predecessorMs);
  if (giveBack !== null) return giveBack;
  throw new CollectorCannotRun(`Another collector works in ${directory}. Stop that one first.`);
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}
