import type { Static } from "typebox";
import { isLines } from "#lib/printable";
import { Problem } from "#platform/errors";
import { type StatusChangeBody, maxNotesLength } from "./listed-finding.ts";
import type { FindingDecision } from "./decide-findings.ts";

/**
 * What the body's schema cannot say. Notes of nothing but spaces are none.
 *
 * @throws Problem `invalid_request` that names the field.
 */
export function checkDecision(
  { status, notes = "", acceptedUntil }: Static<typeof StatusChangeBody>,
  now: number,
): FindingDecision {
  if (notes.length > maxNotesLength && [...notes].length > maxNotesLength)
    throw wrongField("notes", `must have at most ${maxNotesLength} characters`);
  if (!isLines(notes)) throw wrongField("notes", "must have no control characters");
  if (acceptedUntil !== undefined && status !== "accepted")
    throw wrongField("acceptedUntil", "can only be given with the status accepted");
  if (acceptedUntil !== undefined && acceptedUntil <= now)
    throw wrongField("acceptedUntil", "must be in the future, in Unix epoch milliseconds");
  return {
    status,
    notes: notes.trim() === "" ? null : notes,
    acceptedUntil: acceptedUntil ?? null,
  };
}

function wrongField(name: string, message: string): Problem {
  return new Problem("invalid_request", `The body cannot be used: /${name} ${message}.`, {
    details: [{ path: `/${name}`, message }],
  });
}
