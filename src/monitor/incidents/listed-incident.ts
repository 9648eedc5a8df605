import Type, { type Static } from "typebox";
import { envelope, named, nullable, refTo, time, word } from "#platform/http";

/** An incident as the public API shows it. */
export const IncidentSchema = named(
  "Incident",
  {
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
  },
  { description: "An episode: a sensor went down, and later recovered." },
);
export type ListedIncident = Static<typeof IncidentSchema>;

export const IncidentListSchema = named("IncidentList", {
  count: envelope.count,
  incidents: Type.Array(refTo(IncidentSchema)),
  limit: envelope.limit,
  offset: envelope.offset,
  hasMore: envelope.hasMore,
  total: envelope.total,
});
