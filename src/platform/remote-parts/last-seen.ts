import { printableLine } from "#lib/printable";
import type { Log } from "#platform/log";
import type { RemotePart } from "./secret.ts";

/** How often sightings are written, in milliseconds: far more often than any part's silence counts. */
const writeEveryMs = 5000;
/** How long a part's word about itself stands in the metrics. */
const healthLastsMs = 90_000;

/** What one remote part did lately. */
export interface Sighting {
  tenantId: string;
  id: string;
  seenAt: number;
  /** What it said of itself, as JSON; `null` when it said nothing. */
  health: string | null;
}

/** Notes that remote parts were heard of: in memory at once, in their rows together every few seconds. */
export interface LastSeen<Health> {
  /** @param health what the part said of itself, if it did. */
  note(part: { tenantId: string; id: string }, health?: Health): void;
  /** What the parts that this server heard of in the last 90 s said of themselves. */
  health(): Health[];
  /** Writes what is not yet written. */
  close(): Promise<void>;
}

/** @param deps.write writes sightings and returns the ids of those that it could write. */
export function createLastSeen<Health>(deps: {
  part: RemotePart;
  write: (sightings: readonly Sighting[]) => Promise<readonly string[]>;
  now: () => number;
  log: Log;
}): LastSeen<Health> {
  const { part, now, log } = deps;
  const unwritten = new Map<string, Sighting>();
  const said = new Map<string, { at: number; health: Health }>();
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const sightings = [...unwritten.values()];
    if (sightings.length === 0) return;
    try {
      const written = new Set(await deps.write(sightings));
      for (const sighting of sightings) {
        // Heard of again while it was written: then there is more to write.
        if (written.has(sighting.id) && unwritten.get(sighting.id) === sighting) {
          unwritten.delete(sighting.id);
        }
      }
      forgetStale();
    } catch (error) {
      log.warn({ err: error }, `when ${part}s were last heard of could not be written`);
    }
  }

  function forgetStale(): void {
    const stale = now() - healthLastsMs;
    for (const [id, { at }] of said) if (at < stale) said.delete(id);
    // A row that is gone is never written.
    for (const [id, { seenAt }] of unwritten) if (seenAt < stale) unwritten.delete(id);
  }

  const timer = setInterval(() => {
    writing = writing.then(write);
  }, writeEveryMs);
  timer.unref();

  return {
    note({ tenantId, id }, health) {
      const seenAt = now();
      const before = unwritten.get(id)?.health ?? null;
      const saying = health === undefined ? before : JSON.stringify(health, printable);
      unwritten.set(id, { tenantId, id, seenAt, health: saying });
      if (health !== undefined) said.set(id, { at: seenAt, health });
    },
    health() {
      forgetStale();
      return [...said.values()].map(({ health }) => health);
    },
    async close() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}

/** All parts are written together: a text of one that PostgreSQL cannot keep must not make the others look silent. */
function printable(_key: string, value: unknown): unknown {
  return typeof value === "string" ? printableLine(value) : value;
}
