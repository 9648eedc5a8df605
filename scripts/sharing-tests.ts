import { readFile } from "node:fs/promises";

/** What starts programs: a test that waits for them keeps no others waiting. */
const programs = [
  "node:child_process",
  "node:worker_threads",
  "#test/browser",
  "#test/console",
  "#test/processes",
  "#test/real-service",
  "#test/remote-part",
  "#test/samba-domain",
  "#test/shown-console",
  "#test/snmpd",
];

const imported = /(?:from|import|import\()\s*"(?<name>(?:node:|#test\/)[^"]+)"/g;

/** What every test of a process sees, or what one does to the process itself. */
const common =
  /\bprocess\.(?:env|chdir|on|once|exit|memoryUsage|cpuUsage)|\bglobalThis\b|\bmock\b|\bstartEmbeddedPostgres\b/;

/**
 * Tests of which many can share a process, for each opens and closes what it needs: files whose name says no more than that they
 * are tests, or of the database; which start no program, and touch nothing that all share.
 */
export async function selectSharing(files: readonly string[]): Promise<string[]> {
  const candidates = files.filter((file) =>
    /\/[^./]+(?:\.console|\.routes|\.db)*\.test\.m?[jt]s$/.test(file),
  );
  const verdicts = await Promise.all(
    candidates.map(async (file) => mayShare(await readFile(file, "utf8"))),
  );
  return candidates.filter((_, i) => verdicts[i] === true);
}

function mayShare(source: string): boolean {
  const names = [...source.matchAll(imported)].map(({ groups }) => groups?.["name"] ?? "");
  return !names.some((name) => programs.includes(name)) && !common.test(source);
}
