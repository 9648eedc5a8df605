import Type, { type Static } from "typebox";
import { named, time } from "#platform/http";

const count = (description: string) => Type.Integer({ description });

/** A company as pages show it, with what is placed under it. */
export const CompanyRowSchema = named("CompanyRow", {
  id: Type.String({ format: "uuid" }),
  name: Type.String(),
  createdAt: time("When it was made."),
  sensors: count("Sensors under it."),
  sites: count("Sites of it."),
  assets: count("Assets of it."),
  probes: count("Probes of it."),
  people: count("People who see nothing but it, or some companies with it."),
});
export type CompanyRow = Static<typeof CompanyRowSchema>;
