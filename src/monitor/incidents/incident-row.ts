import Type, { type Static } from "typebox";
import { named, nullable, nullableWord, refTo, time, word } from "#platform/http";

export const incidentKinds = ["sensor", "collector"] as const;

/** An incident as the console's tables show it. */
export const IncidentRowSchema = named("IncidentRow", {
  id: Type.String({ format: "uuid" }),
  kind: word(incidentKinds),
  subjectId: Type.String({ format: "uuid", description: "The sensor, or the collector." }),
  subjectName: Type.String({ description: "Its name now, or the last one if it is gone." }),
  isGone: Type.Boolean({ description: "The sensor or collector was deleted." }),
  companyId: nullable(Type.String({ format: "uuid" })),
  companyName: nullable(Type.String()),
  tags: Type.Array(Type.String(), { description: "Of the sensor." }),
  cause: Type.String({ description: "Why it opened." }),
  openedAt: time("When it opened: at the first check that failed."),
  closedAt: nullable(time("When it recovered; null: it is open.")),
  acknowledgedAt: nullable(time("When somebody took it on.")),
  acknowledgedBy: nullable(Type.String()),
  flapping: Type.Boolean({ description: "It changes too often to be believed." }),
  backfilled: Type.Boolean({ description: "Found in results that came late." }),
});
export type IncidentRow = Static<typeof IncidentRowSchema>;

/** How one incident bears on another. */
const relations = ["parent", "child", "sibling", "collector", "same_time"] as const;

const RelatedIncident = Type.Object({
  relation: word(relations, {
    description:
      "Of the sensor's parent, of one below it, of one below the same parent, of its collector, or just from about that time.",
  }),
  incident: refTo(IncidentRowSchema),
});

const timelineKinds = [
  "check_failed",
  "check_ok",
  "opened",
  "cause_changed",
  "flapping_started",
  "flapping_ended",
  "acknowledged",
  "noted",
  "closed",
  "disabled",
  "removed",
] as const;

const IncidentEventSchema = Type.Object({
  id: Type.String({ format: "uuid" }),
  at: time("When."),
  kind: word(timelineKinds),
  text: Type.String({ description: "What happened, in words." }),
});
export type TimelineEvent = Static<typeof IncidentEventSchema>;

const SubjectNow = Type.Object({
  type: nullable(Type.String({ description: "The type of check; null for a collector." })),
  target: nullable(Type.String({ description: "What is checked; null for a collector." })),
  state: nullableWord(["up", "down"], { description: "Now; null: not known, or a collector." }),
  cause: nullable(Type.String({ description: "Why it is down now." })),
  lastCheckedAt: nullable(time("The last check; of a collector, when it was last heard of.")),
  parentId: nullable(Type.String({ format: "uuid" })),
  parentName: nullable(Type.String()),
  collectorId: nullable(Type.String({ format: "uuid" })),
  collectorName: nullable(Type.String()),
});
export type SubjectNow = Static<typeof SubjectNow>;

/** One incident with all that its page shows. */
export const IncidentPageSchema = named("IncidentPage", {
  incident: refTo(IncidentRowSchema),
  /** How its sensor or collector is now; null: it is gone. */
  subject: Type.Union([SubjectNow, Type.Null()], {
    description: "How its sensor or collector is now; null: it is gone.",
  }),
  timeline: Type.Array(IncidentEventSchema, { description: "The oldest first." }),
  related: Type.Array(RelatedIncident, { description: "The nearest first; at most 50." }),
  earlier: Type.Array(refTo(IncidentRowSchema), {
    description: "Others of the same sensor or collector, the newest first; at most 10.",
  }),
});
export type IncidentPage = Static<typeof IncidentPageSchema>;
export type RelatedIncident = Static<typeof RelatedIncident>;
