import type { FindingLife, FindingStatus, NextLife } from "./finding-life.ts";

/** The law of a finding's life: what becomes of it when somebody looks, decides, or a time comes. */
export interface LifeCycle<Detector extends string> {
  readonly detectors: readonly Detector[];
  /** A finding that was never seen before. */
  beginLife(detector: Detector, at: number): NextLife<Detector>;
  /**
   * A detector saw it. What is resolved opens again, unless the sighting is older than that: a report may arrive late.
   * Decisions of people (`accepted`, `false_positive`) stand.
   */
  nextWhenSeen(before: FindingLife<Detector>, detector: Detector, at: number): NextLife<Detector>;
  /**
   * A detector really looked where it had seen it, and it was not there. When no other detector sees it either it is
   * resolved, whatever people decided about it.
   */
  nextWhenMissed(before: FindingLife<Detector>, detector: Detector, at: number): NextLife<Detector>;
  /**
   * Whether a look of the detector at that time tells anything: it saw the finding before, or nobody does and a person
   * opened it again since it was resolved.
   */
  couldSee(life: FindingLife<Detector>, detector: Detector, at: number): boolean;
}

/** @param names what each detector is called in the history: `{ scan: "a scan" }`. */
export function createLifeCycle<Detector extends string>(
  names: Readonly<Record<Detector, string>>,
): LifeCycle<Detector> {
  const isDetector = (name: string): name is Detector => name in names;
  const detectors = Object.keys(names).filter(isDetector);
  const isSeen = (seenAt: FindingLife<Detector>["seenAt"]) =>
    detectors.some((one) => seenAt[one] !== null);

  function couldSee(life: FindingLife<Detector>, detector: Detector, at: number): boolean {
    const last = life.seenAt[detector];
    if (last !== null) return last < at;
    return !isSeen(life.seenAt) && life.status !== "resolved" && life.statusAt < at;
  }

  return {
    detectors,
    couldSee,

    beginLife(detector, at) {
      return {
        life: {
          status: "open",
          statusAt: at,
          acceptedUntil: null,
          firstSeenAt: at,
          lastSeenAt: at,
          reopenedAt: null,
          resolvedAt: null,
          seenAt: byDetector(names, (one) => (one === detector ? at : null)),
        },
        change: { from: null, to: "open", at, because: `seen by ${names[detector]}` },
      };
    },

    nextWhenSeen(before, detector, at) {
      const stale =
        before.resolvedAt !== null && before.status === "resolved" && at <= before.resolvedAt;
      const seen = {
        ...before,
        firstSeenAt: Math.min(before.firstSeenAt, at),
        lastSeenAt: Math.max(before.lastSeenAt, at),
      };
      const last = before.seenAt[detector];
      if (stale && last === null) return { life: seen, change: null };
      const seenAt = { ...before.seenAt, [detector]: Math.max(last ?? at, at) };
      if (stale) return { life: { ...seen, seenAt }, change: null };
      if (before.status !== "resolved") return { life: { ...seen, seenAt }, change: null };
      const because = `seen again by ${names[detector]}`;
      return {
        life: { ...seen, seenAt, status: "open", statusAt: at, reopenedAt: at, resolvedAt: null },
        change: { from: "resolved", to: "open", at, because },
      };
    },

    nextWhenMissed(before, detector, at) {
      if (!couldSee(before, detector, at)) return { life: before, change: null };
      const seenAt = { ...before.seenAt, [detector]: null };
      if (isSeen(seenAt) || before.status === "resolved")
        return { life: { ...before, seenAt }, change: null };
      const because = `no longer seen by ${names[detector]}`;
      return {
        life: {
          ...before,
          seenAt,
          status: "resolved",
          statusAt: at,
          acceptedUntil: null,
          resolvedAt: at,
        },
        change: { from: before.status, to: "resolved", at, because },
      };
    },
  };
}

/** A person, or an integration, says what it is. Any status may follow any other. */
export function nextWhenDecided<Detector extends string>(
  before: FindingLife<Detector>,
  decision: { status: FindingStatus; acceptedUntil: number | null },
  at: number,
): FindingLife<Detector> {
  const { status, acceptedUntil } = decision;
  return {
    ...before,
    status,
    statusAt: status === before.status ? before.statusAt : at,
    acceptedUntil: status === "accepted" ? acceptedUntil : null,
    resolvedAt: status === "resolved" ? (before.resolvedAt ?? at) : null,
  };
}

/** The time until which it was accepted has come. */
export function nextWhenExpired<Detector extends string>(
  before: FindingLife<Detector>,
  now: number,
): NextLife<Detector> {
  const { status, acceptedUntil } = before;
  if (status !== "accepted" || acceptedUntil === null || acceptedUntil > now) {
    return { life: before, change: null };
  }
  const life = { ...before, status: "open" as const, statusAt: acceptedUntil, acceptedUntil: null };
  const because = "it was accepted until then";
  return { life, change: { from: status, to: "open", at: acceptedUntil, because } };
}

function byDetector<Detector extends string>(
  names: Readonly<Record<Detector, string>>,
  seenAt: (detector: string) => number | null,
): Record<Detector, number | null>;
function byDetector(names: object, seenAt: (detector: string) => number | null): object {
  return Object.fromEntries(Object.keys(names).map((detector) => [detector, seenAt(detector)]));
}
