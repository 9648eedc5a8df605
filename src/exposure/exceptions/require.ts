import { Problem } from "#platform/errors";

/** The last moment that a date can have (ECMA-262 section 21.4.1.1), in Unix epoch milliseconds. */
const latestTime = 8_640_000_000_000_000;

/**
 * What somebody wrote who excepts something, without the space around it.
 *
 * @param what begins the sentence: `The reason`.
 * @param longest characters.
 * @throws Problem `invalid_request`
 */
export function requireText(
  what: string,
  given: string,
  longest: number,
  isFit: (text: string) => boolean,
): string {
  const trimmed = given.trim();
  const length = [...trimmed].length;
  if (length < 1 || length > longest)
    throw new Problem("invalid_request", `${what} must have 1 to ${longest} characters.`);
  if (isFit(trimmed)) return trimmed;
  throw new Problem("invalid_request", `${what} must not have control characters.`);
}

/**
 * Checks until when an exception is to hold.
 *
 * @param until Unix epoch milliseconds; `null`: until it is ended.
 * @throws Problem `invalid_request`, which begins with `what`.
 */
export function requireFuture(what: string, until: number | null, now: number): void {
  if (until !== null && !(until > now && until <= latestTime))
    throw new Problem("invalid_request", `${what} must be in the future.`);
}
