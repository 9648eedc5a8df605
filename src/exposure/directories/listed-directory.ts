import Type, { type Static } from "typebox";
import { directoryTypes } from "#engines/directory-types";
import { severities } from "#lib/severity";
import { envelope, named, refTo, time, word } from "#platform/http";

/** A directory as the public API shows it. */
export const DirectorySchema = named(
  "Directory",
  {
    id: Type.String({ format: "uuid" }),
    name: Type.String(),
    type: word(directoryTypes),
    siteId: Type.Optional(Type.String({ format: "uuid", description: "Where it belongs." })),
    probeId: Type.String({ format: "uuid", description: "Which probe reads it." }),
    schedule: Type.Optional(
      Type.String({
        description: "Five-field cron in `timezone`; missing: it is assessed only when asked to.",
      }),
    ),
    timezone: Type.String({ description: "IANA name." }),
    enabled: Type.Boolean({ description: "Whether it is assessed by its schedule." }),
    lastRunAt: Type.Optional(time("When its last assessment began that came to its end.")),
    lastAttemptAt: Type.Optional(time("When one was last tried, with whatever result.")),
    nextRunAt: Type.Optional(time("When one is due; missing while it is disabled.")),
    lastError: Type.Optional(
      Type.String({ description: "Why the last attempt failed; missing after a good one." }),
    ),
    facts: Type.Optional(
      Type.Object(
        {
          name: Type.String({ description: "Of the domain or tenant." }),
          counts: Type.Record(Type.String(), Type.Integer(), {
            description: "How many users, computers, groups … were read, by the plural.",
          }),
        },
        { description: "What was read last; missing: nothing yet." },
      ),
    ),
    posture: Type.Optional(
      Type.Object(
        {
          assessedAt: time("When that assessment ended."),
          score: Type.Number({
            description: "0 to 100, 100 is best. Rules that could not be asked count neither way.",
          }),
          coverage: Type.Optional(
            Type.Number({
              description:
                "0 to 1: how many of the rules that apply could be asked; missing: none applies.",
            }),
          ),
          rules: Type.Object(
            {
              evaluated: Type.Integer(),
              failed: Type.Integer({ description: "Of the evaluated, those that found anything." }),
              notEvaluated: Type.Integer({
                description: "They could not be asked: neither good nor bad.",
              }),
              notApplicable: Type.Integer({ description: "There is nothing they could be about." }),
            },
            { description: "What became of the rules." },
          ),
          openFindings: Type.Object(
            Object.fromEntries(severities.map((severity) => [severity, Type.Integer()])),
            { description: "How many there were, by severity." },
          ),
          acceptedFindings: Type.Integer({
            description: "How many were accepted; they are not in the score.",
          }),
        },
        { description: "What the latest assessment that completed came to; missing: none has." },
      ),
    ),
    createdAt: time("When it was declared."),
  },
  { description: "A domain of Active Directory or a tenant of Entra, and its schedule." },
);
export type ListedDirectory = Static<typeof DirectorySchema>;

export const DirectoryListSchema = named("DirectoryList", {
  count: envelope.count,
  directories: Type.Array(refTo(DirectorySchema)),
  limit: envelope.limit,
  offset: envelope.offset,
  hasMore: envelope.hasMore,
  total: envelope.total,
});
