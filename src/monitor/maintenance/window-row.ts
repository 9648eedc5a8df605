import Type, { type Static } from "typebox";
import { named, nullable, word } from "#platform/http";

const moment = (description: string) =>
  Type.Integer({ description: `${description} Unix epoch milliseconds.` });
const Opening = Type.Object({
  startsAt: moment("When it begins."),
  endsAt: moment("When it ends."),
});

/** A maintenance window as pages show it. */
export const WindowRowSchema = named("MaintenanceWindowRow", {
  id: Type.String({ format: "uuid" }),
  name: Type.String(),
  state: word(["now", "next", "past"], {
    description: "It is open now, will be, or never will be again.",
  }),
  current: Type.Unsafe<Static<typeof Opening> | null>(Type.Union([Opening, Type.Null()])),
  next: Type.Array(Opening, { description: "The next three times." }),
  startsAt: nullable(moment("Of one that is open once.")),
  endsAt: nullable(moment("Of one that is open once.")),
  cron: nullable(Type.String({ description: "Of one that comes back, in its time zone." })),
  timeZone: Type.String(),
  durationMin: nullable(Type.Integer()),
  sensors: Type.Array(Type.Object({ id: Type.String({ format: "uuid" }), name: Type.String() })),
  tags: Type.Array(Type.String()),
  companies: Type.Array(Type.Object({ id: Type.String({ format: "uuid" }), name: Type.String() })),
});
export type WindowRow = Static<typeof WindowRowSchema>;
