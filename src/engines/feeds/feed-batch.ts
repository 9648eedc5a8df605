import type {
  DebianEntry,
  EpssRow,
  KevEntry,
  OsvEntry,
  VulnerabilityRecord,
} from "#engines/vulnerability-types";

/** Some records of one feed. */
export type FeedRecords =
  | { readonly feed: "nvd"; readonly records: readonly VulnerabilityRecord[] }
  | { readonly feed: "kev"; readonly records: readonly KevEntry[] }
  | { readonly feed: "epss"; readonly records: readonly EpssRow[] }
  | { readonly feed: "debian"; readonly records: readonly DebianEntry[] }
  | { readonly feed: "osv"; readonly records: readonly OsvEntry[] };

/** Some records of one file, in its order. All entries of one OSV advisory stand behind each other. */
export type FeedBatch = FeedRecords & {
  /** What the file says of its own age, in Unix epoch milliseconds; `null`: it has not said so yet, or never does. */
  readonly asOf: number | null;
  /** Whether the records come out of a `.zip`, which for OSV means: all that there are. */
  readonly archived: boolean;
};

/** Turns what a JSON document holds into records. */
export interface DocumentReader {
  readonly feed: FeedRecords["feed"];
  readonly asOf: number | null;
  /** Records that were read and not yet taken. */
  readonly waiting: number;
  /** The last one read, for errors; `null`: none yet. */
  readonly last: string | null;
  /** @throws DamagedFeed that names the record. */
  take(key: string, inner: string | number | null, value: unknown): void;
  /** To be called when the document is complete. @throws DamagedFeed when it is not as it says of itself. */
  end(): void;
  takeRecords(): FeedRecords;
}
