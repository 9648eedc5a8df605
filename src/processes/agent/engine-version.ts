/** The version of the audit engine of this host, which may be installed or removed at any time. */
export interface EngineVersion {
  /** `null`: there is none. */
  version(): Promise<string | null>;
  /** Packages have changed: it is looked again. */
  mayHaveChanged(): void;
}

/** Looking means starting a process: whoever installs it otherwise than as a package waits so long. */
const everyMs = 3_600_000;

/**
 * @param ask looks.
 * @param monotonic milliseconds that only ever grow.
 */
export function createEngineVersion(
  ask: () => Promise<string | null>,
  monotonic: () => number,
): EngineVersion {
  let known: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    async version() {
      if (monotonic() - lookedAt >= everyMs) {
        known = await ask();
        lookedAt = monotonic();
      }
      return known?.slice(0, 50) ?? null;
    },
    mayHaveChanged() {
      lookedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
