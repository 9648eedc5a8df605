/**
 * A spool file's name says all that is needed to order, count and age it without opening it:
 * `FIRST-LAST-ITEMS-NEWEST.gz`. FIRST and LAST are the numbers of the appended batches that it holds (one number, unless
 * files were joined), padded so that names sort in order; NEWEST is the time of its newest item.
 */
export interface SpoolFileName {
  first: number;
  last: number;
  items: number;
  /** Unix epoch milliseconds. */
  newestAt: number;
}

const digits = 12;
const pattern = /^(\d{12})-(\d{12})-(\d{1,9})-(\d{1,16})\.gz$/;

export function formatSpoolFileName(name: SpoolFileName): string {
  const [first, last] = [name.first, name.last].map((n) => String(n).padStart(digits, "0"));
  return `${first}-${last}-${name.items}-${name.newestAt}.gz`;
}

/** `null`: not a file of ours. */
export function parseSpoolFileName(text: string): SpoolFileName | null {
  const match = pattern.exec(text);
  if (match === null) return null;
  const [first = 0, last = 0, items = 0, newestAt = 0] = match.slice(1).map(Number);
  return first <= last ? { first, last, items, newestAt } : null;
}

/**
 * Whether a file's content also stands in a joined file: the program died between joining files and deleting them.
 * `earlier` is the file before it in the order of FIRST, and of those with one FIRST the widest comes first.
 */
export function isCoveredBy(file: SpoolFileName, earlier: SpoolFileName): boolean {
  return earlier.first <= file.first && file.last <= earlier.last;
}
