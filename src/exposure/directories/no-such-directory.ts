import { Problem } from "#platform/errors";

/** The name of a directory that the tenant does not have. */
export function noSuchDirectory(name: string): Problem {
  return new Problem("not_found", `There is no directory named ${JSON.stringify(name)}.`);
}
