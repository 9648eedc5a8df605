import { basename } from "node:path";
import type { FeedSources } from "#platform/config";
import type { FeedName } from "./feed.ts";

/** A file of a feed to download. */
export interface FeedDownload {
  feed: FeedName;
  /** Under which it is remembered, unique in the feed. */
  name: string;
  url: string;
  /** Says the SHA-256 of what the file unpacks to; `null`: nobody does. */
  metaUrl: string | null;
  /** Not to be there yet is no failure: the file of a year that has just begun. */
  mayBeMissing: boolean;
}

/** What is remembered of a file that was taken in. */
export interface KnownFile {
  file: string;
  etag: string | null;
  lastModified: string | null;
  importedAt: number;
}

/** CVE ids begin with 1999, but the first file of NVD holds all until 2002. */
const firstNvdYear = 2002;
/** The file `modified` holds the changes of eight days; one of them is left to be late. */
const modifiedReachesMs = 7 * 24 * 3_600_000;

/**
 * What there is to ask for. Of NVD only the file with the changes of the last days, as long as no change can have been
 * missed; else the years as well, before it.
 *
 * @param known files of the feed that were taken in.
 * @param now in milliseconds.
 */
export function listDownloads(
  feed: FeedName,
  sources: FeedSources,
  known: readonly KnownFile[],
  now: number,
): FeedDownload[] {
  switch (feed) {
    case "nvd":
      return nvdDownloads(sources.nvd, known, now);
    case "kev":
    case "epss":
      return [plain(feed, sources[feed])];
    case "debian":
      return sources.debian.map((url) => plain(feed, url));
    case "osv":
      return sources.osvEcosystems.map((ecosystem) => ({
        feed,
        name: `${ecosystem}/all.zip`,
        url: sources.osv.replaceAll("{ecosystem}", encodeURIComponent(ecosystem)),
        metaUrl: null,
        mayBeMissing: false,
      }));
  }
}

function plain(feed: FeedName, url: string): FeedDownload {
  return { feed, name: url, url, metaUrl: null, mayBeMissing: false };
}

function nvdDownloads(template: string, known: readonly KnownFile[], now: number): FeedDownload[] {
  // A file that a person imported may have been old: only of those that were downloaded the time says something.
  const downloaded = known.filter((file) => file.etag !== null || file.lastModified !== null);
  const takenAt = new Map(downloaded.map(({ file, importedAt }) => [file, importedAt]));
  const modified = nvdDownload(template, "modified");
  const since = now - modifiedReachesMs;
  const followsOn = (takenAt.get(modified.name) ?? 0) >= since;
  const thisYear = new Date(now).getUTCFullYear();
  const years = Array.from({ length: thisYear - firstNvdYear + 1 }, (_, i) => ({
    ...nvdDownload(template, String(firstNvdYear + i)),
    mayBeMissing: firstNvdYear + i === thisYear,
  }));
  const needed = years.filter(({ name }) => {
    const at = takenAt.get(name);
    return at === undefined || (!followsOn && at < since);
  });
  return [...needed, modified];
}

function nvdDownload(template: string, part: string): FeedDownload {
  const capital = part.charAt(0).toUpperCase() + part.slice(1);
  const url = template.replaceAll("{part}", part).replaceAll("{Part}", capital);
  // https://…/nvdcve-2.0-2024.json.gz has its checksum in https://…/nvdcve-2.0-2024.meta
  const metaUrl = url.replace(/\.json(\.\w+)?$/, ".meta");
  const name = basename(new URL(url).pathname);
  return {
    feed: "nvd",
    name,
    url,
    metaUrl: metaUrl === url ? null : metaUrl,
    mayBeMissing: false,
  };
}
