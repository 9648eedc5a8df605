import Type, { type Static } from "typebox";
import { envelope, named, refTo } from "#platform/http";

/** An installed package as the public API shows it. */
export const PackageSchema = named(
  "Package",
  {
    name: Type.String({ description: "Of the binary package." }),
    version: Type.String({
      description: "With epoch and revision, as the host's package manager compares it.",
    }),
    arch: Type.String({ description: "`amd64`, `x86_64`, `all`, `noarch` …" }),
    source: Type.String({ description: "The source package that it was built from." }),
    sourceVersion: Type.String({ description: "Version of the source package." }),
  },
  { description: "What an agent found installed on its host." },
);
export type ListedPackage = Static<typeof PackageSchema>;

export const PackageListSchema = named("PackageList", {
  count: envelope.count,
  packages: Type.Array(refTo(PackageSchema)),
  limit: envelope.limit,
  offset: envelope.offset,
  hasMore: envelope.hasMore,
  total: envelope.total,
});
