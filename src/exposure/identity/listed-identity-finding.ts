import Type, { type Static } from "typebox";
import { StatusHistorySchema } from "#exposure/findings";
import { findingStatuses } from "#exposure/life-cycle";
import { directoryTypes, ruleCategories } from "#engines/directory-types";
import { severities } from "#lib/severity";
import { envelope, named, refTo, time, word } from "#platform/http";

const optional = Type.Optional;
const uuid = (description: string) => Type.String({ format: "uuid", description });

const fields = {
  id: Type.String({ format: "uuid" }),
  source: word(directoryTypes),
  directoryId: uuid("The directory that it is in."),
  ruleId: Type.String({ description: "What found it: `ad.kerberos-preauth-not-required` …" }),
  targetType: Type.String({ description: "What it is about: `user`, `group`, `domain` …" }),
  targetId: Type.String({
    description: "What the target keeps when it is renamed: objectGUID, Entra's object id.",
  }),
  targetName: Type.String(),
  targetPath: optional(Type.String({ description: "Its distinguished name." })),
  host: optional(Type.String({ description: "Of a computer its host name." })),
  category: Type.String({ description: `One of ${ruleCategories.join(", ")}; more may come.` }),
  severity: word(severities),
  title: Type.String(),
  evidence: Type.Array(Type.String(), {
    description: "What was seen, in sentences, the most telling first.",
  }),
  remediation: Type.String(),
  siteId: optional(Type.String({ format: "uuid" })),
  firstSeenAt: time("When it was first seen."),
  lastSeenAt: time("When it was last seen."),
};

/** A weakness of a directory as the public API shows it in lists: an open one. */
export const IdentityFindingSchema = named(
  "IdentityFinding",
  { ...fields, status: word(["open", "in_progress"]) },
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

/** Where to read on. */
export const ReferencesSchema = Type.Array(
  Type.Object({ title: Type.String(), url: Type.String() }),
  { description: "Where to read on: MITRE ATT&CK, the vendor's page." },
);

/** One identity finding, whatever its status, with what became of it. */
export const IdentityFindingDetailSchema = named(
  "IdentityFindingDetail",
  {
    ...fields,
    status: word(findingStatuses),
    statusAt: time("When it got this status."),
    acceptedUntil: optional(time("With `accepted`: it opens again then.")),
    reopenedAt: optional(time("When it was last seen again after it was resolved.")),
    resolvedAt: optional(time("When it was resolved.")),
    asks: optional(Type.String({ description: "What its rule asks, and what counts as bad." })),
    references: ReferencesSchema,
    exception: optional(
      Type.Object(
        {
          id: Type.String({ format: "uuid" }),
          reason: Type.String(),
          owner: Type.String({ description: "Who answers for it." }),
          expiresAt: optional(time("From then on it does not hold; missing: until it is ended.")),
        },
        { description: "The exception that accepts it; missing: none, or a person decided." },
      ),
    ),
    history: StatusHistorySchema,
  },
  { description: "A weakness of Active Directory or Entra with what became of it." },
);
export type IdentityFindingDetail = Static<typeof IdentityFindingDetailSchema>;
