import assert from "node:assert/strict";
import { join } from "node:path";
import { statement } from "#platform/db";
import { openInstallation } from "#platform/installation";
import { createLog } from "#platform/log";
import { type Installation, patienceMs } from "#test/processes";
import { until } from "#test/until";

/** One result as history keeps it. */
export interface KeptResult {
  readonly sensor: string;
  readonly at: number;
  /** `null`: withheld. */
  readonly ok: boolean | null;
}

const kept = statement<[], KeptResult>(
  "test.history",
  `select s.name as sensor, r.at, r.ok from check_results r
   join sensors s on s.tenant_id = r.tenant_id and s.id = r.sensor_id order by r.at`,
);

/** Raw history of a running installation, read beside the server. */
export async function readHistory(installation: Installation): Promise<KeptResult[]> {
  const opened = await openInstallation(
    { dataDir: join(installation.dir, "data"), databaseUrl: undefined },
    { as: "command", name: "a journey", log: createLog("silent", "test") },
  );
  try {
    return await opened.database.system.run(kept, []);
  } finally {
    await opened.close();
  }
}

/**
 * Waits until history holds as many results of each sensor as it was asked until now, and asserts that it never holds more: none is lost,
 * none is there twice, however slow it goes. Each check asks its target once.
 *
 * @param hits how often a sensor was asked so far.
 */
export async function historyIsWhole(
  installation: Installation,
  sensors: readonly string[],
  hits: (sensor: string) => number,
): Promise<KeptResult[]> {
  const asked = new Map(sensors.map((sensor) => [sensor, hits(sensor)]));
  const countOf = (history: readonly KeptResult[], sensor: string) =>
    history.filter((result) => result.sensor === sensor).length;
  const whole = await until(
    async () => {
      const history = await readHistory(installation);
      for (const [sensor, atLeast] of asked) {
        const count = countOf(history, sensor);
        if (count < atLeast) throw new Error(`${sensor}: ${count} of ${atLeast} results`);
      }
      return history;
    },
    { what: "each check is in history", timeoutMs: patienceMs },
  );
  for (const sensor of sensors) {
    const [count, most] = [countOf(whole, sensor), hits(sensor)];
    assert.ok(count <= most, `${sensor}: ${count} results of ${most} checks`);
  }
  return whole;
}
