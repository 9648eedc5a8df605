import Type, { type Static } from "typebox";
import { ruleCategories, ruleOutcomes } from "#engines/directory-types";
import { severities } from "#lib/severity";
import { envelope, named, refTo, time, word } from "#platform/http";
import { ReferencesSchema } from "./listed-identity-finding.ts";

/** What became of a rule in a directory, as the public API shows it. */
export const RuleResultSchema = named(
  "IdentityRuleResult",
  {
    ruleId: Type.String(),
    title: Type.String({ description: "What is wrong where it finds something." }),
    category: Type.String({ description: `One of ${ruleCategories.join(", ")}; more may come.` }),
    severity: word(severities, { description: "What a finding of it usually has." }),
    asks: Type.String({ description: "What it asks of the directory, and what counts as bad." }),
    remediation: Type.String(),
    references: ReferencesSchema,
    outcome: word(ruleOutcomes, {
      description:
        "`evaluated`: it was asked of all that could be read. `not_evaluated`: it could not be asked, `reason` says what is needed; neither good nor bad. `not_applicable`: there is nothing here that it could be about.",
    }),
    reason: Type.Optional(
      Type.String({ description: "Why it was not evaluated: `Needs the permission …`" }),
    ),
    judged: Type.Integer({ description: "How many targets it was asked of." }),
    found: Type.Integer({ description: "How many of them it minded." }),
    unread: Type.Integer({ description: "How many more there are that could not be read." }),
    open: Type.Integer({ description: "Its findings that are open or in progress now." }),
    accepted: Type.Integer({ description: "Its findings that are accepted now." }),
    askedAt: time("When the assessment began that asked it last."),
    evaluatedAt: Type.Optional(time("Likewise, that evaluated it last; missing: none has.")),
  },
  { description: "What became of a rule when it was last asked of a directory." },
);
export type ListedRuleResult = Static<typeof RuleResultSchema>;

export const RuleResultListSchema = named("IdentityRuleResultList", {
  count: envelope.count,
  rules: Type.Array(refTo(RuleResultSchema)),
  limit: envelope.limit,
  offset: envelope.offset,
  hasMore: envelope.hasMore,
  total: envelope.total,
});
