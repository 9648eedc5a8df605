import Type, { type Static } from "typebox";
import { named, nullable, time, word } from "#platform/http";

const Health = Type.Object({
  lagP99Ms: Type.Number({ description: "99th percentile of how late checks began, last minute." }),
  checksPerSec: Type.Number(),
  spooledResults: Type.Number({ description: "Results that wait on its disk." }),
  droppedResults: Type.Number({ description: "Results that it could not keep." }),
});

/** A collector as Settings shows it. */
export const CollectorRowSchema = named("CollectorRow", {
  id: Type.String({ format: "uuid" }),
  name: Type.String(),
  embedded: Type.Boolean({ description: "It is part of the server." }),
  status: word(["pending", "online", "silent", "revoked"], {
    description: "`pending`: it has not enrolled yet; `silent`: not heard of for 90 s.",
  }),
  version: nullable(Type.String()),
  hostname: nullable(Type.String()),
  lastSeenAt: nullable(time("When it was last heard of.")),
  tokenExpiresAt: nullable(time("Until when its enrolment token can be used; null: none is out.")),
  health: Type.Union([Health, Type.Null()], { description: "What it last said of itself." }),
  sensors: Type.Integer({ description: "Sensors that are assigned to it, paused ones included." }),
  targetAllow: Type.Array(Type.String(), { description: "CIDRs; empty: all addresses." }),
  targetDeny: Type.Array(Type.String(), { description: "CIDRs." }),
  openIncidentId: nullable(Type.String({ format: "uuid" })),
  createdAt: time("When it was made."),
});
export type CollectorRow = Static<typeof CollectorRowSchema>;
