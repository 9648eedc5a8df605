import Type, { type Static } from "typebox";
import { envelope, named, refTo, time, word } from "#platform/http";

/** A probe as the public API shows it. */
export const ProbeSchema = named(
  "Probe",
  {
    id: Type.String({ format: "uuid" }),
    name: Type.String(),
    status: word(["pending", "active", "disabled"], {
      description: "`pending` until it has enrolled; a `disabled` one gets no work.",
    }),
    online: Type.Boolean({ description: "Whether it checked in within the last 10 minutes." }),
    lastSeenAt: Type.Optional(time("When it last checked in.")),
    companyId: Type.Optional(
      Type.String({ format: "uuid", description: "The company it is placed under." }),
    ),
    hostname: Type.Optional(Type.String({ description: "Of the machine that it runs on." })),
    version: Type.Optional(Type.String({ description: "Of its program." })),
  },
  { description: "A program at a site that scans." },
);
export type ListedProbe = Static<typeof ProbeSchema>;

export const ProbeListSchema = named("ProbeList", {
  count: envelope.count,
  probes: Type.Array(refTo(ProbeSchema)),
  limit: envelope.limit,
  offset: envelope.offset,
  hasMore: envelope.hasMore,
  total: envelope.total,
});
