/** What reading one tenant may cost. Times in milliseconds. */
export interface GraphLimits {
  /** One call, its reply included. */
  readonly callMs: number;
  /** One reply, unpacked. */
  readonly replyBytes: number;
  /** All replies together, unpacked. */
  readonly totalBytes: number;
  /** Of one request. */
  readonly pages: number;
  /** Of one request. */
  readonly items: number;
  /** How often in a row one page is asked for, and one call made. */
  readonly attempts: number;
  /** The longest that Graph may ask us to wait before it is asked again. */
  readonly longestWaitMs: number;
  /** Everything, waiting included. */
  readonly totalMs: number;
  /** Calls under way at a time. */
  readonly lanes: number;
}

/**
 * Above what is read of a tenant of 300,000 objects (the quota of Entra's directory service for a tenant with a verified domain), and
 * still what a probe can bear.
 */
export const usualLimits: GraphLimits = {
  callMs: 120_000,
  replyBytes: 16 * 1024 ** 2,
  totalBytes: 256 * 1024 ** 2,
  pages: 10_000,
  items: 1_000_000,
  attempts: 8,
  longestWaitMs: 10 * 60_000,
  totalMs: 60 * 60_000,
  lanes: 4,
};

/** Requests in one batch (learn.microsoft.com/graph/json-batching). */
export const mostInBatch = 20;
