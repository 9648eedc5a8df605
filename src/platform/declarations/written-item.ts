import type { Path } from "./source.ts";

/** An entry as it would stand in a configuration file; read back, it changes nothing. */
export interface WrittenItem {
  item: Readonly<Record<string, unknown>>;
  /** Where secrets belong that it has and that are not shown. */
  secrets: readonly Path[];
}

/** Keys without a value, or with an empty list, are left out as in a file. */
export function withoutEmpty(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value !== null,
    ),
  );
}
