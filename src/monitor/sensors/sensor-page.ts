import Type, { type Static } from "typebox";
import { named, nullable, nullableWord, time, word } from "#platform/http";
import { HostPart, InterfacePart } from "./sensor.ts";
import { sensorRowFields, sensorStatuses } from "./sensor-row.ts";

const nullableObject = <T extends Type.TSchema & { type: string }>(schema: T) => nullable(schema);

const Parent = Type.Object({
  id: Type.String({ format: "uuid" }),
  name: Type.String(),
  status: word(sensorStatuses),
});

const OpenIncident = Type.Object({
  id: Type.String({ format: "uuid" }),
  openedAt: time("When it opened."),
  cause: Type.String({ description: "Why it opened." }),
  acknowledgedAt: nullable(time("When somebody took it on.")),
  acknowledgedBy: nullable(Type.String()),
});

/** A certificate that was served when it was last asked. */
const Certificate = Type.Object({
  subject: Type.String({ description: "Its distinguished name." }),
  issuer: Type.String({ description: "That of who signed it." }),
  validFromAt: nullable(time("From when on it is good.")),
  validToAt: nullable(time("When it ends.")),
});

/** One sensor as its page shows it: what it is, why it is so, and what was last read. */
export const SensorPageSchema = named("SensorPage", {
  ...sensorRowFields,
  createdAt: time("When it was made."),
  failuresBeforeDown: Type.Integer(),
  successesBeforeUp: Type.Integer(),
  failures: Type.Integer({ description: "Failed checks in a row." }),
  firstFailureAt: nullable(time("When the first of them began.")),
  successes: Type.Integer({ description: "Good checks in a row." }),
  jitterMs: nullable(Type.Number()),
  causeCode: nullable(Type.String({ description: "Of the last check, when it failed." })),
  heldBecause: nullable(
    Type.String({ description: "Why it is down and has no incident, in words." }),
  ),
  maintenance: nullable(Type.String({ description: "The window that covers it now." })),
  collectorLastSeenAt: nullable(time("When its collector was last heard of.")),
  collectorStatus: nullableWord(["pending", "active", "revoked"]),
  parent: nullableObject(Parent),
  children: Type.Integer({ description: "Sensors that have this one as their parent." }),
  incident: nullableObject(OpenIncident),
  address: nullable(Type.String({ description: "That was asked, when the target is a name." })),
  phases: Type.Record(Type.String(), Type.Number(), {
    description: "Milliseconds of each phase of the last check: dnsMs, connectMs, tlsMs …",
  }),
  tlsProtocol: nullable(Type.String()),
  tlsCipher: nullable(Type.String()),
  certificateNames: Type.Array(Type.String(), {
    description: "The names and addresses that the server's own certificate is for.",
  }),
  certificates: Type.Array(Certificate, {
    description: "The chain that was served, the server's own first.",
  }),
  settings: Type.Record(Type.String(), Type.Unknown(), {
    description: "Of its type, as in the configuration file, without credentials.",
  }),
  hasCredentials: Type.Boolean(),
  interfaces: Type.Array(InterfacePart),
  host: Type.Array(HostPart),
});
export type SensorPage = Static<typeof SensorPageSchema>;
