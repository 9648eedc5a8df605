import Type, { type Static } from "typebox";
import { named, nullable, time } from "#platform/http";

const count = (description: string) => Type.Integer({ description });

/** A site as pages show it, with what is there. */
export const SiteRowSchema = named("SiteRow", {
  id: Type.String({ format: "uuid" }),
  name: Type.String(),
  companyId: nullable(Type.String({ format: "uuid" })),
  companyName: nullable(Type.String({ description: "null: it is of no company." })),
  subnets: Type.Array(Type.String(), { description: "Its networks, as declared." }),
  timeZone: Type.String({ description: "IANA name." }),
  assets: count("Assets that were found there."),
  scans: count("Scans of it."),
  directories: count("Directories that are there."),
  createdAt: time("When it was made."),
});
export type SiteRow = Static<typeof SiteRowSchema>;
