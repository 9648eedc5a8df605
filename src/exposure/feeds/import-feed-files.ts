import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, DatabaseError as Refusal } from "pg";
import { FeedError, recogniseFeed } from "#engines/feeds";
import { type DatabaseConnection, examine, withClient } from "#platform/db";
import { Problem } from "#platform/errors";
import { type FeedName, feedNames, feedTitles } from "./feed.ts";
import { FeedLoad, OlderFile } from "./feed-load.ts";
import type { FeedFile, ImportProgress, ImportReport } from "./import-report.ts";
import {
  type TakenFile,
  begin,
  beginFile,
  commit,
  countRows,
  forgetFile,
  keepFile,
  lockFeed,
  rollBack,
  saveFailure,
  saveImport,
  tryLockFeed,
} from "./import.queries.ts";
import { exchangeTable, tryLockTables } from "./shadow-table.queries.ts";

/** What an import works with. */
export interface ImportDeps {
  readonly connection: DatabaseConnection;
  readonly now: () => number;
}

/** Who is told how an import goes. */
export interface ImportOptions {
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Told what the import waits for, in a sentence. */
  readonly onWait?: (sentence: string) => void;
  /** The files are of one version with those of the feed that were downloaded before and are not among them. */
  readonly isSync?: boolean;
}

/**
 * Takes files of feeds in: each feed in one transaction of its own, so that others see all of it or nothing, and are never
 * kept waiting but for the moment of the exchange. KEV and EPSS are replaced as a whole; the Debian tracker by release; OSV
 * by ecosystem when it comes as an archive, else by advisory; of NVD the newer record of each CVE stays. A file that is
 * broken changes nothing and is named in the report; the others are taken in.
 *
 * @param files paths of files or of folders, in which every file is taken whose content is that of a feed.
 * @throws Problem: a path that is not there, or a database that cannot be reached.
 */
export async function importFeedFiles(
  deps: ImportDeps,
  files: readonly (string | FeedFile)[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  const report: ImportReport = { imported: [], failures: [], passedOver: [] };
  const byFeed = await sortByFeed(files, report);
  const { role } = await examine(deps.connection);
  for (const feed of feedNames) {
    const ofFeed = byFeed.get(feed) ?? [];
    const failedBefore = report.failures.filter((failure) => failure.feed === feed);
    if (ofFeed.length === 0 && failedBefore.length === 0) continue;
    try {
      await withClient(deps.connection, role, (client) =>
        importFeed(client, feed, ofFeed, { ...deps, ...options, report }),
      );
    } catch (error) {
      throw explainLoss(error, feed);
    }
  }
  return report;
}

type Work = ImportDeps & ImportOptions & { readonly report: ImportReport };

/** Looks into every file: which feed it is of. */
async function sortByFeed(
  files: readonly (string | FeedFile)[],
  report: ImportReport,
): Promise<Map<FeedName, FeedFile[]>> {
  const byFeed = new Map<FeedName, FeedFile[]>();
  for (const given of files) {
    const file = typeof given === "string" ? { path: given } : given;
    const inFolder = await filesOfFolder(file.path);
    for (const each of inFolder ?? [file]) {
      try {
        const feed = await recogniseFeed(each.path);
        if (each.feed !== undefined && each.feed !== feed) {
          const [is, wanted] = [feedTitles[feed], feedTitles[each.feed]];
          throw new FeedError("damaged", `${each.path} is of ${is} where ${wanted} should be.`);
        }
        byFeed.set(feed, [...(byFeed.get(feed) ?? []), each]);
      } catch (error) {
        const reason = sentenceOf(error, each.path);
        const isOther = error instanceof FeedError && error.kind === "unknown";
        if (isOther && inFolder !== null) report.passedOver.push({ path: each.path, reason });
        else {
          const shown = error instanceof FeedError ? error.feed : null;
          report.failures.push({ path: each.path, feed: each.feed ?? shown, reason });
        }
      }
    }
  }
  return byFeed;
}

/** The files of a folder and of those within it, in the order of their names; `null`: it is no folder. */
async function filesOfFolder(path: string): Promise<FeedFile[] | null> {
  const there = await stat(path).catch((error: unknown) => {
    throw new Problem("not_found", `${path} cannot be read: ${reasonOf(error)}.`, { cause: error });
  });
  if (!there.isDirectory()) return null;
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((each) => ({ path: each }));
}

async function importFeed(
  client: Client,
  feed: FeedName,
  files: readonly FeedFile[],
  work: Work,
): Promise<void> {
  const { report, now, onWait, isSync } = work;
  await begin(client);
  if (!(await tryLockFeed(client, feed))) {
    onWait?.(`Another import of ${feedTitles[feed]} is under way; waiting for it to end.`);
    await lockFeed(client, feed);
  }
  const load = await FeedLoad.begin(client, feed, now());
  const taken = await takeFiles(client, load, feed, files, work);
  const error = errorOf(feed, report);
  if (taken.files.length === 0) {
    await rollBack(client);
    if (error !== null) await saveFailure(client, feed, { at: now(), error });
    return;
  }
  const last = files.at(-1)?.path ?? "";
  work.onProgress?.({ feed, path: last, records: 0, stage: "finishing" });
  const tables = await load.finish();
  await lockTables(client, feed, tables, onWait);
  for (const table of tables) await exchangeTable(client, table);
  const records = await countRows(client, mainTables[feed]);
  await saveImport(client, feed, {
    asOf: taken.asOf,
    at: now(),
    records,
    files: taken.files,
    // Else a file that is not downloaded again, because it has not changed, could have been replaced in the tables.
    forgetOthers: feed === "kev" || feed === "epss" || (feed !== "nvd" && isSync !== true),
    error,
  });
  await commit(client);
  report.imported.push({ feed, asOf: taken.asOf, files: taken.shown, records });
}

const mainTables: Readonly<Record<FeedName, string>> = {
  nvd: "vulnerabilities",
  kev: "kev_entries",
  epss: "epss_scores",
  debian: "debian_entries",
  osv: "osv_entries",
};

async function takeFiles(
  client: Client,
  load: FeedLoad,
  feed: FeedName,
  files: readonly FeedFile[],
  { report, onProgress }: Work,
): Promise<{
  files: TakenFile[];
  shown: { path: string; records: number }[];
  asOf: number | null;
}> {
  const taken: TakenFile[] = [];
  const shown: { path: string; records: number }[] = [];
  let asOf: number | null = null;
  for (const file of files) {
    const { path, name = basename(path), etag = null, lastModified = null } = file;
    await beginFile(client);
    try {
      const loaded = await load.take(path, (records) =>
        onProgress?.({ feed, path, records, stage: "reading" }),
      );
      const sha256 = await sha256Of(path);
      await keepFile(client);
      taken.push({ file: name, sha256, etag, lastModified, records: loaded.records });
      shown.push({ path, records: loaded.records });
      const fileAsOf = loaded.asOf ?? file.asOf ?? null;
      if (fileAsOf !== null) asOf = Math.max(asOf ?? fileAsOf, fileAsOf);
    } catch (error) {
      if (error instanceof OlderFile) report.passedOver.push({ path, reason: error.message });
      else report.failures.push({ path, feed, reason: sentenceOf(error, path) });
      await forgetFile(client);
    }
  }
  return { files: taken, shown, asOf };
}

/** How long we try to find a moment without a reader. */
const patienceMs = 10 * 60_000;
const betweenAttemptsMs = 500;

async function lockTables(
  client: Client,
  feed: FeedName,
  tables: readonly string[],
  onWait: ImportOptions["onWait"],
): Promise<void> {
  if (tables.length === 0) return;
  const end = performance.now() + patienceMs;
  for (let attempt = 1; !(await tryLockTables(client, tables)); attempt += 1) {
    const sentence = `Somebody reads the tables of ${feedTitles[feed]} in a long transaction, such as a backup`;
    if (performance.now() > end) {
      throw new Problem("unavailable", `${sentence}; nothing was imported. Try again later.`);
    }
    if (attempt === 2) onWait?.(`${sentence}; waiting for it to end.`);
    await pause(betweenAttemptsMs);
  }
}

function errorOf(feed: FeedName, report: ImportReport): string | null {
  const reasons = report.failures.filter((each) => each.feed === feed).map(({ reason }) => reason);
  return reasons.length === 0 ? null : reasons.join(" ").slice(0, 2_000);
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** What the person should know of a file that failed. @throws the error when it is not about the file. */
function sentenceOf(error: unknown, path: string): string {
  if (error instanceof FeedError || error instanceof Problem) return error.message;
  if (error instanceof Refusal && isOfTheRows(error)) {
    return `PostgreSQL refused what ${path} holds: ${error.message}.`;
  }
  const isOfFiles = error instanceof Error && "syscall" in error;
  if (isOfFiles) return `${path} cannot be read: ${reasonOf(error)}.`;
  throw error;
}

/** SQLSTATE classes 22 (data) and 23 (constraints); others are about PostgreSQL itself (its manual, appendix A). */
function isOfTheRows({ code }: Refusal): boolean {
  return /^2[23]/.test(code ?? "");
}

/** SQLSTATE classes 08 (connection), 53 (resources) and 57 (stopping): nothing is wrong with us or with the files. */
function explainLoss(error: unknown, feed: FeedName): unknown {
  const isRefusal = error instanceof Refusal && /^(08|53|57)/.test(error.code ?? "");
  // The driver's own words, without a code: between two statements, and within one.
  const loss = /^(Connection terminated|Client has encountered a connection error)/;
  const isLoss = error instanceof Error && loss.test(error.message);
  if (!isRefusal && !isLoss) return error;
  const message = `PostgreSQL did not take ${feedTitles[feed]} in (${reasonOf(error)}); nothing of it was changed.`;
  return new Problem("unavailable", message, { cause: error });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
