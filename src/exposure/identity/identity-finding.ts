import type { FindingEvent } from "#exposure/findings";
import type { DirectoryType, RuleText, Weakness } from "#engines/directory-types";
import type { IdentityLife } from "./identity-life.ts";

/** The assessment that what is told belongs to. */
export interface Assessed {
  readonly assessmentId: string;
  readonly directoryId: string;
  readonly type: DirectoryType;
  readonly siteId: string | null;
  /** When it was handed out last, Unix epoch milliseconds: what it saw was so then or later. */
  readonly at: number;
}

/** What one message says that a rule found. */
export interface FoundByRule {
  readonly rule: RuleText;
  readonly weaknesses: readonly Weakness[];
}

/** What a batch changed; the caller writes `events` into the history. */
export interface IdentityChange {
  readonly made: number;
  readonly reopened: number;
  readonly resolved: number;
  readonly events: readonly FindingEvent[];
}

/** One weakness of one target, fit to be kept. */
export interface SeenIdentityFinding {
  readonly ruleId: string;
  readonly weakness: Weakness;
  /** Changes with whatever is said of it. */
  readonly contentHash: string;
}

/** An identity finding as it is kept, as far as what follows depends on it. */
export interface KnownIdentityFinding extends IdentityLife {
  readonly id: string;
  readonly directoryId: string;
  readonly ruleId: string;
  readonly targetId: string;
  readonly targetName: string;
  readonly contentHash: string;
  /** The exception that accepts it; `null`: none, or a person decided. */
  readonly exceptionId: string | null;
}

/** Rule and target: a directory has one finding for each. */
export function identityKey(ruleId: string, targetId: string): string {
  return `${ruleId} ${targetId}`;
}
