import { strippedId } from "#engines/scap";
import Type, { type Static } from "typebox";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  named,
  nullable,
  refTo,
  tenantParams,
  time,
  word,
} from "#platform/http";
import { listBundleRows } from "./bundle.queries.ts";
import type { Bundle } from "./bundle.ts";

/** A bundle as the console shows it. */
export const BundleRowSchema = named("BundleRow", {
  id: Type.String({ format: "uuid" }),
  name: Type.String(),
  source: word(["file", "content"], {
    description: "Kept here, or put on the host by its distribution.",
  }),
  fileName: Type.String(),
  benchmark: nullable(Type.String({ description: "What it calls itself, with its version." })),
  profiles: Type.Array(
    Type.Object({
      id: Type.String({ description: "Without the prefixes of XCCDF." }),
      title: Type.String(),
      rules: Type.Integer({ description: "How many it selects." }),
    }),
    { description: "None of what is not kept here." },
  ),
  platforms: Type.Array(Type.String(), { description: "Systems that it is for, as CPE names." }),
  updatedAt: time("When it was last changed."),
});
type BundleRow = Static<typeof BundleRowSchema>;

/** Bundles in the console, but for making, changing and deleting one: those are declarations. */
export function addBundleConsoleRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/bundles",
    {
      config: { needs: "view", limitedViewers: false },
      schema: {
        operationId: "listBundles",
        summary: "What hosts can be audited against, with its profiles",
        tags: ["Exposure"],
        params: tenantParams,
        response: { 200: Type.Object({ items: Type.Array(refTo(BundleRowSchema)) }) },
      },
    },
    async (request) => {
      const { database, tenantId } = consoleCallerOf(request);
      const bundles = await listBundleRows(database.forTenant(tenantId), tenantId);
      return { items: bundles.map(rowOf) };
    },
  );
}

function rowOf(bundle: Bundle): BundleRow {
  const { id, name, source, fileName, benchmark, profiles, platforms, updatedAt } = bundle;
  return {
    id,
    name,
    source,
    fileName,
    benchmark: benchmark === null ? null : `${benchmark.title} ${benchmark.version}`,
    profiles: profiles.map((profile) => ({ ...profile, id: strippedId(profile.id) })),
    platforms: [...platforms],
    updatedAt,
  };
}
