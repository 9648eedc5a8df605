import { printableLine } from "#lib/printable";
import { DamagedFeed } from "./feed-error.ts";

/** A JSON object of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** @param what named in the error, such as `CVE-2024-0001: metrics`. @throws DamagedFeed when it is no object. */
export function asObject(value: unknown, what: string): Fields {
  if (isObject(value)) return value;
  throw new DamagedFeed(`${what} is ${kindOf(value)} where an object should be`);
}

/** A list; what is not there is an empty one. @throws DamagedFeed when it is something else. */
function asList(value: unknown, what: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new DamagedFeed(`${what} is ${kindOf(value)} where a list should be`);
}

/** A list of objects; what is not there is an empty one. @throws DamagedFeed when it is something else. */
export function asObjects(value: unknown, what: string): readonly Fields[] {
  return asList(value, what).map((item) => asObject(item, `an item of ${what}`));
}

/** The texts of a list, cleaned and cut; what is no text is left out, as what is not there. */
export function textsOf(value: unknown, what: string, maxLength: number): string[] {
  return asList(value, what).flatMap((item) =>
    typeof item === "string" && item !== "" ? [cleanText(item, maxLength)] : [],
  );
}

/** A text that must be there, cleaned. @throws DamagedFeed when it is not, or is empty or too long. */
export function requiredText(value: unknown, what: string, maxLength: number): string {
  if (typeof value !== "string" || value.trim() === "") {
    throw new DamagedFeed(`${what} is ${kindOf(value)} where a text should be`);
  }
  if (value.length > maxLength) {
    throw new DamagedFeed(`${what} is longer than ${maxLength} characters`);
  }
  return cleanText(value, maxLength);
}

/** A text, cleaned and cut; `otherwise` when there is none. */
export function textOr<T>(value: unknown, maxLength: number, otherwise: T): string | T {
  return typeof value === "string" && value !== "" ? cleanText(value, maxLength) : otherwise;
}

/** A time in ISO 8601, in UTC unless it says so, as Unix epoch milliseconds. @throws DamagedFeed when it is none. */
export function timeOr<T>(value: unknown, what: string, otherwise: T): number | T {
  if (value === undefined || value === null || value === "") return otherwise;
  const at = typeof value === "string" ? Date.parse(inUtc(value)) : Number.NaN;
  if (Number.isNaN(at)) throw new DamagedFeed(`${what} is no time`);
  return at;
}

/** Text of strangers, fit to be kept and shown: printable, one line, and no longer than it may be. */
export function cleanText(text: string, maxLength: number): string {
  return printableLine(text.slice(0, maxLength));
}

/** `2024-05-01T10:00:00.000`, as NVD writes it, is in UTC. */
function inUtc(text: string): string {
  return /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text) ? `${text}Z` : text;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (value === "") return "empty";
  if (Array.isArray(value)) return "a list";
  const type = typeof value;
  return type === "object" ? "an object" : `a ${type}`;
}
