import Type, { type Static } from "typebox";
import { named } from "#platform/http";

const count = (description: string) => Type.Integer({ description });

/** The billable sensors of a tenant against its plan. */
export const SensorUsageSchema = named(
  "SensorUsage",
  {
    baseSensors: count("Sensors that are not SNMP, polled or not."),
    interfaceSensors: count("Interfaces that SNMP sensors monitor."),
    hostSensors: count("Host aspects that SNMP sensors monitor; each storage volume is one."),
    total: count("The sum of the three."),
    limit: count("What the plan allows."),
    remaining: count("`limit` minus `total`: negative only once the plan was lowered."),
  },
  { description: "Billable sensors against the plan." },
);
export type SensorUsage = Static<typeof SensorUsageSchema>;
