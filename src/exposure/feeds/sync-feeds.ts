import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createHash } from "node:crypto";
import type { Client } from "pg";
import type { FeedSources } from "#platform/config";
import { examine, withClient } from "#platform/db";
import { Problem } from "#platform/errors";
import { type DownloadDeps, download } from "./download.ts";
import { type FeedDownload, type KnownFile, listDownloads } from "./feed-download.ts";
import { type FeedName, feedTitles } from "./feed.ts";
import { type ImportDeps, type ImportOptions, importFeedFiles } from "./import-feed-files.ts";
import type { FeedFile, ImportReport } from "./import-report.ts";
import { saveFailure } from "./import.queries.ts";
import { listKnownFiles, saveUnchanged, tryLockSync } from "./sync.queries.ts";
import { verifyDownload } from "./verify-download.ts";

/** What a sync works with. */
export interface SyncDeps extends ImportDeps {
  readonly sources: FeedSources;
  /** Downloads lie in `feeds` in it until they are taken in; what was cut off is gone on with. */
  readonly dataDir: string;
  readonly signal: AbortSignal;
  /** For tests: see `DownloadDeps`. */
  readonly pause?: DownloadDeps["pause"];
  readonly stallMs?: number;
}

/** Likewise for a download. */
export interface SyncOptions extends ImportOptions {
  /** Told, in a sentence, what is downloaded or tried again. */
  readonly onNote?: (sentence: string) => void;
}

/** What became of one feed. */
export interface SyncOutcome {
  feed: FeedName;
  outcome: "imported" | "unchanged" | "failed";
  /** Files that came and were taken in. */
  files: number;
  /** In the feed now; `null`: as before. */
  records: number | null;
  /** Why not all of it is new, in sentences. */
  reasons: string[];
}

/**
 * Downloads what is new of the feeds and takes it in, a feed after the other. One that fails keeps what it had, and does
 * not keep the others from it.
 *
 * @throws Problem: the database cannot be reached, another sync is under way, or this one was stopped.
 */
export async function syncFeeds(
  deps: SyncDeps,
  feeds: readonly FeedName[],
  options: SyncOptions = {},
): Promise<SyncOutcome[]> {
  const directory = join(deps.dataDir, "feeds");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { role } = await examine(deps.connection);
  return withClient(deps.connection, role, async (client) => {
    if (!(await tryLockSync(client))) {
      throw new Problem("unavailable", "Another sync of the feeds is under way.");
    }
    const outcomes: SyncOutcome[] = [];
    for (const feed of feeds) {
      outcomes.push(await syncFeed(client, feed, directory, { ...deps, ...options }));
    }
    return outcomes;
  });
}

type Work = SyncDeps & SyncOptions;

async function syncFeed(
  client: Client,
  feed: FeedName,
  directory: string,
  work: Work,
): Promise<SyncOutcome> {
  const known = await listKnownFiles(client, feed);
  const wanted = listDownloads(feed, work.sources, known, work.now());
  const { files, reasons } = await fetchAll(wanted, known, directory, work);
  try {
    const report = await importFeedFiles(work, files, { ...work, isSync: true });
    return await concluded(client, feed, { report, reasons, at: work.now() });
  } finally {
    for (const { path } of files) await rm(path, { force: true });
  }
}

async function concluded(
  client: Client,
  feed: FeedName,
  { report, reasons, at }: { report: ImportReport; reasons: string[]; at: number },
): Promise<SyncOutcome> {
  const failures = [...reasons, ...report.failures.map(({ reason }) => reason)];
  const older = report.passedOver.map(({ reason }) => reason);
  if (failures.length > 0) {
    await saveFailure(client, feed, { at, error: failures.join(" ").slice(0, 2_000) });
  } else if (report.imported.length === 0) await saveUnchanged(client, feed, at);
  const [imported] = report.imported;
  return {
    feed,
    outcome: failures.length > 0 ? "failed" : imported === undefined ? "unchanged" : "imported",
    files: imported?.files.length ?? 0,
    records: imported?.records ?? null,
    reasons: [...failures, ...older],
  };
}

/** Downloads one after the other, as publishers ask for it. */
async function fetchAll(
  wanted: readonly FeedDownload[],
  known: readonly KnownFile[],
  directory: string,
  work: Work,
): Promise<{ files: FeedFile[]; reasons: string[] }> {
  const files: FeedFile[] = [];
  const reasons: string[] = [];
  for (const each of wanted) {
    // With the changes of the last days a year that is missing now would look complete.
    const isLast = each.feed === "nvd" && each === wanted.at(-1);
    if (isLast && reasons.length > 0) continue;
    try {
      const file = await fetchOne(
        each,
        known.find(({ file: name }) => name === each.name) ?? null,
        directory,
        work,
      );
      if (file !== null) files.push(file);
    } catch (error) {
      if (!(error instanceof Problem) || work.signal.aborted) throw error;
      if (each.mayBeMissing && error.code === "not_found") continue;
      reasons.push(error.message);
    }
  }
  return { files, reasons };
}

/** @returns `null` when there is nothing newer. */
async function fetchOne(
  { feed, name, url, metaUrl }: FeedDownload,
  known: KnownFile | null,
  directory: string,
  work: Work,
): Promise<FeedFile | null> {
  // Names come from addresses; files must not lie elsewhere for it.
  const path = join(
    directory,
    `${feed}-${createHash("sha256").update(url).digest("hex").slice(0, 16)}`,
  );
  const { signal, pause, stallMs, onNote } = work;
  const deps: DownloadDeps = {
    signal,
    ...(pause === undefined ? {} : { pause }),
    ...(stallMs === undefined ? {} : { stallMs }),
    ...(onNote === undefined ? {} : { onRetry: onNote }),
  };
  onNote?.(`${feedTitles[feed]}: asking ${url}`);
  const downloaded = await download(url, path, known, deps);
  if (downloaded.unchanged) return null;
  try {
    if (metaUrl !== null && !(await verifyDownload(url, path, metaUrl, deps))) {
      onNote?.(`${feedTitles[feed]}: there is no ${metaUrl} to compare the checksum with.`);
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  const { etag, lastModified } = downloaded;
  const changedAt = Date.parse(lastModified ?? "");
  // What a feed does not say of its own age, its server may.
  const asOf = Number.isNaN(changedAt) ? null : changedAt;
  return { path, feed, name, etag, lastModified, asOf };
}
