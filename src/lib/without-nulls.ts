/** An item as the database has it: what is missing is `null`. */
export type WithNulls<T> = {
  [K in keyof T]-?: object extends Pick<T, K> ? T[K] | null : T[K];
};

/** The item as a reply shows it: what is missing is left out. */
export function withoutNulls<T extends object>(row: WithNulls<T>): T;
export function withoutNulls(row: Readonly<Record<string, unknown>>): object {
  const item: Record<string, unknown> = {};
  // Half as long as by entries, for a million rows.
  for (const name in row) {
    const value = row[name];
    if (value !== null) item[name] = value;
  }
  return item;
}
