import type { Static } from "typebox";
import type { FindingStatus } from "#exposure/life-cycle";
import { Problem } from "#platform/errors";
import { checkDecision } from "./check-decision.ts";
import type { FindingDecision } from "./decide-findings.ts";
import type { StatusChangeBody } from "./listed-finding.ts";

/** To leave something as it is needs a reason: whoever comes after wants to know it. */
const withReason: ReadonlySet<FindingStatus> = new Set(["accepted", "false_positive"]);

/**
 * What a person decides in the console: as integrations do, and with a reason where a finding is left as it is.
 *
 * @throws Problem `invalid_request` that names the field.
 */
export function checkTriage(body: Static<typeof StatusChangeBody>, now: number): FindingDecision {
  const decision = checkDecision(body, now);
  if (decision.notes !== null || !withReason.has(decision.status)) return decision;
  throw new Problem("invalid_request", "Say why: whoever comes after you wants to know it.", {
    details: [{ path: "/notes", message: "must say why" }],
  });
}
