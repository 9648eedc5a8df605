import Type, { type Static } from "typebox";
import { named, nullable, time } from "#platform/http";

/** One line of the log as pages show it. */
export const AuditLogRowSchema = named("AuditLogRow", {
  id: Type.String({ format: "uuid" }),
  at: time("When it was done."),
  actorKind: Type.String({ description: "user, api_key, collector, command_line or system." }),
  actorId: Type.String(),
  actorName: Type.String({ description: "As it was called then." }),
  action: Type.String({ description: "Noun and verb: `sensor.update`." }),
  subjectKind: Type.String(),
  subjectId: Type.String(),
  subjectName: nullable(Type.String({ description: "As it was called then; null: not told." })),
  detail: Type.Unsafe<Readonly<Record<string, unknown>>>(
    Type.Object({}, { description: "What changed; never a credential." }),
  ),
  requestId: Type.String({ description: "The same as in the server's log." }),
});
export type AuditLogRow = Static<typeof AuditLogRowSchema>;
