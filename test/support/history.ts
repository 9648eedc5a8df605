import { join } from "node:path";
import { statement } from "#platform/db";
import { openInstallation } from "#platform/installation";
import { createLog } from "#platform/log";
import type { Installation } from "#test/processes";

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

/** The longest time between two results of a sensor that follow each other, in milliseconds. */
export function longestGapMs(history: readonly KeptResult[], sensor: string): number {
  const ats = history.flatMap((result) => (result.sensor === sensor ? result.at : []));
  return Math.max(...ats.slice(1).map((at, index) => at - (ats[index] ?? 0)));
}
