import { Problem } from "#platform/errors";

/** Says that the tenant has no audit of that name. */
export function noSuchAudit(name: string): Problem {
  return new Problem("not_found", `There is no audit named ${JSON.stringify(name)}.`);
}
