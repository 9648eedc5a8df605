import type { Logger } from "#lib/logger";

/** The version of the audit engine of this host, which may be installed or removed at any time. */
export interface EngineVersion {
  /** `null`: there is none. What was known last stands while a host short of memory lets nobody look. */
  version(): Promise<string | null>;
  /** Packages have changed: it is looked again. */
  mayHaveChanged(): void;
}

/** Looking means starting a process: whoever installs it otherwise than as a package waits so long. */
const everyMs = 3_600_000;
/** After an attempt that failed. */
const againMs = 60_000;

/**
 * @param ask looks; it may reject.
 * @param monotonic milliseconds that only ever grow.
 */
export function createEngineVersion(
  ask: () => Promise<string | null>,
  monotonic: () => number,
  log: Logger,
): EngineVersion {
  let known: string | null = null;
  let nextAt = Number.NEGATIVE_INFINITY;
  return {
    async version() {
      if (monotonic() < nextAt) return known;
      try {
        known = (await ask())?.slice(0, 50) ?? null;
        nextAt = monotonic() + everyMs;
      } catch (error) {
        log.warn({ err: error }, "the version of oscap cannot be told; trying again in a minute");
        nextAt = monotonic() + againMs;
      }
      return known;
    },
    mayHaveChanged() {
      nextAt = Number.NEGATIVE_INFINITY;
    },
  };
}
