import type { Logger } from "#lib/logger";
import type { Identity, ServerClock } from "#remote/link";

/** What a process needs to do the work of a remote part. */
export interface PartOptions {
  /** The server's base address, of all its identities. */
  server: string;
  /** Where spools are kept, one directory for each identity. */
  directory: string;
  version: string;
  clock: ServerClock;
  log: Logger;
}

/** A connection of one identity that can be ended. */
export interface RunningLink {
  /** Ends the calls to the server; the work goes on. */
  stop(): Promise<void>;
}

/** What one process does for all its identities: the expensive things are shared. */
export interface PartProcess {
  /**
   * Begins to work for an identity. For one that was begun before (with a credential that is replaced now) its earlier
   * link must have been stopped.
   *
   * @param fresh nobody worked for it before: there is no rhythm to go on with.
   * @param onRefused called when the server does not accept the credential.
   */
  begin(identity: Identity, fresh: boolean, onRefused: () => void): Promise<RunningLink>;
  /** Ends everything; what was found is on disk then. */
  stop(): Promise<void>;
}

export type StartPart = (options: PartOptions) => Promise<PartProcess>;
