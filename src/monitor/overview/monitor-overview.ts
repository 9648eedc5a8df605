import Type, { type Static } from "typebox";
import { IncidentRowSchema } from "#monitor/incidents";
import { named, nullable, refTo, time } from "#platform/http";

/** What is wrong with what is watched, and how it went lately. */
export const MonitorOverviewSchema = named("MonitorOverview", {
  sensors: Type.Object(
    {
      up: Type.Integer(),
      down: Type.Integer(),
      stale: Type.Integer({ description: "Their collector is silent or revoked." }),
      maintenance: Type.Integer(),
      unknown: Type.Integer({ description: "Not checked yet." }),
      paused: Type.Integer(),
    },
    { description: "How many are in which state." },
  ),
  incidents: Type.Object({
    open: Type.Integer(),
    unacknowledged: Type.Integer({ description: "Of those, the ones that nobody has taken on." }),
    newest: Type.Array(refTo(IncidentRowSchema), {
      description:
        "Open ones, at most 8: those that nobody has taken on first, each the newest first.",
    }),
  }),
  silentCollectors: Type.Array(
    Type.Object({
      id: Type.String({ format: "uuid" }),
      name: Type.String(),
      lastSeenAt: nullable(time("When it was last heard of.")),
    }),
    { description: "Enrolled collectors that are not heard of." },
  ),
  days: Type.Array(
    Type.Object({
      from: time("When the day began."),
      opened: Type.Integer({ description: "Incidents that opened." }),
    }),
    { description: "The last 30 days, the oldest first." },
  ),
});
export type MonitorOverview = Static<typeof MonitorOverviewSchema>;

export const shownIncidents = 8;
export const shownDays = 30;
