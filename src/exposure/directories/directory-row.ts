import Type, { type Static } from "typebox";
import { AssessmentProgress, directoryTypes } from "#engines/directory-types";
import { PostureSchema, SeverityCounts } from "#exposure/identity";
import { type NamedSchema, named, nullable, time, word } from "#platform/http";

const uuid = Type.String({ format: "uuid" });
const states = ["queued", "running", "completed", "failed", "stopped"] as const;

function orNull<T extends NamedSchema>(schema: T): Type.TUnsafe<Static<T> | null> {
  return Type.Unsafe<Static<T> | null>({ anyOf: [{ $ref: `${schema.$id}#` }, { type: "null" }] });
}

/** One time that a directory was read. */
export const AssessmentRowSchema = named("AssessmentRow", {
  id: uuid,
  state: word(states, { description: "`queued`: its probe has not taken it yet." }),
  progress: Type.Union([AssessmentProgress, Type.Null()]),
  error: nullable(Type.String({ description: "Why it failed, was stopped, or cannot begin." })),
  stopRequested: Type.Boolean(),
  requestedBy: Type.String({ description: "A person, a key, or `schedule`." }),
  createdAt: time("When it was asked for."),
  startedAt: nullable(time("When its probe took it.")),
  endedAt: nullable(time("When it ended.")),
  score: nullable(Type.Number({ description: "What it came to; null: it did not complete." })),
});
export type AssessmentRow = Static<typeof AssessmentRowSchema>;

/** A directory as the console lists it. */
export const DirectoryRowSchema = named("DirectoryRow", {
  id: uuid,
  name: Type.String(),
  type: word(directoryTypes),
  siteName: nullable(Type.String()),
  probeName: Type.String(),
  schedule: nullable(Type.String({ description: "Five-field cron; null: only when asked to." })),
  timezone: Type.String(),
  enabled: Type.Boolean(),
  lastRunAt: nullable(time("When its last assessment began that came to its end.")),
  nextRunAt: nullable(time("When one is due; null: it is not.")),
  lastError: nullable(Type.String({ description: "Why the last attempt was no good." })),
  domain: nullable(Type.String({ description: "What it calls itself; null: never read." })),
  counts: Type.Record(Type.String(), Type.Integer(), { description: "How many were read last." }),
  score: nullable(Type.Number({ description: "0 to 100; null: never assessed." })),
  coverage: nullable(Type.Number({ description: "0 to 1: how many rules could be asked." })),
  open: Type.Union([SeverityCounts, Type.Null()], {
    description: "Open findings by severity, at the last assessment.",
  }),
  latest: orNull(AssessmentRowSchema),
});
export type DirectoryRow = Static<typeof DirectoryRowSchema>;

/** One directory with how it is now. */
export const DirectoryPageSchema = named("DirectoryPage", {
  ...DirectoryRowSchema.properties,
  nextRuns: Type.Array(Type.Integer(), { description: "The next three times that it is due." }),
  details: Type.Record(Type.String(), Type.String(), { description: "What else says what it is." }),
  posture: orNull(PostureSchema),
});

/** For the description of the console's API. */
export const directoryConsoleSchemas = [
  AssessmentRowSchema,
  DirectoryRowSchema,
  DirectoryPageSchema,
];
