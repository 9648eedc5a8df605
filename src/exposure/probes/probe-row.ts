import Type, { type Static } from "typebox";
import { named, nullable, time, word } from "#platform/http";

const Health = Type.Object({
  nmap: nullable(Type.String({ description: "Version of the nmap found; null: none." })),
  icmp: Type.Boolean({ description: "Whether it may ping hosts." }),
  runs: Type.Integer({ description: "Scans that it is working on, or still holds messages of." }),
  assessments: nullable(
    Type.Integer({ description: "Likewise of directories; null: it is too old for them." }),
  ),
  spooled: Type.Integer({ description: "Messages that wait on its disk." }),
});

/** A probe as Settings shows it. */
export const ProbeRowSchema = named("ProbeRow", {
  id: Type.String({ format: "uuid" }),
  name: Type.String(),
  embedded: Type.Boolean({ description: "It is part of the server." }),
  status: word(["pending", "online", "silent", "disabled"], {
    description: "`pending`: it has not enrolled yet; `silent`: not heard of for 10 minutes.",
  }),
  companyId: nullable(Type.String({ format: "uuid" })),
  companyName: nullable(Type.String()),
  version: nullable(Type.String()),
  hostname: nullable(Type.String()),
  lastSeenAt: nullable(time("When it was last heard of.")),
  tokenExpiresAt: nullable(time("Until when its enrolment token can be used; null: none is out.")),
  health: Type.Union([Health, Type.Null()], { description: "What it last said of itself." }),
  sites: Type.Array(Type.String(), { description: "Names of the sites that it scans." }),
  scans: Type.Integer({ description: "Scans that it carries out." }),
  directories: Type.Integer({ description: "Directories that it assesses." }),
  targetAllow: Type.Array(Type.String(), { description: "CIDRs; empty: all addresses." }),
  targetDeny: Type.Array(Type.String(), { description: "CIDRs." }),
  createdAt: time("When it was made."),
});
export type ProbeRow = Static<typeof ProbeRowSchema>;
