import Type, { type Static } from "typebox";
import { StatusChangeBody } from "./listed-finding.ts";

/** So many findings can be chosen by filters for one decision. */
export const mostChosen = 10_000;

/** So many findings are decided at a time, so that who works beside does not wait for long. */
const mostDecidedAtOnce = 500;

const id = Type.String({ format: "uuid" });

const ChosenFinding = Type.Object(
  { id, statusAt: Type.Integer({ description: "As it was when it was chosen." }) },
  { additionalProperties: false },
);
/** A finding as it was when somebody chose it. */
export type ChosenFinding = Static<typeof ChosenFinding>;

/** What filters choose. */
export const FindingChoice = Type.Object({
  items: Type.Array(ChosenFinding),
  isAll: Type.Boolean({ description: "No more than these match." }),
});

/** @param found one more than can be chosen tells that these are not all. */
export function choiceOf(found: ChosenFinding[]): Static<typeof FindingChoice> {
  return { items: found.slice(0, mostChosen), isAll: found.length <= mostChosen };
}

/** One decision about several findings. */
export const JointDecision = Type.Object(
  {
    ...StatusChangeBody.properties,
    findings: Type.Array(ChosenFinding, { minItems: 1, maxItems: mostDecidedAtOnce }),
  },
  { additionalProperties: false },
);

/** What became of it. */
export const JointDecisionOutcome = Type.Object({
  changed: Type.Integer({ description: "They have another status now, or a note more." }),
  same: Type.Integer({ description: "It was so already." }),
  conflicts: Type.Array(id, {
    description: "They got another status since they were chosen, and stay as they are.",
  }),
  missing: Type.Integer({ description: "They are no more." }),
});
export type JointDecisionOutcome = Static<typeof JointDecisionOutcome>;
