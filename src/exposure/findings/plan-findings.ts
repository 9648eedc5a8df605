import type { StatusChange } from "#exposure/life-cycle";
import {
  type FindingContent,
  type KnownFinding,
  type SeenFinding,
  contentHash,
  findingKey,
} from "./finding.ts";
import {
  type Detector,
  type FindingLife,
  beginLife,
  nextWhenMissed,
  nextWhenSeen,
} from "./life-cycle.ts";

/** A finding that was never seen before. */
export interface NewFinding {
  readonly id: string;
  readonly seen: SeenFinding;
  readonly life: FindingLife;
  readonly contentHash: string;
}

/** A finding of which more than the time has changed. `content` is null when what is said of it stayed. */
export interface ChangedFinding {
  readonly known: KnownFinding;
  readonly life: FindingLife;
  readonly content: FindingContent | null;
  readonly contentHash: string;
}

/** A change of status, for the finding's history. */
export interface FindingEvent {
  readonly findingId: string;
  readonly change: StatusChange;
}

/** What a batch of sightings changes. */
export interface FindingPlan {
  readonly inserted: NewFinding[];
  readonly changed: ChangedFinding[];
  /** Seen as before: only the time is written. */
  readonly touched: { readonly id: string; readonly at: number }[];
  readonly events: FindingEvent[];
  /** Assets whose score may change. */
  readonly assetIds: ReadonlySet<string>;
}

/** Where ids and hashes come from. */
export interface PlanTools {
  readonly newId: () => string;
  readonly hash: (text: string) => string;
}

/**
 * Decides what sightings of one detector mean for the findings that there are. Of the same finding seen twice in a batch the
 * later sighting counts, so a batch in any order, or delivered twice, leads to the same rows.
 *
 * @param options.lookedAt given when nobody has looked and what is known was only matched anew: when the detector last looked
 * at an asset; `null`: it is not to be said. What it sees already is seen then, not now.
 */
export function planSeen(
  known: ReadonlyMap<string, KnownFinding>,
  seen: readonly SeenFinding[],
  detector: Detector,
  tools: PlanTools,
  options: { lookedAt?: (assetId: string) => number | null } = {},
): FindingPlan {
  const { lookedAt } = options;
  const plan = emptyPlan();
  // Of what runs on many hosts the content is one object: to hash it for each would take most of the time of a batch.
  const hashes = new Map<FindingContent, string>();
  for (const [key, one] of latest(seen)) {
    const before = known.get(key);
    const hash = hashes.get(one.content) ?? contentHash(detector, one.content, tools.hash);
    hashes.set(one.content, hash);
    if (before === undefined) {
      const { life, change } = beginLife(detector, one.at);
      const id = tools.newId();
      plan.inserted.push({ id, seen: one, life, contentHash: hash });
      plan.assetIds.add(one.assetId);
      if (change !== null) plan.events.push({ findingId: id, change });
      continue;
    }
    const last = before.seenAt[detector];
    const isNoLook = lookedAt !== undefined && last !== null;
    const at = isNoLook ? Math.max(last, lookedAt(one.assetId) ?? last) : one.at;
    const { life, change } = nextWhenSeen(before, detector, at);
    const sameContent = hash === before.contentHash;
    const isBack = last === null && life.seenAt[detector] !== null;
    if (sameContent && change === null && !isBack) {
      if (!isNoLook || at > last) plan.touched.push({ id: before.id, at });
      continue;
    }
    const content = sameContent ? null : one.content;
    plan.changed.push({ known: before, life, content, contentHash: hash });
    plan.assetIds.add(before.assetId);
    if (change !== null) plan.events.push({ findingId: before.id, change });
  }
  return plan;
}

/** Decides what it means that a detector looked and did not see these findings. */
export function planMissed(
  missed: readonly { readonly known: KnownFinding; readonly at: number }[],
  detector: Detector,
): FindingPlan {
  const plan = emptyPlan();
  for (const { known, at } of missed) {
    const { life, change } = nextWhenMissed(known, detector, at);
    if (change === null && life.seenAt[detector] === known.seenAt[detector]) continue;
    plan.changed.push({ known, life, content: null, contentHash: "" });
    plan.assetIds.add(known.assetId);
    if (change !== null) plan.events.push({ findingId: known.id, change });
  }
  return plan;
}

function emptyPlan() {
  return {
    inserted: [] as NewFinding[],
    changed: [] as ChangedFinding[],
    touched: [] as { id: string; at: number }[],
    events: [] as FindingEvent[],
    assetIds: new Set<string>(),
  };
}

function latest(seen: readonly SeenFinding[]): Map<string, SeenFinding> {
  const byKey = new Map<string, SeenFinding>();
  for (const one of seen) {
    const key = findingKey(one);
    const other = byKey.get(key);
    if (other === undefined || isBetter(one, other)) byKey.set(key, one);
  }
  return byKey;
}

/** The later one; of one moment the more certain, so that the order in a batch does not matter. */
function isBetter(one: SeenFinding, other: SeenFinding): boolean {
  if (one.at !== other.at) return one.at > other.at;
  const [a, b] = [one.content, other.content];
  if (a.confidence !== b.confidence) return a.confidence > b.confidence;
  return JSON.stringify(a) > JSON.stringify(b);
}
