/**
 * Filters live in the address as plain texts (`?status=down,up&sort=-latency`), so that people can read, change and share
 * them.
 */
export function readSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** @returns the search with its question mark, or nothing. */
export function writeSearch(search: Readonly<Record<string, string | null | undefined>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== "") params.set(name, value);
  }
  // Commas and colons are allowed in a query (RFC 3986 section 3.4) and easier to read.
  const written = params.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return written === "" ? "" : `?${written}`;
}
