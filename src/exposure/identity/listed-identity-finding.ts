import Type, { type Static } from "typebox";
import { severities } from "#lib/severity";
import { envelope, named, refTo, time, word } from "#platform/http";

/** A weakness of a directory as the public API shows it. */
export const IdentityFindingSchema = named(
  "IdentityFinding",
  {
    id: Type.String({ format: "uuid" }),
    source: word(["active_directory", "entra"]),
    targetType: Type.String({ description: "What it is about: `user`, `group`, `domain` …" }),
    targetName: Type.String(),
    category: Type.String(),
    severity: word(severities),
    title: Type.String(),
    remediation: Type.String(),
    siteId: Type.Optional(Type.String({ format: "uuid" })),
    status: word(["open", "in_progress"]),
    firstSeenAt: time("When it was first seen."),
    lastSeenAt: time("When it was last seen."),
  },
  { description: "An open weakness of Active Directory or Entra." },
);
export type ListedIdentityFinding = Static<typeof IdentityFindingSchema>;

export const IdentityFindingListSchema = named("IdentityFindingList", {
  count: envelope.count,
  identityFindings: Type.Array(refTo(IdentityFindingSchema)),
  limit: envelope.limit,
  offset: envelope.offset,
  hasMore: envelope.hasMore,
  total: envelope.total,
});
