import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";
import { nullable, word } from "#platform/http";
import { type Detector, detectors } from "./life-cycle.ts";

/** As matching has them (engines/vulnerability-types). */
const verdictFields = {
  source: word(["debian", "osv", "cna", "nvd"]),
  verdict: word(["affected", "not_affected", "unknown"]),
  reason: Type.String({ description: "A sentence." }),
  confidence: Type.Integer({ description: "Per cent." }),
};
const Verdict = Type.Object(verdictFields);
const isVerdict = Compile(Verdict);

/** What one detector has to show for a finding, for people. */
export const ShownEvidenceSchema = Type.Object({
  detector: word(detectors),
  confidence: nullable(Type.Integer({ description: "Per cent." })),
  shown: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
    description: "What it saw: product, version, banner, text …",
  }),
  verdicts: Type.Array(
    Type.Object({
      ...verdictFields,
      decides: Type.Boolean({ description: "The first in the order of authority that knows." }),
    }),
    { description: "What each source says of it, the one with most authority first." },
  ),
});
export type ShownEvidence = Static<typeof ShownEvidenceSchema>;

const notShown: ReadonlySet<string> = new Set(["confidence", "verdicts", "fixedVersion"]);
const longest = 4_000;

/** What detectors kept as evidence, in the order of {@link detectors}; whatever its make, nothing of it is lost but its form. */
export function shownEvidence(evidence: Readonly<Record<string, unknown>>): ShownEvidence[] {
  return detectors.flatMap((detector) => {
    const said = evidence[detector];
    return isRecord(said) ? [evidenceOf(detector, said)] : [];
  });
}

function evidenceOf(detector: Detector, said: Readonly<Record<string, unknown>>): ShownEvidence {
  const { confidence, verdicts } = said;
  const known = Array.isArray(verdicts) ? verdicts.filter((one) => isVerdict.Check(one)) : [];
  const first = known.find(({ verdict }) => verdict !== "unknown");
  return {
    detector,
    confidence: typeof confidence === "number" ? confidence : null,
    shown: Object.entries(said).flatMap(([name, value]) => {
      if (notShown.has(name) || value === null || value === "") return [];
      return [{ name, value: textOf(value).slice(0, longest) }];
    }),
    verdicts: known.map((one) => ({ ...one, decides: one === first })),
  };
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
  return isList ? value.join(", ") : JSON.stringify(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
