import { Compile } from "typebox/compile";
import { RuleResult, RuleText, Weakness } from "#engines/directory-types";
import { printableLine, shortened } from "#lib/printable";
import { type AssessmentMessage, mostFoundInMessage } from "#wire/probe.v1";

const ruleText = Compile(RuleText);
const ruleResult = Compile(RuleResult);
const weakness = Compile(Weakness);

/** A message takes no more room in a batch than a host's report usually does, whatever its 200 findings say. */
const mostBytesInMessage = 1024 * 1024;
/** Of `RuleResult`'s reason. */
const longestReason = 500;

/** What a rule came to, as it can be sent. */
export interface CheckedResult {
  /** The messages in their order: what was found, then the result. */
  messages: AssessmentMessage[];
  /** A sentence when the server would refuse a part of it: that is missing then, and the rule is told as not evaluated. */
  fault: string | null;
}

/**
 * Makes the messages of one rule. What the server would refuse must neither block what waits behind it nor be missing
 * without a word: a target that cannot be told makes the rule one that was not evaluated, so that nothing it did not tell
 * counts as gone.
 *
 * @throws Error when not even the rule can be told.
 */
export function checkedResult(
  assessmentId: string,
  result: RuleResult,
  found: readonly Weakness[],
): CheckedResult {
  const { rule } = result;
  if (!ruleText.Check(rule)) {
    throw new Error(`the rule ${shownId(rule)} cannot be told: ${faultIn(ruleText, rule)}`);
  }
  const fit = found.filter((each) => weakness.Check(each));
  const misfit = found.find((each) => !weakness.Check(each));
  const misfits = found.length - fit.length;
  let fault: string | null = null;
  if (misfit !== undefined) {
    const of = misfits === 1 ? "A target" : `${misfits} targets`;
    fault = `${of} cannot be reported (${shownName(misfit)}): ${faultIn(weakness, misfit)}.`;
  } else if (!ruleResult.Check(result)) {
    fault = `What became of it cannot be reported: ${faultIn(ruleResult, result)}.`;
  }
  const told: RuleResult =
    fault === null ? result : notEvaluated(rule, shortened(fault, longestReason));
  const messages: AssessmentMessage[] = parted(fit).map((part) => ({
    assessmentId,
    rule,
    found: part,
  }));
  return { messages: [...messages, { assessmentId, result: told }], fault };
}

function notEvaluated(rule: RuleText, reason: string): RuleResult {
  const nothing = { judged: 0, found: 0, unread: 0, unreadTargets: [] };
  return { rule, outcome: "not_evaluated", reason, ...nothing };
}

/** In parts that one message may hold. */
function parted(found: readonly Weakness[]): Weakness[][] {
  const parts: Weakness[][] = [];
  let part: Weakness[] = [];
  let bytes = 0;
  for (const each of found) {
    const size = Buffer.byteLength(JSON.stringify(each));
    if (part.length === mostFoundInMessage || bytes + size > mostBytesInMessage) {
      parts.push(part);
      part = [];
      bytes = 0;
    }
    part.push(each);
    bytes += size;
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

interface Schema {
  Errors(value: unknown): { instancePath: string; message: string }[];
}

function faultIn(schema: Schema, value: unknown): string {
  const [first] = schema.Errors(value);
  return first === undefined ? "it is not valid" : `${first.instancePath} ${first.message}`;
}

// What is shown here is not what its type says: else it would not be.
function shownName({ target }: { target: { name: unknown } }): string {
  return shortened(printableLine(String(target.name)), 80);
}

function shownId({ id }: { id: unknown }): string {
  return JSON.stringify(shortened(String(id), 100));
}
