import { printableLine, shortened } from "#lib/printable";
import type { Fields } from "../tenant.ts";

/** An object, and no list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first of the texts that says something, fit to be shown; null: none does. */
export function nameOf(...texts: readonly unknown[]): string | null {
  for (const text of texts) {
    if (typeof text !== "string") continue;
    const shown = printableLine(shortened(text, 200)).trim();
    if (shown !== "") return shown;
  }
  return null;
}

/** A time in ISO 8601 as Unix epoch milliseconds; null: none, or not one that a calendar has. */
export function timeOf(text: unknown): number | null {
  if (typeof text !== "string") return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

/** Ids are compared as Graph writes them. */
export const idKey = (id: string) => id.toLowerCase();
