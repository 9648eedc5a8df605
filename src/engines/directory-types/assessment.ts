import Type, { type Static } from "typebox";
import type { DirectorySpec } from "./directory-spec.ts";
import type { RuleResult, Weakness } from "./rule.ts";

const closed = { additionalProperties: false } as const;

/** How far an assessment is. */
export const AssessmentProgress = Type.Object(
  {
    phase: Type.Enum(["connecting", "reading", "judging"]),
    /** What is being read or asked: `users`, `certificate templates`, a rule's id. */
    what: Type.String({ maxLength: 100 }),
    /** Objects read so far. */
    objects: Type.Integer({ minimum: 0 }),
    rulesDone: Type.Integer({ minimum: 0 }),
    rulesTotal: Type.Integer({ minimum: 0 }),
  },
  closed,
);
export type AssessmentProgress = Static<typeof AssessmentProgress>;

/** What the directory that was read is, for people. */
export const DirectoryFacts = Type.Object(
  {
    /** `acme.test`; the tenant's display name. */
    name: Type.String({ maxLength: 300 }),
    /** What it keeps: the domain's SID, the tenant's id. */
    id: Type.String({ maxLength: 200 }),
    /** How many there are, by the plural: `users`, `computers`, `groups`, `conditional access policies`. */
    counts: Type.Record(Type.String({ maxLength: 60 }), Type.Integer({ minimum: 0 }), {
      maxProperties: 40,
    }),
    /** What else says what it is, for people: `functional level`: `2016`. */
    details: Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: 300 }), {
      maxProperties: 40,
    }),
  },
  closed,
);
export type DirectoryFacts = Static<typeof DirectoryFacts>;

/** What an assessment needs from whoever asks for it. */
export interface AssessmentContext {
  readonly signal: AbortSignal;
  /** Unix epoch milliseconds. */
  readonly now: () => number;
  /** Why an address must not be touched, a sentence; `null`: it may. Asked of every address before it is connected to. */
  readonly refuse: (address: string) => string | null;
  readonly onProgress: (progress: AssessmentProgress) => void;
  /** One rule's result with everything it found; called once for each rule, and waited for. */
  readonly onResult: (result: RuleResult, found: readonly Weakness[]) => Promise<void>;
}

/**
 * Reads a directory and asks every rule.
 *
 * @throws DirectoryRefused with a sentence for people: a wrong password, a certificate that is not trusted, a server that
 * went away. Then nothing is known of what was not told before.
 */
export type AssessmentEngine = (
  spec: DirectorySpec,
  context: AssessmentContext,
) => Promise<DirectoryFacts>;

/** A directory could not be read, for a reason that a person can do something about; the message says what, and names no secret. */
export class DirectoryRefused extends Error {
  override readonly name = "DirectoryRefused";
}
