import type { FindingStatus } from "#exposure/life-cycle";

/** A finding as the model has it. */
export interface ModelFinding {
  readonly rule: string;
  readonly target: string;
  name: string;
  status: FindingStatus;
  statusAt: number;
  acceptedUntil: number | null;
  seenAt: number | null;
  lastSeenAt: number;
  reopenedAt: number | null;
  resolvedAt: number | null;
  exception: string | null;
  /** Every status that it had, in order; one that it got anew stands again. */
  readonly history: FindingStatus[];
}

/** An exception as the model has it. */
export interface ModelException {
  readonly id: string;
  readonly rule: string | null;
  readonly target: string | null;
  readonly until: number | null;
  ended: boolean;
}

/**
 * What must be true of the identity findings of one directory, decided a second time: with a loop over all of them at each
 * event, no batches, and no law of a life that is shared with other findings.
 */
export class IdentityModel {
  readonly findings = new Map<string, ModelFinding>();
  readonly exceptions: ModelException[] = [];
  readonly #asked = new Map<string, number>();

  /** An assessment says that a rule minds a target. */
  found(rule: string, target: string, name: string, at: number): void {
    if ((this.#asked.get(rule) ?? at) > at) return;
    const key = `${rule} ${target}`;
    const one = this.findings.get(key);
    if (one === undefined) {
      const fresh: ModelFinding = {
        rule,
        target,
        name,
        status: "open",
        statusAt: at,
        acceptedUntil: null,
        seenAt: at,
        lastSeenAt: at,
        reopenedAt: null,
        resolvedAt: null,
        exception: null,
        history: ["open"],
      };
      this.findings.set(key, fresh);
      this.#cover(fresh, at);
      return;
    }
    const isRenamed = at >= one.lastSeenAt && one.name !== name;
    if (isRenamed) one.name = name;
    one.lastSeenAt = Math.max(one.lastSeenAt, at);
    const isStale = one.status === "resolved" && at <= (one.resolvedAt ?? -1);
    if (!isStale || one.seenAt !== null) one.seenAt = Math.max(one.seenAt ?? at, at);
    if (one.status === "resolved" && !isStale) {
      this.#become(one, "open", at);
      one.reopenedAt = at;
      one.resolvedAt = null;
      this.#cover(one, at);
    } else if (isRenamed) {
      this.#rename(one, at);
    }
  }

  /** The result of a rule that was evaluated, or that there is nothing for: what it did not see is gone. */
  settled(rule: string, at: number, unread: readonly string[]): void {
    if (!this.#ask(rule, at)) return;
    for (const one of this.findings.values()) {
      if (one.rule !== rule || unread.includes(one.target)) continue;
      const looked =
        one.seenAt === null ? one.status !== "resolved" && one.statusAt < at : one.seenAt < at;
      if (!looked) continue;
      one.seenAt = null;
      if (one.status === "resolved") continue;
      this.#become(one, "resolved", at);
      one.resolvedAt = at;
      one.acceptedUntil = null;
      one.exception = null;
    }
  }

  /** The result of a rule that could not be evaluated, or not of all that it was to be. */
  unsettled(rule: string, at: number): void {
    this.#ask(rule, at);
  }

  /** A person says what it is. */
  decide(one: ModelFinding, status: FindingStatus, until: number | null, now: number): void {
    const acceptedUntil = status === "accepted" ? until : null;
    const isSame = one.status === status && one.acceptedUntil === acceptedUntil;
    if (isSame && one.exception === null) return;
    one.history.push(status);
    if (one.status !== status) one.statusAt = now;
    one.status = status;
    one.acceptedUntil = acceptedUntil;
    one.resolvedAt = status === "resolved" ? (one.resolvedAt ?? now) : null;
    one.exception = null;
  }

  /** A person excepts. @returns how many findings it accepts. */
  except(exception: ModelException, now: number): number {
    this.exceptions.push(exception);
    let findings = 0;
    for (const one of this.findings.values()) {
      if (one.status !== "open" && one.status !== "in_progress") continue;
      if (!fits(exception, one)) continue;
      this.#hold(one, exception, now);
      findings++;
    }
    return findings;
  }

  /** A person ends an exception. */
  unexcept(exception: ModelException, now: number): void {
    exception.ended = true;
    for (const one of this.findings.values())
      if (one.exception === exception.id) this.#release(one, now, now);
  }

  /** The job that opens what was accepted until a time. */
  expire(now: number): void {
    for (const one of this.exceptions) if (one.until !== null && one.until <= now) one.ended = true;
    for (const one of this.findings.values()) {
      const { status, acceptedUntil } = one;
      if (status !== "accepted" || acceptedUntil === null || acceptedUntil > now) continue;
      this.#release(one, acceptedUntil, now);
    }
  }

  #ask(rule: string, at: number): boolean {
    if ((this.#asked.get(rule) ?? at) > at) return false;
    this.#asked.set(rule, at);
    return true;
  }

  #rename(one: ModelFinding, at: number): void {
    if (one.status === "open" || one.status === "in_progress") return this.#cover(one, at);
    if (one.status !== "accepted" || one.exception === null) return;
    const best = this.#best(one, at);
    if (best?.id === one.exception) return;
    if (best !== null) return this.#hold(one, best, at);
    this.#become(one, "open", at);
    one.acceptedUntil = null;
    one.exception = null;
  }

  #cover(one: ModelFinding, at: number): void {
    const best = this.#best(one, at);
    if (best !== null) this.#hold(one, best, at);
  }

  #release(one: ModelFinding, at: number, now: number): void {
    const best = this.#best(one, now);
    if (best !== null) return this.#hold(one, best, at);
    this.#become(one, "open", at);
    one.acceptedUntil = null;
    one.exception = null;
  }

  #hold(one: ModelFinding, exception: ModelException, at: number): void {
    if (one.status === "accepted") one.history.push("accepted");
    else this.#become(one, "accepted", at);
    one.acceptedUntil = exception.until;
    one.exception = exception.id;
  }

  #become(one: ModelFinding, status: FindingStatus, at: number): void {
    one.status = status;
    one.statusAt = at;
    one.history.push(status);
  }

  /** The last of those that hold longest. */
  #best(one: ModelFinding, at: number): ModelException | null {
    let best: ModelException | null = null;
    for (const other of this.exceptions) {
      if (other.ended || (other.until !== null && other.until <= at) || !fits(other, one)) continue;
      if (best === null || (other.until ?? Infinity) >= (best.until ?? Infinity)) best = other;
    }
    return best;
  }
}

function fits({ rule, target }: ModelException, one: ModelFinding): boolean {
  if (rule !== null && rule !== one.rule) return false;
  return target === null || new RegExp(`^${target.replaceAll("*", ".*")}$`, "i").test(one.name);
}
