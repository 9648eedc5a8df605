import Type from "typebox";
import { readArf } from "#exposure/audits";
import { Problem } from "#platform/errors";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  textParameter,
  refTo,
  tableOf,
  tableParameters,
  tenantItemParams,
  tenantParams,
} from "#platform/http";
import {
  type Query,
  oneValue,
  parseIds,
  parseMoment,
  parseSearch,
  parseTableQuery,
  parseTexts,
  parseWords,
  parseYesNo,
  wrongParameter,
} from "#platform/pagination";
import { runSources } from "./audit-run.ts";
import { AuditRuleSchema, AuditRunPageSchema, AuditRunRowSchema } from "./audit-run-row.ts";
import {
  type AuditRunTableFilter,
  auditRunSorts,
  auditRunTable,
  listRunChoices,
} from "./audit-run-table.queries.ts";
import { compareAuditRuns } from "./compare-audit-runs.ts";
import { type RunFormat, exportAuditRun, findJobOfRun, runFormats } from "./export-audit-run.ts";
import { importAuditUpload } from "./import-audit-upload.ts";
import { AuditComparisonSchema } from "./listed-audit-run.ts";
import { readAuditRunPage, readRuleOfRun, requireVisibleRun } from "./read-audit-run-page.ts";

const filters = {
  bundle: textParameter("Ids of bundles, with commas."),
  site: textParameter("Ids of sites, with commas."),
  audit: textParameter("Ids of audits, with commas."),
  asset: textParameter("Ids of assets, with commas."),
  source: textParameter("`agent`, `import`, or both with a comma."),
  from: textParameter("Only those that ended at this time or later, in epoch milliseconds."),
  newest: textParameter("`yes`: of each host, bundle and profile the newest only."),
};

const formats = [...runFormats, "arf"] as const;

const mediaTypes: Readonly<Record<(typeof formats)[number], string>> = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  cklb: "application/json; charset=utf-8",
  arf: "application/xml; charset=utf-8",
};

/** A file of 48 MiB, as base64 in JSON. */
const uploadBytes = 64 * 1024 * 1024 + 4096;

const Choice = Type.Object({ id: Type.String(), name: Type.String() });

/** What audits came to, in the console. */
export function addAuditRunConsoleRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/audit-runs",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listAuditRunRows",
        summary: "Runs of audits, filtered and sorted",
        tags: ["Exposure"],
        params: tenantParams,
        querystring: Type.Object({ ...filters, ...tableParameters(auditRunSorts) }),
        response: { 200: tableOf(refTo(AuditRunRowSchema)) },
      },
    },
    async (request) => {
      const { database, tenantId, companyIds } = consoleCallerOf(request);
      const { query } = request;
      const wanted = parseTableQuery(query, auditRunSorts, "-when");
      const filter = filterOf(query, companyIds);
      return auditRunTable.read(database.forTenant(tenantId), tenantId, wanted, filter);
    },
  );

  app.get(
    "/tenants/:tenantId/audit-run-choices",
    {
      config: { needs: "view" },
      schema: {
        operationId: "chooseAuditRuns",
        summary: "What runs can be narrowed to",
        tags: ["Exposure"],
        params: tenantParams,
        response: {
          200: Type.Object({
            bundles: Type.Array(Choice),
            sites: Type.Array(Choice),
            audits: Type.Array(Choice),
          }),
        },
      },
    },
    async (request) => {
      const { database, tenantId, companyIds } = consoleCallerOf(request);
      const all = await listRunChoices(database.forTenant(tenantId), tenantId, companyIds);
      const of = (wanted: string) =>
        all.filter(({ kind }) => kind === wanted).map(({ id, name }) => ({ id, name }));
      return { bundles: of("bundle"), sites: of("site"), audits: of("audit") };
    },
  );

  app.get(
    "/tenants/:tenantId/audit-runs/:id",
    {
      config: { needs: "view" },
      schema: {
        operationId: "readAuditRun",
        summary: "One run with its rules in short",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: { 200: refTo(AuditRunPageSchema) },
      },
    },
    async (request) => readAuditRunPage(consoleCallerOf(request), request.params.id),
  );

  app.get(
    "/tenants/:tenantId/audit-runs/:id/rule",
    {
      config: { needs: "view" },
      schema: {
        operationId: "readAuditRule",
        summary: "What one rule of a run says, and why it came out as it did",
        tags: ["Exposure"],
        params: tenantItemParams,
        querystring: Type.Object({ rule: textParameter("The rule's id, as the run has it.") }),
        response: { 200: refTo(AuditRuleSchema) },
      },
    },
    async (request) => {
      const ruleId = oneValue(request.query, "rule");
      if (ruleId === null) throw wrongParameter("rule", "must be the id of a rule");
      return readRuleOfRun(consoleCallerOf(request), { id: request.params.id, ruleId });
    },
  );

  app.get(
    "/tenants/:tenantId/audit-runs/:id/comparison",
    {
      config: { needs: "view" },
      schema: {
        operationId: "compareAuditRuns",
        summary: "What changed from an earlier run to this one, rule by rule",
        tags: ["Exposure"],
        params: tenantItemParams,
        querystring: Type.Object({ with: textParameter("The id of the earlier run.") }),
        response: { 200: refTo(AuditComparisonSchema) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const before = oneValue(request.query, "with");
      if (before === null) throw wrongParameter("with", "must be the id of an audit run");
      const after = request.params.id;
      for (const id of [before, after]) await requireVisibleRun(caller, id);
      return compareAuditRuns(caller, { before, after });
    },
  );

  app.get(
    "/tenants/:tenantId/audit-runs/:id/export",
    {
      config: { needs: "view" },
      schema: {
        operationId: "exportAuditRun",
        summary: "A run as a file for another program",
        tags: ["Exposure"],
        params: tenantItemParams,
        querystring: Type.Object({ format: textParameter(`One of ${formats.join(", ")}.`) }),
        response: {
          200: Type.Unsafe<string | Buffer>({ type: "string", description: "The file." }),
        },
      },
    },
    async (request, reply) => {
      const caller = consoleCallerOf(request);
      const { id } = request.params;
      const text = oneValue(request.query, "format");
      const format = formats.find((known) => known === text);
      if (format === undefined)
        throw wrongParameter("format", `must be one of ${formats.join(", ")}`);
      await requireVisibleRun(caller, id);
      const file = format === "arf" ? await arfOf(caller, id) : await textOf(caller, id, format);
      return reply
        .type(mediaTypes[format])
        .header("content-disposition", `attachment; filename="${fileName(id, format)}"`)
        .send(file);
    },
  );

  app.post(
    "/tenants/:tenantId/audit-runs/import",
    {
      config: { needs: "operate" },
      bodyLimit: uploadBytes,
      schema: {
        operationId: "importAuditRuns",
        summary:
          "Take in what another program found: XCCDF results, ARF, checklists of STIG Viewer",
        tags: ["Exposure"],
        params: tenantParams,
        body: Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 255 }),
            data: Type.String({ description: "The file, plain or gzip, in base64." }),
            site: Type.Optional(Type.String({ maxLength: 200, description: "By name." })),
            modifiedAt: Type.Optional(
              Type.Integer({ description: "When the file was last changed, epoch milliseconds." }),
            ),
          },
          { additionalProperties: false },
        ),
        response: {
          200: Type.Object({
            runs: Type.Array(
              Type.Object({
                id: Type.String({ format: "uuid" }),
                hostname: Type.String(),
                benchmark: Type.String(),
                isNew: Type.Boolean({ description: "False: it was imported before." }),
                isKnownHost: Type.Boolean({ description: "False: it is none of the assets." }),
              }),
            ),
            refused: Type.Array(
              Type.Object({
                hostname: Type.String(),
                benchmark: Type.String(),
                reason: Type.String(),
              }),
            ),
          }),
        },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { name, data, site = null, modifiedAt = caller.now() } = request.body;
      const { runs, refused } = await importAuditUpload(caller, { name, data, site, modifiedAt });
      return {
        runs: runs.map(({ id, hostname, benchmark, isNew, assetId }) => ({
          id,
          hostname,
          benchmark,
          isNew,
          isKnownHost: assetId !== null,
        })),
        refused,
      };
    },
  );
}

type Caller = ReturnType<typeof consoleCallerOf>;

async function textOf(caller: Caller, id: string, format: RunFormat): Promise<string> {
  return exportAuditRun(caller, id, format);
}

async function arfOf(caller: Caller, id: string): Promise<Buffer> {
  const jobId = await findJobOfRun(caller, id);
  const arf = jobId === null ? null : await readArf(caller, jobId);
  if (arf !== null) return arf;
  const what = "Of this run the whole result is not kept. Run its audit so that it is.";
  throw new Problem("not_found", what);
}

function fileName(id: string, format: (typeof formats)[number]): string {
  return `audit-${id}.${format === "arf" ? "xml" : format}`;
}

function filterOf(query: Query, companyIds: readonly string[] | null): AuditRunTableFilter {
  return [
    companyIds,
    parseTexts(query, "bundle"),
    parseIds(query, "site"),
    parseIds(query, "audit"),
    parseIds(query, "asset"),
    parseWords(query, "source", runSources),
    parseMoment(query, "from"),
    parseYesNo(query, "newest"),
    parseSearch(query),
  ];
}
