import Type, { type Static } from "typebox";
import { findingStatuses } from "#exposure/life-cycle";
import { severities } from "#lib/severity";
import { named, nullable, nullableWord, refTo, time, word } from "#platform/http";
import { AssetRowSchema } from "./asset-row.ts";
import { AssetDetailSchema } from "./listed-asset.ts";

const text = (description: string) => nullable(Type.String({ description }));
const percent = (description: string) => nullable(Type.Integer({ description }));

const AssetIdentitySchema = Type.Object(
  {
    macAddress: text("Of its network card."),
    hardwareUuid: text("As its firmware says."),
    platform: text("`linux`, `windows`, `macos`, `bsd`."),
    osCpe: text("CPE 2.3."),
    osConfidence: percent("How sure the operating system is, per cent."),
    deviceConfidence: percent("How sure the type is, per cent."),
    deviceEvidence: Type.Array(Type.String(), { description: "What speaks for the type." }),
    probeName: text("Who found it."),
    agentName: text("The agent on it."),
    agentVersion: text("Of the agent."),
  },
  { description: "By what it is known." },
);
export type AssetIdentity = Static<typeof AssetIdentitySchema>;

const RiskTermSchema = Type.Object({
  findingId: Type.String({ format: "uuid" }),
  weakness: Type.String(),
  title: text("Of the finding; null: it is no more."),
  severity: nullableWord(severities),
  score: Type.Number(),
  exponent: Type.Number(),
});

/** One asset as the console's page tells it. */
export const AssetPageSchema = named("AssetPage", {
  row: refTo(AssetRowSchema),
  detail: refTo(AssetDetailSchema),
  identity: AssetIdentitySchema,
  riskTerms: Type.Array(RiskTermSchema, { description: "What the score is made of, named." }),
});
export type AssetPage = Static<typeof AssetPageSchema>;

/** What became of an asset: it was made, recognised anew, lost its address. */
export const AssetEventSchema = named("AssetEvent", {
  id: Type.String({ format: "uuid" }),
  at: time("When."),
  kind: Type.String({ description: "`made`, `recognised`, `lost_address`." }),
  text: Type.String({ description: "What happened, and why." }),
});
export type AssetEvent = Static<typeof AssetEventSchema>;

const count = Type.Integer({ minimum: 0 });

/** An audit of the host, in short. */
export const AssetAuditRunSchema = named("AssetAuditRun", {
  id: Type.String({ format: "uuid" }),
  bundleName: Type.String(),
  profile: text("What it was held against."),
  source: word(["agent", "import"]),
  runAt: time("When it was audited."),
  satisfied: count,
  failed: count,
  unknown: count,
  notJudged: count,
});
export type AssetAuditRun = Static<typeof AssetAuditRunSchema>;

/** An identity finding that names the host. */
export const AssetIdentityFindingSchema = named("AssetIdentityFinding", {
  id: Type.String({ format: "uuid" }),
  title: Type.String(),
  severity: word(severities),
  category: Type.String(),
  targetName: Type.String(),
  status: word(findingStatuses),
  directoryName: Type.String(),
  lastSeenAt: time("When it was last seen."),
});
export type AssetIdentityFinding = Static<typeof AssetIdentityFindingSchema>;
