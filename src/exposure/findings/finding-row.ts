import Type, { type Static } from "typebox";
import { findingStatuses } from "#exposure/life-cycle";
import { severities } from "#lib/severity";
import { named, nullable, time, word } from "#platform/http";
import { detectors } from "./life-cycle.ts";

const text = (description: string) => nullable(Type.String({ description }));
const number = (description: string) => nullable(Type.Number({ description }));

/** A finding as the console's tables show it. */
export const FindingRowSchema = named("FindingRow", {
  id: Type.String({ format: "uuid" }),
  title: Type.String(),
  weakness: Type.String({ description: "The CVE, or the check that found it." }),
  severity: word(severities),
  status: word(findingStatuses),
  statusAt: time("When it got this status."),
  acceptedUntil: nullable(time("With `accepted`: it opens again then.")),
  riskScore: Type.Number({ description: "0 to 100, one decimal." }),
  cvssScore: number("CVSS base score."),
  epssScore: number("Probability that it is exploited in the next 30 days, by EPSS."),
  kev: Type.Boolean({ description: "CISA knows it to be exploited." }),
  ransomware: Type.Boolean({ description: "CISA knows ransomware to use it." }),
  confidence: Type.Integer({ description: "Per cent." }),
  assetId: Type.String({ format: "uuid" }),
  assetName: Type.String({ description: "Its host name, else its address, else its id." }),
  assetIp: text("Missing while it has none."),
  siteName: text("Of the site that it is at."),
  companyName: text("Of the company that the asset belongs to."),
  protocol: nullable(Type.String({ description: "`null`: the host itself." })),
  port: nullable(Type.Integer()),
  service: text("What the port speaks."),
  package: text("The package that is affected."),
  installedVersion: text("Of the package, as it is installed."),
  fixedVersion: text("The first version that is not affected."),
  detectors: Type.Array(word(detectors), { description: "Who sees it now." }),
  firstSeenAt: time("When it was first detected."),
  lastSeenAt: time("When it was last detected."),
});
export type FindingRow = Static<typeof FindingRowSchema>;
