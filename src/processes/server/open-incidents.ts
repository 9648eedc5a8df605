import type { Database } from "#platform/db";
import type { Log } from "#platform/log";
import type { Registry } from "#platform/metrics";
import { countOpenIncidents } from "./open-incidents.queries.ts";

/** Prometheus asks every 15 s as a rule; the answer may be that old. */
const everyMs = 15_000;

/** Shows the number of open incidents. It is counted now and then, so that a reading of the figures asks no database. */
export function showOpenIncidents(deps: { registry: Registry; database: Database; log: Log }): {
  stop(): Promise<void>;
} {
  const { registry, database, log } = deps;
  let open: number | null = null;
  registry.gauge(
    "vedette_incidents_open",
    "Incidents that are open, of all tenants together.",
    [],
    () => (open === null ? [] : [{ labels: [], value: open }]),
  );

  async function count(): Promise<void> {
    try {
      open = await countOpenIncidents(database.system);
    } catch (error) {
      open = null;
      log.warn({ err: error }, "open incidents could not be counted");
    }
  }
  let counting = count();
  const timer = setInterval(() => {
    counting = counting.then(count);
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await counting;
    },
  };
}
