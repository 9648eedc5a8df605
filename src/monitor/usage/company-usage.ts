import Type, { type Static } from "typebox";
import { named, nullable } from "#platform/http";

const count = (description: string) => Type.Integer({ description });

const CompanyUsage = Type.Object({
  companyId: nullable(Type.String({ format: "uuid", description: "null: of no company." })),
  companyName: nullable(Type.String()),
  sensors: count("Sensors that are declared, polled or not."),
  baseSensors: count("Of these, those that are not SNMP: each counts one."),
  interfaceSensors: count("Interfaces that SNMP sensors monitor."),
  hostSensors: count("Host aspects that SNMP sensors monitor; each storage volume is one."),
  total: count("What counts against the plan: the sum of the last three."),
});
export type CompanyUsage = Static<typeof CompanyUsage>;

/** Billable sensors by company, against the plan. */
export const UsageByCompanySchema = named("UsageByCompany", {
  total: count("Of the companies that are shown."),
  limit: nullable(
    Type.Integer({ description: "What the plan allows the whole tenant; null: not shown." }),
  ),
  companies: Type.Array(CompanyUsage, { description: "By name; what belongs to none comes last." }),
});
export type UsageByCompany = Static<typeof UsageByCompanySchema>;
