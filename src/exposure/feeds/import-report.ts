import type { FeedName } from "./feed.ts";

/** A file to import. */
export interface FeedFile {
  path: string;
  /** What it must be of; any feed unless told. */
  feed?: FeedName;
  /** Under which it is remembered, such as `Debian/all.zip`; its base name unless told. */
  name?: string;
  /** As the server gave them, to ask only for what is newer. */
  etag?: string | null;
  lastModified?: string | null;
  /** How old it is, when it does not say so itself. */
  asOf?: number | null;
}

/** Where an import is. */
export interface ImportProgress {
  feed: FeedName;
  path: string;
  /** Of this file, so far. */
  records: number;
  /** What is done after the last file of a feed: keys, indexes, the exchange. */
  stage: "reading" | "finishing";
}

/** What became of an import. */
export interface ImportReport {
  /** Feeds that were taken in. */
  imported: {
    feed: FeedName;
    /** What the feed says of its age now. */
    asOf: number | null;
    files: { path: string; records: number }[];
    /** In the feed now. */
    records: number;
  }[];
  /** Files that changed nothing, with a sentence that names them. */
  failures: { path: string; feed: FeedName | null; reason: string }[];
  /** Files that are older than what there is, or that lay in a folder and are no feed. */
  passedOver: { path: string; reason: string }[];
}
