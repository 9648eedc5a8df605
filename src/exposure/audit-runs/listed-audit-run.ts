import Type, { type Static } from "typebox";
import { envelope, named, refTo, time } from "#platform/http";

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** A run of a compliance audit as the public API shows it. */
export const AuditRunSchema = named(
  "AuditRun",
  {
    id: Type.String({ format: "uuid" }),
    agentId: Type.String({ format: "uuid", description: "The agent that audited its host." }),
    hostname: Type.String(),
    bundleId: Type.String({ description: "Which set of rules." }),
    bundleName: Type.String(),
    runAt: time("When it ran."),
    scorePct: Type.Optional(
      Type.Number({
        description:
          "`satisfied` of `satisfied`, `failed` and `unknown`, per cent with one decimal; missing when there are none.",
      }),
    ),
    satisfied: count("Rules that the host satisfies."),
    failed: count("Rules that it does not."),
    notApplicable: count("Rules that do not concern it."),
    notCheckable: count("Rules that only a person can check."),
    unknown: count("Rules whose check gave no answer."),
  },
  { description: "What an audit of one host against a set of rules came to." },
);
export type ListedAuditRun = Static<typeof AuditRunSchema>;

export const AuditRunListSchema = named("AuditRunList", {
  count: envelope.count,
  audits: Type.Array(refTo(AuditRunSchema)),
  limit: envelope.limit,
  offset: envelope.offset,
  hasMore: envelope.hasMore,
  total: envelope.total,
});
