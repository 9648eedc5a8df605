/** The five statuses of a finding; the first two are in the lists. */
export const findingStatuses = [
  "open",
  "in_progress",
  "resolved",
  "accepted",
  "false_positive",
] as const;
export type FindingStatus = (typeof findingStatuses)[number];

/** Who can see a finding: a probe's scan, an agent on the host, another product's report. */
export const detectors = ["scan", "agent", "import"] as const;
export type Detector = (typeof detectors)[number];

/** What of a finding changes over time. All times are epoch milliseconds. */
export interface FindingLife {
  readonly status: FindingStatus;
  readonly statusAt: number;
  /** With `accepted`: it opens again then. */
  readonly acceptedUntil: number | null;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly reopenedAt: number | null;
  readonly resolvedAt: number | null;
  /** When each detector last saw it; `null`: it never did, or looked since and did not. */
  readonly seenAt: Readonly<Record<Detector, number | null>>;
}

/** A change of status that goes to the history. */
export interface StatusChange {
  readonly from: FindingStatus | null;
  readonly to: FindingStatus;
  readonly at: number;
  /** Why, in words, when the system did it. */
  readonly because: string;
}

/** What became of a finding; `change` is null when its status stayed. */
export interface NextLife {
  readonly life: FindingLife;
  readonly change: StatusChange | null;
}

const names: Record<Detector, string> = {
  scan: "a scan",
  agent: "the agent",
  import: "an imported report",
};

/** A finding that was never seen before. */
export function beginLife(detector: Detector, at: number): NextLife {
  const nobody = { scan: null, agent: null, import: null };
  return {
    life: {
      status: "open",
      statusAt: at,
      acceptedUntil: null,
      firstSeenAt: at,
      lastSeenAt: at,
      reopenedAt: null,
      resolvedAt: null,
      seenAt: { ...nobody, [detector]: at },
    },
    change: { from: null, to: "open", at, because: `seen by ${names[detector]}` },
  };
}

/**
 * A detector saw it. What is resolved opens again, unless the sighting is older than that: a report may arrive late. Decisions
 * of people (`accepted`, `false_positive`) stand.
 */
export function nextWhenSeen(before: FindingLife, detector: Detector, at: number): NextLife {
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
}

/**
 * A detector really looked where it had seen it, and it was not there. When no other detector sees it either it is
 * resolved, whatever people decided about it.
 */
export function nextWhenMissed(before: FindingLife, detector: Detector, at: number): NextLife {
  if (!couldSee(before, detector, at)) return { life: before, change: null };
  const seenAt = { ...before.seenAt, [detector]: null };
  const elsewhere = detectors.some((other) => seenAt[other] !== null);
  if (elsewhere || before.status === "resolved")
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
}

/**
 * Whether a look of the detector at that time tells anything: it saw the finding before, or nobody does and a person opened it
 * again since it was resolved.
 */
export function couldSee(life: FindingLife, detector: Detector, at: number): boolean {
  const last = life.seenAt[detector];
  if (last !== null) return last < at;
  const isSeen = detectors.some((one) => life.seenAt[one] !== null);
  return !isSeen && life.status !== "resolved" && life.statusAt < at;
}

/** A person, or an integration, says what it is. Any status may follow any other. */
export function nextWhenDecided(
  before: FindingLife,
  decision: { status: FindingStatus; acceptedUntil: number | null },
  at: number,
): FindingLife {
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
export function nextWhenExpired(before: FindingLife, now: number): NextLife {
  const { status, acceptedUntil } = before;
  if (status !== "accepted" || acceptedUntil === null || acceptedUntil > now) {
    return { life: before, change: null };
  }
  const life = { ...before, status: "open" as const, statusAt: acceptedUntil, acceptedUntil: null };
  const because = "it was accepted until then";
  return { life, change: { from: status, to: "open", at: acceptedUntil, because } };
}
