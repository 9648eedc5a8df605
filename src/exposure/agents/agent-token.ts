import { isOneLine } from "#lib/printable";
import { Problem } from "#platform/errors";
import { checkTags } from "./check-tags.ts";

/** One token may be for a whole fleet. */
const mostUses = 100_000;
const shortestMs = 60_000;
const longestMs = 365 * 24 * 3_600_000;
const longestNote = 200;

/** What an enrolment token of agents is for. */
export interface AgentTokenInput {
  /** For people: `web servers of Berlin`. */
  note: string;
  /** Where the hosts are; `null`: not said. */
  siteId: string | null;
  tags: readonly string[];
  /** How many hosts may enrol with it, 1 to 100,000. */
  uses: number;
  /** For how long it works, a minute to 365 days. */
  validForMs: number;
}

/** A token that can be used or could be once; never the secret. Times are epoch milliseconds. */
export interface AgentToken {
  id: string;
  note: string;
  siteId: string | null;
  /** Name of the site. */
  site: string | null;
  tags: readonly string[];
  usesLeft: number;
  expiresAt: number;
  createdAt: number;
  /** Who made it. */
  createdBy: string;
}

/** @throws Problem `invalid_request` that says what is wrong. */
export function checkTokenInput(input: AgentTokenInput): AgentTokenInput & { tags: string[] } {
  const { uses, validForMs } = input;
  const note = input.note.trim();
  if ([...note].length > longestNote || !isOneLine(note)) {
    throw new Problem(
      "invalid_request",
      `A note is one line of at most ${longestNote} characters.`,
    );
  }
  if (!Number.isInteger(uses) || uses < 1 || uses > mostUses) {
    throw new Problem("invalid_request", `A token is for 1 to ${mostUses} hosts.`);
  }
  if (!Number.isInteger(validForMs) || validForMs < shortestMs || validForMs > longestMs) {
    throw new Problem("invalid_request", "A token is valid for 1 minute to 365 days.");
  }
  return { ...input, note, tags: checkTags(input.tags) };
}
