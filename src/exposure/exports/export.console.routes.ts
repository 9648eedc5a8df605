import type { Readable } from "node:stream";
import Type from "typebox";
import { findingFilters, readWantedFindings } from "#exposure/findings";
import { type ConsoleRoutes, consoleCallerOf, queryParameter, tenantParams } from "#platform/http";
import { parseWords, wrongParameter } from "#platform/pagination";
import { exportFormats } from "./export-findings.ts";
import { streamExport } from "./stream-export.ts";

const files = {
  csv: { type: "text/csv; charset=utf-8", name: "findings.csv" },
  jsonl: { type: "application/x-ndjson; charset=utf-8", name: "findings.jsonl" },
  sarif: { type: "application/sarif+json; charset=utf-8", name: "findings.sarif" },
  vex: { type: "application/vnd.cyclonedx+json; charset=utf-8", name: "findings.cdx.json" },
} as const;

/** Findings as a file, from the console. */
export function addExportConsoleRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/findings/export",
    {
      config: { needs: "view" },
      schema: {
        operationId: "exportFindings",
        summary: "All findings that match, as a file, the most severe first",
        tags: ["Exposure"],
        params: tenantParams,
        querystring: Type.Object({
          ...findingFilters,
          q: queryParameter(Type.String({ description: "Only what contains this text." })),
          format: queryParameter(
            Type.String({ description: `One of ${exportFormats.join(", ")}.` }),
          ),
        }),
        response: {
          200: Type.Unsafe<string | Readable>({ type: "string", description: "The file." }),
        },
      },
    },
    async (request, reply) => {
      const caller = consoleCallerOf(request);
      const { query } = request;
      const [format, ...more] = parseWords(query, "format", exportFormats) ?? ["csv" as const];
      if (format === undefined || more.length > 0) throw wrongParameter("format", "must be one");
      const wanted = readWantedFindings(query, caller.companyIds, caller.now());
      const { type, name } = files[format];
      return reply
        .type(type)
        .header("content-disposition", `attachment; filename="${name}"`)
        .send(await streamExport(caller, { format, wanted }));
    },
  );
}
