/** The feeds that there are, in the order in which they are shown. */
export const feedNames = ["nvd", "kev", "epss", "debian", "osv"] as const;

export type FeedName = (typeof feedNames)[number];

/** What a feed is called in sentences. */
export const feedTitles: Readonly<Record<FeedName, string>> = {
  nvd: "NVD",
  kev: "CISA KEV",
  epss: "EPSS",
  debian: "Debian security tracker",
  osv: "OSV",
};

/** How old and how large a feed is. Times are Unix epoch milliseconds. */
export interface FeedStatus {
  name: FeedName;
  /** What the feed says of its own age; `null`: never imported, or it does not say. */
  asOf: number | null;
  importedAt: number | null;
  records: number;
  /** Grows with each import. */
  revision: number;
  lastAttemptAt: number | null;
  /** Why the last attempt changed nothing, or not everything; `null` after a good one. */
  lastError: string | null;
  /** Since `asOf`, or since the import where the feed does not say; `null`: never imported. */
  ageMs: number | null;
}

/** How old knowledge is, in milliseconds, never negative; `null`: there is none. */
export function ageOf(
  { asOf, importedAt }: Pick<FeedStatus, "asOf" | "importedAt">,
  now: number,
): number | null {
  if (importedAt === null) return null;
  return Math.max(0, now - (asOf ?? importedAt));
}

const dayMs = 24 * 3_600_000;

/**
 * When a feed is old: NVD, EPSS and the Debian tracker change every day, OSV as well, KEV several times a week. A feed of
 * which only the import is known counts from there.
 */
const staleAfterMs: Readonly<Record<FeedName, number>> = {
  nvd: 3 * dayMs,
  kev: 14 * dayMs,
  epss: 3 * dayMs,
  debian: 7 * dayMs,
  osv: 7 * dayMs,
};

/** Whether a feed is older than one that is brought up to date as it should be. A feed that was never imported is not. */
export function isStale({ name, ageMs }: Pick<FeedStatus, "name" | "ageMs">): boolean {
  return ageMs !== null && ageMs > staleAfterMs[name];
}
