import { saveFindingEvents } from "#exposure/findings";
import { requireFuture, requireText } from "#exposure/exceptions";
import { newId } from "#lib/ids";
import { isLines, isOneLine } from "#lib/printable";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { lock } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { findDirectoryId, insertIdentityException } from "./identity-exception.queries.ts";
import { readExceptable } from "./known-identity.queries.ts";
import { identityLock } from "./identity-lock.ts";
import { type ExceptionScope, exceptionMatcher } from "./match-exception.ts";
import { planExcepted } from "./plan-identity.ts";
import { saveLives } from "./save-identity.ts";

/** What somebody answers for not minding. */
export interface IdentityExceptionInput {
  /** The name of a directory; `null`: all directories. */
  readonly directory: string | null;
  /** The id of a rule; `null`: all rules. */
  readonly rule: string | null;
  /** Names of targets, `*` for any text, without regard to case; `null`: all targets. Not both null. */
  readonly target: string | null;
  readonly reason: string;
  /** Who answers for it. */
  readonly owner: string;
  /** Unix epoch milliseconds; `null`: until it is ended. */
  readonly expiresAt: number | null;
}

/** Findings that are read at a time. */
const atOnce = 5000;

/**
 * Excepts findings by rule, by target, or both: what is open or in progress becomes accepted, and so does what assessments find
 * later, until the exception ends. What people decide about one of them stands.
 *
 * @returns the exception's id, and how many findings it accepted.
 * @throws Problem `forbidden` without write scope; `invalid_request` that names what is wrong; `not_found` when the
 * tenant has no such directory.
 */
export async function exceptIdentity(
  context: Context,
  input: IdentityExceptionInput,
): Promise<{ id: string; findings: number }> {
  const { tenantId, scopes, database, actor } = context;
  if (!scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const at = context.now();
  const said = checked(input, at);
  const id = newId();
  return database.transaction(tenantId, async (tx) => {
    await lock(tx, identityLock(tenantId));
    const { directory } = input;
    const directoryId = directory === null ? null : await findDirectoryId(tx, tenantId, directory);
    if (directory !== null && directoryId === null)
      throw new Problem("not_found", "There is no directory of this name.");
    const exception = { ...said, id, directoryId };
    const made = { createdAt: at, createdBy: actor.name };
    await insertIdentityException(tx, tenantId, { ...exception, ...made });
    const exceptionOf = exceptionMatcher([exception], at);
    let findings = 0;
    for await (const some of readExceptable(tx, tenantId, exception, atOnce)) {
      const { changed, events } = planExcepted(some, exceptionOf, at);
      await saveLives(tx, tenantId, changed);
      await saveFindingEvents(tx, tenantId, events, actor);
      findings += changed.length;
    }
    await announce(tx, tenantId, "identity_findings", null);
    const { id: _id, ...detail } = exception;
    await insertAuditEntries(tx, context, [
      {
        action: "identity-exception.create",
        subjectKind: "identity_exception",
        subjectId: id,
        detail: { ...detail, findings },
      },
    ]);
    return { id, findings };
  });
}

function checked(
  { rule, target, reason, owner, expiresAt }: IdentityExceptionInput,
  now: number,
): Omit<ExceptionScope, "id" | "directoryId"> {
  requireFuture("The time until which it holds", expiresAt, now);
  if (rule === null && target === null)
    throw new Problem("invalid_request", "An exception needs a rule, a target, or both.");
  if (rule !== null && !/^(ad|adcs|entra)\.[a-z0-9-]{1,80}$/.test(rule)) {
    const what = JSON.stringify(rule.slice(0, 100));
    throw new Problem("invalid_request", `${what} is no id that a rule could have.`);
  }
  return {
    ruleId: rule,
    target: target === null ? null : pattern(target),
    reason: requireText("The reason", reason, 2000, isLines),
    owner: requireText("The owner", owner, 200, isOneLine),
    expiresAt,
  };
}

/** Bounded as names are, so that to try it on one takes as long as to read both. */
function pattern(given: string): string {
  const fit = requireText("The target", given, 300, isOneLine);
  if (!/^\*+$/.test(fit)) return fit;
  const message = "The target * would be all targets: leave it out, and name a rule.";
  throw new Problem("invalid_request", message);
}
