import type { FindingEvent } from "#exposure/findings";
import { type StatusChange, nextWhenDecided } from "#exposure/life-cycle";
import {
  type KnownIdentityFinding,
  type SeenIdentityFinding,
  identityKey,
} from "./identity-finding.ts";
import {
  type IdentityLife,
  type NextIdentityLife,
  beginLife,
  nextWhenMissed,
  nextWhenSeen,
} from "./identity-life.ts";
import type { ExceptionMatcher, ExceptionScope } from "./match-exception.ts";

/** The life of a finding, and the exception that accepts it. */
export interface HeldLife {
  readonly life: IdentityLife;
  readonly exceptionId: string | null;
}

/** A finding that was never seen before. */
export interface NewIdentityFinding extends HeldLife {
  readonly id: string;
  readonly seen: SeenIdentityFinding;
}

/** A finding of which more than the time has changed. `seen` is null when what is said of it stayed. */
export interface ChangedIdentityFinding extends HeldLife {
  readonly id: string;
  readonly seen: SeenIdentityFinding | null;
}

/** What a batch changes. */
export interface IdentityPlan {
  readonly inserted: NewIdentityFinding[];
  readonly changed: ChangedIdentityFinding[];
  /** Ids of those that were seen as before: only the time is written. */
  readonly touched: string[];
  readonly events: FindingEvent[];
}

function emptyPlan(): IdentityPlan {
  return { inserted: [], changed: [], touched: [], events: [] };
}

/**
 * Decides what it means that an assessment saw these weaknesses. An exception that covers a finding accepts it when it is new, when
 * it opens again, and when its target was given another name; what people decided since an exception was made stands.
 *
 * @param known by {@link identityKey}: those of the directory that are among the seen.
 * @param seen each rule and target once.
 */
export function planFound(
  known: ReadonlyMap<string, KnownIdentityFinding>,
  seen: readonly SeenIdentityFinding[],
  assessed: { readonly directoryId: string; readonly at: number },
  exceptionOf: ExceptionMatcher,
  newId: () => string,
): IdentityPlan {
  const plan = emptyPlan();
  const { directoryId, at } = assessed;
  for (const one of seen) {
    const { ruleId, weakness, contentHash } = one;
    const { id: targetId, name: targetName } = weakness.target;
    const covering = () => exceptionOf({ directoryId, ruleId, targetName });
    const before = known.get(identityKey(ruleId, targetId));
    if (before === undefined) {
      const id = newId();
      const begun = beginLife("assessment", at);
      const held = heldBy(covering(), { ...begun, exceptionId: null }, at);
      plan.inserted.push({ id, seen: one, life: held.life, exceptionId: held.exceptionId });
      note(plan, id, begun.change, held.change);
      continue;
    }
    const { id } = before;
    const next = { ...nextWhenSeen(before, "assessment", at), exceptionId: before.exceptionId };
    // An assessment that is told of late says nothing new.
    const isNews = contentHash !== before.contentHash && at >= before.lastSeenAt;
    const isRenamed = isNews && targetName !== before.targetName;
    const held = next.change !== null || isRenamed ? reheld(covering(), next, at) : next;
    const change = held === next ? null : held.change;
    const isBack = before.seenAt.assessment === null && held.life.seenAt.assessment !== null;
    if (!isNews && !isBack && next.change === null && change === null) {
      plan.touched.push(id);
      continue;
    }
    const { life, exceptionId } = held;
    plan.changed.push({ id, seen: isNews ? one : null, life, exceptionId });
    note(plan, id, next.change, change);
  }
  return plan;
}

/** Decides what it means that an assessment looked and did not see these findings. */
export function planMissed(missed: readonly KnownIdentityFinding[], at: number): IdentityPlan {
  const plan = emptyPlan();
  for (const before of missed) {
    const { id, seenAt } = before;
    const { life, change } = nextWhenMissed(before, "assessment", at);
    if (change === null && life.seenAt.assessment === seenAt.assessment) continue;
    const exceptionId = life.status === "resolved" ? null : before.exceptionId;
    plan.changed.push({ id, seen: null, life, exceptionId });
    note(plan, id, change);
  }
  return plan;
}

/** Decides what a new exception means for findings that it may cover: it accepts what is open or in progress. */
export function planExcepted(
  known: readonly KnownIdentityFinding[],
  exceptionOf: ExceptionMatcher,
  at: number,
): IdentityPlan {
  const plan = emptyPlan();
  for (const before of known) {
    const held = heldBy(exceptionOf(before), { life: before, exceptionId: null }, at);
    if (held.change === null) continue;
    const { life, exceptionId } = held;
    plan.changed.push({ id: before.id, seen: null, life, exceptionId });
    note(plan, before.id, held.change);
  }
  return plan;
}

/**
 * Decides what it means that findings are not accepted any more: another exception that covers one takes it over, else it is
 * open.
 *
 * @param open how the life of one goes on by itself.
 */
export function planReleased(
  known: readonly KnownIdentityFinding[],
  open: (before: KnownIdentityFinding) => NextIdentityLife,
  exceptionOf: ExceptionMatcher,
): IdentityPlan {
  const plan = emptyPlan();
  for (const before of known) {
    const next = open(before);
    if (next.change === null) continue;
    const { at } = next.change;
    const other = exceptionOf(before);
    if (other === null) {
      plan.changed.push({ id: before.id, seen: null, life: next.life, exceptionId: null });
      note(plan, before.id, next.change);
      continue;
    }
    const { life, exceptionId, change } = takenOver(other, before, at);
    plan.changed.push({ id: before.id, seen: null, life, exceptionId });
    note(plan, before.id, change);
  }
  return plan;
}

interface Held extends HeldLife {
  readonly change: StatusChange | null;
}

/** Accepted by the exception if there is one and it is still to be done. */
function heldBy(exception: ExceptionScope | null, before: HeldLife, at: number): Held {
  const { status } = before.life;
  if (exception === null || (status !== "open" && status !== "in_progress"))
    return { ...before, change: null };
  return takenOver(exception, before.life, at);
}

/** The same when the target's name is another one, or it opened again: an exception that does not cover it any more lets go. */
function reheld(exception: ExceptionScope | null, before: HeldLife, at: number): Held {
  const { life, exceptionId } = before;
  if (life.status !== "accepted" || exceptionId === null) return heldBy(exception, before, at);
  if (exception?.id === exceptionId) return { ...before, change: null };
  if (exception !== null) return takenOver(exception, life, at);
  const because = "the exception does not cover the name that its target has now";
  return {
    life: nextWhenDecided(life, { status: "open", acceptedUntil: null }, at),
    exceptionId: null,
    change: { from: life.status, to: "open", at, because },
  };
}

function takenOver(exception: ExceptionScope, life: IdentityLife, at: number): Held {
  const { id, reason, owner, expiresAt: acceptedUntil } = exception;
  const status = "accepted" as const;
  const because = `excepted: ${reason} (${owner})`;
  return {
    life: nextWhenDecided(life, { status, acceptedUntil }, at),
    exceptionId: id,
    change: { from: life.status, to: status, at, because, acceptedUntil },
  };
}

function note(plan: IdentityPlan, findingId: string, ...changes: (StatusChange | null)[]): void {
  for (const change of changes) if (change !== null) plan.events.push({ findingId, change });
}
