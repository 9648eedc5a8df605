import type { Domain } from "#engines/active-directory";
import type { FoundWeakness, Rule, RuleText } from "#engines/directory-types";
import { evaluated, notEvaluated } from "#engines/rule-words";
import { targetOfDomain } from "../../targets.ts";

/** A rule about one setting of the whole domain, or of its forest. */
export interface SettingRule extends RuleText {
  /** The sentence when it could not be read. */
  readonly needs: string;
  /** What is wrong with it; null: it could not be read. */
  readonly judge: (domain: Domain) => Omit<FoundWeakness, "target"> | "fine" | null;
}

/** Asks it of the domain, which is also the target. */
export function ruleOfSetting({ needs, judge, ...text }: SettingRule): Rule<Domain> {
  return {
    ...text,
    evaluate(domain) {
      const judgement = judge(domain);
      if (judgement === null) return notEvaluated(needs);
      if (judgement === "fine") return evaluated(1, []);
      return evaluated(1, [{ target: targetOfDomain(domain), ...judgement }]);
    },
  };
}
