import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Installation, patienceMs } from "#test/processes";
import { until } from "#test/until";

/** The first process of an installation's embedded PostgreSQL, by the file that it keeps, once the server is ready with it. */
export async function postmasterOf(vedette: Installation): Promise<number> {
  return until(
    async () => {
      const files = await readdir(vedette.dir, { recursive: true });
      const pidFile = files.find((file) => file.endsWith("postmaster.pid"));
      if (pidFile === undefined) return null;
      const [pid = ""] = (await readFile(join(vedette.dir, pidFile), "utf8")).split("\n");
      return Number(pid) > 0 && (await fetch(`${vedette.url}/readyz`)).ok ? Number(pid) : null;
    },
    { what: "PostgreSQL runs", timeoutMs: patienceMs },
  );
}
