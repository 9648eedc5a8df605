import { Problem } from "#platform/errors";

/** Most items in one page; a larger `limit` is taken as this. */
export const maxPageSize = 1000;

/** Which part of a list is wanted. */
export interface Page {
  /** 1 to {@link maxPageSize}; `null`: everything from `offset` on. */
  limit: number | null;
  /** 0 or more. */
  offset: number;
}

/** A query string as the HTTP server reads it: a name that is given twice has several values. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** @throws Problem `invalid_request` that names the parameter. */
export function parsePage(query: Query): Page {
  const limit = wholeNumber(query, "limit", 1);
  const offset = wholeNumber(query, "offset", 0);
  return { limit: limit === null ? null : Math.min(limit, maxPageSize), offset: offset ?? 0 };
}

/**
 * The one value of a query parameter; `null` when it is not there.
 *
 * @throws Problem `invalid_request` when it is given more than once.
 */
export function oneValue(query: Query, name: string): string | null {
  const value = query[name];
  if (value === undefined) return null;
  if (typeof value === "string") return value;
  throw wrongParameter(name, "must be given once");
}

/**
 * As {@link oneValue}, for what a statement is to look for: no text of PostgreSQL has the character 0.
 *
 * @throws Problem `invalid_request` when it is given more than once, or holds that character.
 */
export function oneText(query: Query, name: string): string | null {
  const value = oneValue(query, name);
  if (value?.includes("\0") !== true) return value;
  throw wrongParameter(name, "must not have the character 0");
}

/** A query parameter that cannot be used, and why. */
export function wrongParameter(name: string, message: string): Problem {
  return new Problem("invalid_request", `The query parameter ${name} ${message}.`, {
    details: [{ path: name, message }],
  });
}

/** Digits only: no sign, fraction, exponent or space. Beyond what a double tells apart, the largest that it does. */
function wholeNumber(query: Query, name: string, min: number): number | null {
  const text = oneValue(query, name);
  if (text === null) return null;
  const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min)) throw wrongParameter(name, `must be a whole number of at least ${min}`);
  return Math.min(value, Number.MAX_SAFE_INTEGER);
}
