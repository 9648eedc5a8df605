import Type, { type Static } from "typebox";
import { envelope, named, nullable, refTo, time, word } from "#platform/http";
import type { IncidentEvent } from "./incident-changes.ts";

const fields = {
  id: Type.String({ format: "uuid" }),
  kind: word(["sensor", "collector"], {
    description: "A sensor that is down, or a collector that is silent.",
  }),
  sensorId: Type.String({
    format: "uuid",
    description: "The affected sensor; for the kind `collector`, the collector.",
  }),
  sensorName: Type.String({
    description:
      "Its name now, or the last one if it is gone; for the kind `collector`, `collector` and its name.",
  }),
  cause: Type.String({ description: "Why it opened." }),
  openedAt: time("When it opened: at the first check that failed."),
  closedAt: nullable(time("When it recovered; `null` while open.")),
  open: Type.Boolean(),
  acknowledged: Type.Boolean({ description: "Whether somebody has taken it on." }),
  acknowledgedAt: nullable(time("When it was acknowledged.")),
  acknowledgedBy: nullable(Type.String({ description: "The name of the API key or user." })),
  flapping: Type.Boolean({
    description:
      "Whether the sensor changes too often to be believed; the incident stays open until it settles.",
  }),
};

/** An incident as the public API shows it. */
export const IncidentSchema = named("Incident", fields, {
  description: "An episode: a sensor went down, and later recovered.",
});
export type ListedIncident = Static<typeof IncidentSchema>;

export const IncidentListSchema = named("IncidentList", {
  count: envelope.count,
  incidents: Type.Array(refTo(IncidentSchema)),
  limit: envelope.limit,
  offset: envelope.offset,
  hasMore: envelope.hasMore,
  total: envelope.total,
});

const timelineKinds = [
  "check_failed",
  "check_ok",
  "opened",
  "cause_changed",
  "flapping_started",
  "flapping_ended",
  "acknowledged",
  "closed",
  "disabled",
  "removed",
] as const satisfies readonly IncidentEvent["kind"][];

/** One thing that led to an incident or happened to it. */
const TimelineEntrySchema = Type.Object({
  at: time("When."),
  kind: word(timelineKinds, {
    description: "A check that a decision rests on, or what was decided or done.",
  }),
  text: Type.String({ description: "What happened, in words." }),
});
export type TimelineEntry = Static<typeof TimelineEntrySchema>;

/** One incident with what led to it. */
export const IncidentDetailSchema = named(
  "IncidentDetail",
  {
    ...fields,
    timeline: Type.Array(TimelineEntrySchema, {
      description: "What led to it and became of it, oldest first.",
    }),
  },
  { description: "An incident with its timeline." },
);
export type IncidentDetail = Static<typeof IncidentDetailSchema>;
