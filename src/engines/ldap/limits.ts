/** How long is waited, and how much is taken: milliseconds and bytes. A server that says more, or nothing, ends the assessment. */
export interface Limits {
  /** For a name to resolve, and for each address to accept and to agree on TLS. */
  readonly connectMs: number;
  readonly bindMs: number;
  /** For one page of a search. */
  readonly pageMs: number;
  /** For everything. */
  readonly totalMs: number;
  /** Objects in a page; a domain controller gives at most 1,000 unless told otherwise (MaxPageSize, MS-ADTS 3.1.1.3.4.6). */
  readonly pageObjects: number;
  /** One message: a group whose 100,000 members come at once takes about 10 MB. */
  readonly messageBytes: number;
  /** What is kept of one page until the rest of its objects' values is asked for, and of one list of values that comes in parts. */
  readonly keptBytes: number;
  readonly objects: number;
  /** Pages without objects in a row. */
  readonly emptyPages: number;
}

export const usualLimits: Limits = {
  connectMs: 10_000,
  bindMs: 30_000,
  pageMs: 120_000,
  totalMs: 15 * 60_000,
  pageObjects: 1000,
  messageBytes: 64 * 1024 * 1024,
  keptBytes: 128 * 1024 * 1024,
  objects: 2_000_000,
  emptyPages: 1000,
};
