import { version } from "#lib/version";
import { findStranger, takeDirectory } from "#remote/instance";
import { createServerClock } from "#remote/link";
import { type RemoteLogLevel, createRemoteLog } from "#remote/log";
import type { RemoteKind } from "#wire/enrolment.v1";
import { CannotRun } from "./cannot-run.ts";
import { findIdentity } from "./find-identity.ts";
import type { StartPart } from "./part-process.ts";

/** Which remote part, and how its work is begun. */
export interface Part {
  kind: RemoteKind;
  start: StartPart;
  /** It does what files in its directory say with all rights of a host: nobody else may write there. */
  isTrusting?: boolean;
}

export interface RunOptions {
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
 * Runs a remote part of its own until the signal ends it.
 *
 * @throws CannotRun with a sentence for the one who started it.
 */
export async function runAlone(
  { kind, start, isTrusting = false }: Part,
  options: RunOptions,
  signal: AbortSignal,
): Promise<void> {
  const log = createRemoteLog(options.logLevel, kind);
  const clock = createServerClock();
  const { directory } = options;
  const giveBack = await taken(kind, directory);
  try {
    const stranger = isTrusting ? await findStranger(directory) : null;
    if (stranger !== null) throw new CannotRun(stranger);
    const found = await findIdentity({ ...options, kind, version, clock, log, signal });
    if (found === null) return;
    const { identity, isNew } = found;
    const { server, id, name } = identity;
    log.info({ server, name, [`${kind}Id`]: id, version }, kind);
    const process = await start({ server, directory, version, clock, log });
    await process.begin(identity, isNew, () => {});
    await aborted(signal);
    await process.stop();
  } finally {
    await giveBack();
  }
}

/**
 * Runs the remote parts of the server that started this process, as it says on standard input.
 *
 * @returns true when it ended well, see `obeyServer`.
 * @throws CannotRun
 */
export async function runForServer(
  { kind, start }: Part,
  options: RunOptions & { server: string; orders: NodeJS.ReadableStream },
  signal: AbortSignal,
): Promise<boolean> {
  const { server, directory, orders } = options;
  const log = createRemoteLog(options.logLevel, kind);
  const clock = createServerClock();
  const giveBack = await taken(kind, directory);
  try {
    const shared = { server, version, clock, log };
    const process = await start({ ...shared, directory });
    // Those on their own do not need it, and the schema library that it brings along takes 20 MB.
    const { obeyServer } = await import("./obey-server.ts");
    const endedWell = await obeyServer({ ...shared, kind, orders, process }, signal);
    await process.stop();
    return endedWell;
  } finally {
    await giveBack();
  }
}

async function taken(kind: RemoteKind, directory: string): Promise<() => Promise<void>> {
  const giveBack = await takeDirectory(directory, predecessorMs);
  if (giveBack !== null) return giveBack;
  throw new CannotRun(`Another ${kind} works in ${directory}. Stop that one first.`);
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}
