/** A collection as it was when it was last read to its end. */
export interface Remembered {
  /** Where what changed since is asked for: path and query. */
  readonly deltaPath: string;
  /** By id. */
  readonly items: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** How much JSON they came from, at most. */
  readonly bytes: number;
}

/** What is kept of collections between assessments, in memory alone: after a restart they are read anew. */
export interface DeltaMemory {
  recall(key: string): Remembered | null;
  /** What is too much is not kept, and what was not used for longest makes room. */
  keep(key: string, remembered: Remembered): void;
  forget(key: string): void;
}

/** Some 100,000 applications. */
const usualBytes = 128 * 1024 ** 2;

/** Makes a memory for all the tenants that a process reads; what is kept of one is never given to another, nor to another application. */
export function createDeltaMemory(mostBytes = usualBytes): DeltaMemory {
  const kept = new Map<string, Remembered>();
  let bytes = 0;
  const forget = (key: string): void => {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    recall(key) {
      const found = kept.get(key);
      if (found === undefined) return null;
      // To the end: the first is the one that was not used for longest.
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    keep(key, remembered) {
      forget(key);
      if (remembered.bytes > mostBytes) return;
      kept.set(key, remembered);
      bytes += remembered.bytes;
      for (const oldest of kept.keys()) {
        if (bytes <= mostBytes) break;
        forget(oldest);
      }
    },
    forget,
  };
}
