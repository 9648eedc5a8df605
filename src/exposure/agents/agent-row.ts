import Type, { type Static } from "typebox";
import { BlindSpot, HostFacts, ListenerFacts } from "#engines/inventory-types";
import { named, nullable, time, word } from "#platform/http";

export const agentStatuses = ["online", "silent", "revoked"] as const;

/** An agent as Settings lists it. */
export const AgentRowSchema = named("AgentRow", {
  id: Type.String({ format: "uuid" }),
  name: Type.String(),
  status: word(agentStatuses, { description: "`silent`: not heard of for 3 minutes." }),
  version: nullable(Type.String()),
  hostname: Type.String(),
  os: nullable(Type.String({ description: "null: no inventory yet." })),
  siteId: nullable(Type.String({ format: "uuid" })),
  site: nullable(Type.String()),
  tags: Type.Array(Type.String()),
  enrolledAt: time("When it enrolled."),
  lastSeenAt: nullable(time("When it was last heard of.")),
  inventoryAt: nullable(time("When its last inventory was taken.")),
  packages: Type.Integer(),
  coverage: Type.Union(
    [
      Type.Object({
        judged: Type.Integer(),
        notJudged: Type.Array(Type.Object({ reason: Type.String(), packages: Type.Integer() })),
      }),
      Type.Null(),
    ],
    { description: "How many packages could be judged, and why others could not." },
  ),
  oscap: nullable(Type.String({ description: "Version of oscap; null: none, so no audits." })),
  privileged: nullable(Type.Boolean({ description: "Whether it runs with all rights." })),
  audits: Type.Integer({ description: "Audits in hand." }),
  spooled: Type.Integer({ description: "Outcomes that wait on its disk." }),
  blindSpots: Type.Array(BlindSpot, { description: "What it cannot see, and what would help." }),
  assetId: nullable(Type.String({ format: "uuid" })),
});
export type AgentRow = Static<typeof AgentRowSchema>;

/** One agent with what it found out about its host, but for the packages. */
export const AgentPageSchema = named("AgentPage", {
  ...AgentRowSchema.properties,
  host: Type.Union([HostFacts, Type.Null()]),
  listeners: Type.Array(ListenerFacts),
});

/** An enrolment token; never the secret. */
export const AgentTokenSchema = named("AgentToken", {
  id: Type.String({ format: "uuid" }),
  note: Type.String(),
  siteId: nullable(Type.String({ format: "uuid" })),
  site: nullable(Type.String()),
  tags: Type.Array(Type.String()),
  usesLeft: Type.Integer(),
  expiresAt: time("Until when it works."),
  createdAt: time("When it was made."),
  createdBy: Type.String(),
});
