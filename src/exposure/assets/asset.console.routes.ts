import Type from "typebox";
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
  parseYesNo,
  wrongParameter,
} from "#platform/pagination";
import type { Context } from "#platform/context";
import {
  AssetAuditRunSchema,
  AssetEventSchema,
  AssetIdentityFindingSchema,
  AssetPageSchema,
} from "./asset-page.ts";
import {
  listAssetAuditRuns,
  listAssetEvents,
  listIdentityFindingsOfHost,
} from "./asset-page.queries.ts";
import { AssetRowSchema } from "./asset-row.ts";
import {
  type WantedAssets,
  assetSorts,
  assetTable,
  findAssetFacets,
} from "./asset-table.queries.ts";
import { AssetDetailSchema } from "./listed-asset.ts";
import { readAssetPage, readAssetRow } from "./read-asset-page.ts";

export const assetConsoleSchemas = [
  AssetRowSchema,
  AssetDetailSchema,
  AssetPageSchema,
  AssetEventSchema,
  AssetAuditRunSchema,
  AssetIdentityFindingSchema,
] as const;

/** What changes of assets need from the rest of the service. */
export interface AssetVerbs {
  readonly setAssetTags: (
    context: Context,
    input: { id: string; tags: readonly string[] },
  ) => Promise<void>;
}

const named = Type.Object({ id: Type.String({ format: "uuid" }), name: Type.String() });
const listOf = <T extends Type.TSchema>(item: T) => Type.Object({ items: Type.Array(item) });

const filters = {
  site: textParameter("Ids of sites, with commas."),
  company: textParameter("Ids of companies, with commas."),
  type: textParameter("Device types, with commas."),
  tag: textParameter("Tags, with commas: one of them."),
  agent: textParameter("`yes`: only hosts with an agent; `no`: only the others."),
  findings: textParameter(
    "`yes`: only what has findings that are open or in progress; `no`: the others.",
  ),
  port: textParameter("Open ports, with commas: one of them."),
  minRisk: textParameter("At least this risk, 0 to 100."),
  from: textParameter("Last seen at this time or later, in epoch milliseconds."),
  to: textParameter("Last seen by this time, in epoch milliseconds."),
};

/** Assets in the console: the table, and all that is known of one. */
export function addAssetConsoleRoutes(app: ConsoleRoutes, verbs: AssetVerbs): void {
  app.get(
    "/tenants/:tenantId/assets",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listAssetRows",
        summary: "Assets, filtered and sorted",
        tags: ["Exposure"],
        params: tenantParams,
        querystring: Type.Object({ ...filters, ...tableParameters(assetSorts) }),
        response: { 200: tableOf(refTo(AssetRowSchema)) },
      },
    },
    async (request) => {
      const { database, tenantId, companyIds } = consoleCallerOf(request);
      const { query } = request;
      const wanted = parseTableQuery(query, assetSorts, "-risk");
      const db = database.forTenant(tenantId);
      return assetTable.read(db, tenantId, wanted, [...wantedAssets(query, companyIds)]);
    },
  );

  app.get(
    "/tenants/:tenantId/asset-facets",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listAssetFacets",
        summary: "What assets can be told apart by: sites, companies, types, tags",
        tags: ["Exposure"],
        params: tenantParams,
        response: {
          200: Type.Object({
            deviceTypes: Type.Array(Type.String()),
            tags: Type.Array(Type.String()),
            sites: Type.Array(named),
            companies: Type.Array(named),
          }),
        },
      },
    },
    async (request) => {
      const { database, tenantId, companyIds } = consoleCallerOf(request);
      return findAssetFacets(database.forTenant(tenantId), tenantId, companyIds);
    },
  );

  app.get(
    "/tenants/:tenantId/assets/:id",
    {
      config: { needs: "view" },
      schema: {
        operationId: "readAsset",
        summary: "One asset with what its score is made of",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: { 200: refTo(AssetPageSchema) },
      },
    },
    async (request) => readAssetPage(consoleCallerOf(request), request.params.id),
  );

  app.get(
    "/tenants/:tenantId/assets/:id/events",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listAssetEvents",
        summary: "Why the asset is the one that it is, the newest first",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: { 200: listOf(refTo(AssetEventSchema)) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { id } = await readAssetRow(caller, request.params.id);
      const db = caller.database.forTenant(caller.tenantId);
      return { items: await db.run(listAssetEvents, [caller.tenantId, id]) };
    },
  );

  app.get(
    "/tenants/:tenantId/assets/:id/audit-runs",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listAssetAuditRuns",
        summary: "Audits of the host, the newest first",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: { 200: listOf(refTo(AssetAuditRunSchema)) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { id } = await readAssetRow(caller, request.params.id);
      const db = caller.database.forTenant(caller.tenantId);
      return { items: await db.run(listAssetAuditRuns, [caller.tenantId, id]) };
    },
  );

  app.get(
    "/tenants/:tenantId/assets/:id/identity-findings",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listAssetIdentityFindings",
        summary: "Open identity findings that name the host, the worst first",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: { 200: listOf(refTo(AssetIdentityFindingSchema)) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { detail } = await readAssetPage(caller, request.params.id);
      const db = caller.database.forTenant(caller.tenantId);
      const names = detail.hostnames;
      const { companyIds, tenantId } = caller;
      return { items: await db.run(listIdentityFindingsOfHost, [tenantId, names, companyIds]) };
    },
  );

  app.put(
    "/tenants/:tenantId/assets/:id/tags",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "setAssetTags",
        summary: "Say by tags what the asset is, and how much it matters",
        description:
          "`criticality:low`, `:medium`, `:high`, `:critical` weigh its score; `internet-facing` says that anybody can reach it. Of a host with an agent they are the agent's tags as well.",
        tags: ["Exposure"],
        params: tenantItemParams,
        body: Type.Object(
          { tags: Type.Array(Type.String({ maxLength: 50 }), { maxItems: 50 }) },
          { additionalProperties: false },
        ),
        response: { 200: Type.Object({ ok: Type.Boolean() }) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { id } = await readAssetRow(caller, request.params.id);
      await verbs.setAssetTags(caller, { id, tags: request.body.tags });
      return { ok: true };
    },
  );
}

/** @throws Problem `invalid_request` that names the parameter. */
function wantedAssets(query: Query, companyIds: readonly string[] | null): WantedAssets {
  return [
    companyIds,
    parseIds(query, "site"),
    parseIds(query, "company"),
    parseTexts(query, "type"),
    parseTexts(query, "tag"),
    parseYesNo(query, "agent"),
    parseYesNo(query, "findings"),
    portsOf(query),
    riskOf(query),
    parseMoment(query, "from"),
    parseMoment(query, "to"),
    parseSearch(query),
  ];
}

function portsOf(query: Query): number[] | null {
  const texts = parseTexts(query, "port");
  const ports = texts?.map((text) => (/^\d{1,5}$/.test(text) ? Number(text) : Number.NaN)) ?? null;
  if (ports?.every((port) => port <= 65_535) === false)
    throw wrongParameter("port", "must be ports from 0 to 65535");
  return ports;
}

function riskOf(query: Query): number | null {
  const text = oneValue(query, "minRisk") ?? "";
  if (text === "") return null;
  const risk = /^\d{1,3}(\.\d)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(risk <= 100)) throw wrongParameter("minRisk", "must be a number from 0 to 100");
  return risk;
}
