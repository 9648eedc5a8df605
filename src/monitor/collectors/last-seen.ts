import type { Database } from "#platform/db";
import type { Log } from "#platform/log";
import type { CallingCollector, CollectorHealth } from "./collector.ts";
import { type Sighting, updateLastSeen } from "./last-seen.queries.ts";

/** How often sightings are written, in milliseconds. Collectors call at least every 15 s; silence counts from 90 s. */
const writeEveryMs = 5000;
/** How long a collector's word about itself stands in the metrics. */
const healthLastsMs = 90_000;

/** Notes that collectors were heard of: in memory at once, in their rows together every few seconds. */
export interface LastSeen {
  /** @param health what the collector said of itself, if it did. */
  note(collector: CallingCollector, health?: CollectorHealth): void;
  /** What the collectors that this server heard of in the last 90 s said of themselves. */
  health(): CollectorHealth[];
  /** Writes what is not yet written. */
  close(): Promise<void>;
}

export function createLastSeen(deps: {
  database: Database;
  now: () => number;
  log: Log;
}): LastSeen {
  const { database, now, log } = deps;
  const unwritten = new Map<string, Sighting>();
  const said = new Map<string, { at: number; health: CollectorHealth }>();
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const sightings = [...unwritten.values()];
    if (sightings.length === 0) return;
    try {
      const written = new Set(await updateLastSeen(database.system, sightings));
      for (const sighting of sightings) {
        // Heard of again while it was written: then there is more to write.
        if (written.has(sighting.id) && unwritten.get(sighting.id) === sighting) {
          unwritten.delete(sighting.id);
        }
      }
      forgetStale();
    } catch (error) {
      log.warn({ err: error }, "when collectors were last heard of could not be written");
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
      const saying = health === undefined ? before : JSON.stringify(health);
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
