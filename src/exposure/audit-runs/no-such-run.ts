import { Problem } from "#platform/errors";

/** Says the same of an id that does not exist and of another tenant's. */
export function noSuchRun(): Problem {
  return new Problem("not_found", "There is no audit run with this id.");
}
