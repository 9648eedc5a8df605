import Type, { type Static } from "typebox";
import { checkTypes } from "#engines/check-types";
import { named, nullable, nullableWord, time, word } from "#platform/http";

/**
 * What a sensor is, in one word for people; what stands earlier hides what stands later. `paused`: nobody polls it.
 * `maintenance`: a window covers it, whatever its checks say. `stale`: its collector is silent or revoked, so nothing is
 * known of it. `down`, `up`: what several checks in a row confirmed; `unknown`: nothing is confirmed yet.
 */
export const sensorStatuses = ["down", "stale", "unknown", "maintenance", "up", "paused"] as const;
export type SensorStatus = (typeof sensorStatuses)[number];

/** What the table of sensors can be sorted by. `status` ascending: what needs a person first, the newest of it first. */
export const sensorSorts = [
  "name",
  "status",
  "type",
  "target",
  "company",
  "latency",
  "loss",
  "lastCheckedAt",
  "stateSince",
] as const;
export type SensorSort = (typeof sensorSorts)[number];

/** What rows of sensors have that the page of one has, too. */
export const sensorRowFields = {
  id: Type.String({ format: "uuid" }),
  name: Type.String(),
  type: word(checkTypes),
  target: Type.String({ description: "Host, host:port, or URL." }),
  enabled: Type.Boolean(),
  intervalSec: Type.Integer(),
  tags: Type.Array(Type.String()),
  companyId: nullable(Type.String({ format: "uuid" })),
  companyName: nullable(Type.String()),
  collectorId: nullable(
    Type.String({ format: "uuid", description: "Null for one who may not see collectors." }),
  ),
  collectorName: nullable(Type.String()),
  status: word(sensorStatuses),
  state: nullableWord(["up", "down"], { description: "What checks say, in maintenance as well." }),
  stateSince: nullable(time("When the state began.")),
  lastCheckedAt: nullable(time("When the last check began.")),
  latencyMs: nullable(Type.Number({ description: "Of the last check." })),
  lossPercent: nullable(Type.Number({ description: "Of the last check; icmp only." })),
  httpStatus: nullable(Type.Integer({ description: "Of the last reply." })),
  certDaysLeft: nullable(Type.Integer({ description: "Until the first certificate expires." })),
  cause: nullable(Type.String({ description: "Why the last check failed." })),
  flapping: Type.Boolean({ description: "It changes too often to be believed." }),
  openIncidentId: nullable(Type.String({ format: "uuid" })),
  acknowledgedBy: nullable(
    Type.String({ description: "Who has taken the open incident on; null: nobody, or none." }),
  ),
};

/** A sensor as the console's table shows it. */
export const SensorRowSchema = named("SensorRow", sensorRowFields);
export type SensorRow = Static<typeof SensorRowSchema>;

/** Which sensors are meant; `null`: whatever it is. */
export interface SensorFilter {
  statuses: readonly SensorStatus[] | null;
  types: readonly string[] | null;
  /** Ids, or `none` for sensors of no company. */
  companies: readonly string[] | null;
  collectors: readonly string[] | null;
  /** Any of these. */
  tags: readonly string[] | null;
  /** Found in the name or the target; a pattern, see `parseSearch`. */
  search: string | null;
}
