import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";

/** @throws Problem `forbidden` without write scope. */
export function checkMayWrite(context: Context): void {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
}

/** The row, when there is one. @throws Problem `not_found`. */
export function checkThere<T>(agent: T | null): T {
  if (agent === null) throw new Problem("not_found", "There is no such agent.");
  return agent;
}

/** The refusal of a site that the tenant does not have. */
export function noSuchSite(cause: unknown): Problem {
  return new Problem("invalid_request", "There is no such site.", { cause });
}
