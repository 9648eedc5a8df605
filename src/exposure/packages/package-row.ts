import Type, { type Static } from "typebox";
import { named } from "#platform/http";

/** An installed package as the console shows it. */
export const PackageRowSchema = named("PackageRow", {
  id: Type.String({ description: "Name, architecture and version." }),
  name: Type.String(),
  arch: Type.String({ description: "`amd64`, `all` …" }),
  version: Type.String(),
  source: Type.String({ description: "The source package that it was built from." }),
  sourceVersion: Type.String(),
  findings: Type.Integer({ description: "Open or in progress, in its source package." }),
});
export type PackageRow = Static<typeof PackageRowSchema>;
