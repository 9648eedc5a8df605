import Type, { type Static } from "typebox";
import { named, nullable, nullableWord, refTo, time } from "#platform/http";
import { FindingRowSchema } from "./finding-row.ts";
import { FactorSchema, StatusHistorySchema } from "./listed-finding.ts";
import { ShownEvidenceSchema } from "./shown-evidence.ts";

const KevSchema = Type.Object(
  {
    name: Type.String(),
    dateAdded: time("When CISA put it into its catalogue."),
    dueDate: nullable(time("By when CISA wants it done.")),
    requiredAction: Type.String({ description: "What CISA asks for." }),
  },
  { description: "What CISA's catalogue of exploited vulnerabilities says." },
);

/** One finding as the console's page tells it. */
export const FindingPageSchema = named("FindingPage", {
  row: refTo(FindingRowSchema),
  remediation: Type.String(),
  fixCommand: nullable(Type.String({ description: "To be typed on the host." })),
  cve: nullable(Type.String()),
  description: nullable(Type.String({ description: "What the NVD says of the CVE." })),
  references: Type.Array(Type.String({ description: "Addresses of web pages." })),
  kev: nullable(KevSchema),
  cvssVector: nullable(Type.String()),
  epssPercentile: nullable(
    Type.Number({ description: "Share of all CVEs that EPSS rates lower." }),
  ),
  ssvc: nullableWord(["none", "poc", "active"], { description: "Exploitation, by CISA." }),
  riskFactors: nullable(
    Type.Object(
      {
        severity: FactorSchema,
        threat: FactorSchema,
        certainty: FactorSchema,
        exposure: FactorSchema,
        ransomwareExponent: Type.Number(),
      },
      { description: "What the score was made of." },
    ),
  ),
  evidence: Type.Array(ShownEvidenceSchema),
  reopenedAt: nullable(time("When it was last seen again after it was resolved.")),
  resolvedAt: nullable(time("When it was resolved.")),
  elsewhere: Type.Integer({ description: "Open findings of the same weakness at other places." }),
  history: StatusHistorySchema,
});
export type FindingPage = Static<typeof FindingPageSchema>;
