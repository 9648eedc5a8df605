import type { ServiceFacts } from "#engines/scan-types";
import { certificateRules } from "./certificate-rules.ts";
import { exposureRules } from "./exposure-rules.ts";
import { httpRules } from "./http-rules.ts";
import { observationRules } from "./observation-rules.ts";
import { tlsRules } from "./tls-rules.ts";
import type { Weakness, WeaknessDescription, WeaknessRule } from "./weakness.ts";

const rules: readonly WeaknessRule[] = [
  ...certificateRules,
  ...tlsRules,
  ...observationRules,
  ...httpRules,
  ...exposureRules,
];

const ruleById = new Map(rules.map((rule) => [rule.checkId, rule]));

/** Every check that there is, in the order in which they are made. */
export const weaknessCatalogue: readonly WeaknessDescription[] = rules.map(description);

/**
 * What is wrong with a service besides known vulnerabilities; `now` is in epoch milliseconds, `hostNames` are its host's
 * {@link expectedNames}. The same facts at the same time give the same weaknesses, each at most once.
 */
export function findWeaknesses(
  service: ServiceFacts,
  now: number,
  hostNames: readonly string[] = [],
): Weakness[] {
  return rules.flatMap((rule) => {
    const evidence = rule.find(service, now, hostNames);
    return evidence === null
      ? []
      : [{ ...description(rule), confidence: rule.confidence(service), evidence }];
  });
}

/**
 * Of which checks these facts are the proof: when such a check did not find its weakness, it is gone. A service that was not
 * identified to the end proves nothing, and neither does a check that is not known here.
 */
export function checksSettledBy(
  service: ServiceFacts,
  hostNames: readonly string[] = [],
): (checkId: string) => boolean {
  return (checkId) =>
    !service.unsettled && ruleById.get(checkId)?.looked(service, hostNames) === true;
}

function description(rule: WeaknessRule): WeaknessDescription {
  const { checkId, title, severity, remediation, references } = rule;
  return { checkId, title, severity, class: rule.class, remediation, references };
}
