/** The five statuses of a finding; the first two are in the lists. */
export const findingStatuses = [
  "open",
  "in_progress",
  "resolved",
  "accepted",
  "false_positive",
] as const;
export type FindingStatus = (typeof findingStatuses)[number];

/**
 * What of a finding changes over time. All times are epoch milliseconds.
 *
 * @typeParam Detector who can see it.
 */
export interface FindingLife<Detector extends string> {
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
  /** With `accepted`: until when; absent or `null`: until further notice. */
  readonly acceptedUntil?: number | null;
}

/** What became of a finding; `change` is null when its status stayed. */
export interface NextLife<Detector extends string> {
  readonly life: FindingLife<Detector>;
  readonly change: StatusChange | null;
}
