import Type, { type Static } from "typebox";
import { named, nullable, time } from "#platform/http";

const text = (description: string) => nullable(Type.String({ description }));
const count = Type.Integer({ minimum: 0 });

/** Open findings by severity. */
const FindingCountsSchema = Type.Object(
  { critical: count, high: count, medium: count, low: count, info: count },
  { description: "Findings that are open or in progress." },
);

/** An asset as the console's tables show it. */
export const AssetRowSchema = named("AssetRow", {
  id: Type.String({ format: "uuid" }),
  name: Type.String({ description: "Its host name, else its address, else its id." }),
  hostname: text("As it calls itself, or the network calls it."),
  ip: text("Missing once another asset has taken it."),
  os: text("What it runs."),
  deviceType: text("`server`, `workstation`, `router` …"),
  vendor: text("Who made its network card."),
  tags: Type.Array(Type.String()),
  riskScore: Type.Number({ description: "0 to 100, one decimal." }),
  siteId: nullable(Type.String({ format: "uuid" })),
  siteName: text("Where it is."),
  companyId: nullable(Type.String({ format: "uuid" })),
  companyName: text("Whose it is."),
  openPorts: Type.Array(Type.Integer(), { description: "TCP." }),
  udpPorts: Type.Array(Type.Integer()),
  findings: FindingCountsSchema,
  agentId: nullable(Type.String({ format: "uuid" })),
  agentLastSeenAt: nullable(time("When its agent last checked in.")),
  firstSeenAt: time("When it was first discovered."),
  lastSeenAt: time("When it was last discovered."),
  lastScannedAt: nullable(time("When its last full scan ended.")),
});
export type AssetRow = Static<typeof AssetRowSchema>;
