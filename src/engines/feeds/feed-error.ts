import type { FeedRecords } from "./feed-batch.ts";

/**
 * A file that is no feed, or a feed that is damaged or not shaped as it should be. The message is a sentence that names the
 * file and the place: `/feeds/nvd.json.gz: it ends too early, at byte 1048576 (after CVE-2024-0001).`
 */
export class FeedError extends Error {
  override readonly name = "FeedError";
  /** `unknown`: nothing that we know how to read; `damaged`: begins as a feed and cannot be read to its end. */
  readonly kind: "unknown" | "damaged";
  /** What it had shown itself to be before it broke; `null`: it had not. */
  readonly feed: FeedRecords["feed"] | null;

  constructor(
    kind: "unknown" | "damaged",
    message: string,
    options: ErrorOptions & { feed?: FeedRecords["feed"] | null } = {},
  ) {
    super(message, options);
    this.kind = kind;
    this.feed = options.feed ?? null;
  }
}

/** What is wrong at one place of a file; whoever knows the file puts its name in front. */
export class DamagedFeed extends FeedError {
  constructor(message: string, options?: ErrorOptions & { feed?: FeedRecords["feed"] | null }) {
    super("damaged", message, options);
  }
}
