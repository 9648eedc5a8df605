import type { Severity } from "#lib/severity";
import type { RuleText, Target } from "./rule.ts";
import type { Thresholds } from "./thresholds.ts";

/** What a rule says of a directory. */
export type Verdict =
  | {
      readonly kind: "evaluated";
      /** How many targets it was asked of, those that it minds included. */
      readonly judged: number;
      readonly found: readonly FoundWeakness[];
      /** Ids of targets that it could not be asked of, since what it needs of them could not be read. */
      readonly unread: readonly string[];
      /** There may be more that nobody can name, so nothing that was found before is resolved. */
      readonly mayBeMore?: true;
    }
  /** `needs` is a sentence: `Needs the permission Policy.Read.All.` */
  | { readonly kind: "not_evaluated"; readonly needs: string }
  /** `because` is a sentence: `There is no certificate authority in this forest.` */
  | { readonly kind: "not_applicable"; readonly because: string };

/** A target that a rule minds. */
export interface FoundWeakness {
  readonly target: Target;
  /** Absent: that of the rule. */
  readonly severity?: Severity;
  /** Sentences, the most telling first. */
  readonly evidence: readonly string[];
}

/** A rule about a directory that was read into memory: pure. */
export interface Rule<Directory> extends RuleText {
  /** @param options.now Unix epoch milliseconds: when the directory was read. */
  evaluate(directory: Directory, options: { now: number; thresholds: Thresholds }): Verdict;
}
