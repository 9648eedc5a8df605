import Type from "typebox";
import type { SealedBox } from "#platform/crypto";
import { planSchema } from "#platform/declarations";
import {
  type ConsoleRoutes,
  type NamedSchema,
  consoleCallerOf,
  named,
  nullable,
  queryParameter,
  refTo,
  tableOf,
  tableParameters,
  tenantItemParams,
  tenantParams,
} from "#platform/http";
import { oneValue, parseSearch, parseTableQuery, wrongParameter } from "#platform/pagination";
import { changePlan } from "./change-plan.ts";
import { type Declarer, declareItem } from "./declare-item.ts";
import { itemDocuments } from "./item-documents.ts";
import { listDeclaredNames } from "./list-declared-names.ts";
import { type DeclarationList, chosenLists, declarationLists, lists } from "./list.ts";
import { readDeclaration, readPlan } from "./read-declaration.ts";
import { removeItem } from "./remove-item.ts";

/** What declarations need besides the caller. */
export interface DeclarationDeps {
  /** Seals credentials. */
  box: SealedBox;
  /** What the installation lays down for every sensor. */
  sensorRules: { minIntervalSec: number };
}

const Placed = Type.Object({ path: Type.String(), message: Type.String() });

const Outcome = named("DeclarationOutcome", {
  id: nullable(Type.String({ format: "uuid", description: "null: it is not made yet." })),
  changes: Type.Array(Type.String(), { description: "A sentence each; none: nothing to change." }),
  warnings: Type.Array(Placed, {
    description: "What is worth a look, and was done all the same.",
  }),
  token: nullable(
    Type.String({ description: "With which a new collector or probe enrols, this once." }),
  ),
  faults: Type.Array(Placed, {
    description:
      "Of a dry run alone: what it would be refused for, each at a JSON pointer into the item.",
  }),
});

const DeclaredName = named("DeclaredName", {
  id: Type.String({ format: "uuid" }),
  name: Type.String({ description: "By which other declarations refer to it." }),
});

const Plan = Object.assign(Type.Unsafe<{ sensorLimit: number }>(planSchema), {
  $id: "PlanDeclaration",
});

/** For `ConsoleApi.schemas`. */
export const declarationSchemas: readonly NamedSchema[] = [
  Outcome,
  DeclaredName,
  Plan,
  ...Object.values(itemDocuments),
];

/** A data stream of 48 MiB, as base64 in JSON: those of the distributions have up to 30. */
const bundleBodyBytes = 64 * 1024 * 1024;

/** What is wrong with an item is told by the reader of configuration files, with a pointer to each field. */
const readByItsReader = () => (value: unknown) => ({ value });

const dryRun = queryParameter(
  Type.Boolean({ description: "true: only say what is wrong and what would change." }),
);

/**
 * Everything that `vedette apply` declares, one item at a time: read, planned and saved by the same code, under the same
 * lock.
 */
export function addDeclarationRoutes(app: ConsoleRoutes, deps: DeclarationDeps): void {
  for (const list of chosenLists) addNamesRoute(app, list);
  for (const list of lists) addListRoutes(app, deps, list);
  addPlanRoutes(app, deps);
}

/** Where a list is, and whether viewers of some companies see of it what belongs to them. */
function placeOf(list: DeclarationList) {
  const limitedViewers = ["companies", "sensors", "maintenance", "sites", "scans", "audits"];
  return {
    all: `/tenants/:tenantId/declarations/${list}`,
    heed: limitedViewers.includes(list) ? {} : { limitedViewers: false },
  };
}

function addNamesRoute(app: ConsoleRoutes, list: DeclarationList): void {
  const { one, tag } = declarationLists[list];
  const { all, heed } = placeOf(list);
  app.get(
    all,
    {
      config: { needs: "view", ...heed },
      schema: {
        operationId: `list${one}Names`,
        summary: `Names and ids under ${list}, to choose from`,
        tags: [tag],
        params: tenantParams,
        querystring: Type.Object(tableParameters(["name"])),
        response: { 200: tableOf(refTo(DeclaredName)) },
      },
    },
    async (request) => {
      const { database, tenantId, companyIds } = consoleCallerOf(request);
      return listDeclaredNames(database.forTenant(tenantId), tenantId, list, {
        table: parseTableQuery(request.query, ["name"], "name"),
        search: parseSearch(request.query),
        companyIds,
      });
    },
  );
}

function addListRoutes(app: ConsoleRoutes, deps: DeclarationDeps, list: DeclarationList): void {
  const { one, noun, needs, tag } = declarationLists[list];
  const item = itemDocuments[list];
  const { all, heed } = placeOf(list);
  const each = `${all}/:id`;
  const tags = [tag];
  const bodyLimit = list === "bundles" ? { bodyLimit: bundleBodyBytes } : {};

  app.get(
    each,
    {
      config: { needs: needs === "administer" && list !== "companies" ? needs : "view", ...heed },
      schema: {
        operationId: `read${one}Declaration`,
        summary: `One item of ${list} as it would stand in a configuration file, without its secrets`,
        tags,
        params: tenantItemParams,
        response: {
          200: Type.Object({
            id: Type.String({ format: "uuid" }),
            item: refTo(item),
            secrets: Type.Array(Type.String(), {
              description: "JSON pointers of what is kept and not shown: `/snmp/community`.",
            }),
            version: Type.String({ description: "To be sent along with a change." }),
          }),
        },
      },
    },
    async (request) => readDeclaration(declarerOf(request, deps), list, request.params.id),
  );

  app.post(
    all,
    {
      config: { needs },
      ...bodyLimit,
      validatorCompiler: readByItsReader,
      schema: {
        operationId: `create${one}`,
        summary: `Make an item of ${list}`,
        description: `Audit log: \`${noun}.create\`.`,
        tags,
        params: tenantParams,
        querystring: Type.Object({ dryRun }),
        body: refTo(item),
        response: { 200: refTo(Outcome), 201: refTo(Outcome) },
      },
    },
    async (request, reply) => {
      const isDryRun = parseDryRun(request.query);
      const outcome = await declareItem(declarerOf(request, deps), {
        list,
        id: null,
        item: request.body,
        version: null,
        dryRun: isDryRun,
      });
      return reply.code(isDryRun ? 200 : 201).send(outcome);
    },
  );

  app.put(
    each,
    {
      config: { needs },
      ...bodyLimit,
      validatorCompiler: readByItsReader,
      schema: {
        operationId: `change${one}`,
        summary: `Make an item of ${list} what the body says; another name renames it`,
        description:
          "Secrets that are left out stay; null takes one away. Its id and its history stay as well.",
        tags,
        params: tenantItemParams,
        querystring: Type.Object({
          dryRun,
          version: queryParameter(
            Type.String({
              description: "As it was read: refused when somebody else has changed it since.",
            }),
          ),
        }),
        body: refTo(item),
        response: { 200: refTo(Outcome) },
      },
    },
    async (request) =>
      declareItem(declarerOf(request, deps), {
        list,
        id: request.params.id,
        item: request.body,
        version: oneValue(request.query, "version"),
        dryRun: parseDryRun(request.query),
      }),
  );

  app.delete(
    each,
    {
      config: { needs },
      schema: {
        operationId: `delete${one}`,
        summary: `Delete an item of ${list} that nothing uses any more`,
        description: "Refused with the names of what uses it.",
        tags,
        params: tenantItemParams,
        response: { 200: refTo(Outcome) },
      },
    },
    async (request) => removeItem(declarerOf(request, deps), list, request.params.id),
  );
}

function addPlanRoutes(app: ConsoleRoutes, deps: DeclarationDeps): void {
  const path = "/tenants/:tenantId/declarations/plan";
  app.get(
    path,
    {
      config: { needs: "view", limitedViewers: false },
      schema: {
        operationId: "readPlanDeclaration",
        summary: "What the tenant may have",
        tags: ["Settings"],
        params: tenantParams,
        response: { 200: refTo(Plan) },
      },
    },
    async (request) => readPlan(declarerOf(request, deps)),
  );

  app.put(
    path,
    {
      config: { needs: "administer" },
      validatorCompiler: readByItsReader,
      schema: {
        operationId: "changePlan",
        summary: "Change what the tenant may have",
        tags: ["Settings"],
        params: tenantParams,
        querystring: Type.Object({ dryRun }),
        body: refTo(Plan),
        response: { 200: refTo(Outcome) },
      },
    },
    async (request) =>
      changePlan(declarerOf(request, deps), request.body, parseDryRun(request.query)),
  );
}

function declarerOf(
  request: Parameters<typeof consoleCallerOf>[0],
  { box, sensorRules }: DeclarationDeps,
): Declarer {
  return { ...consoleCallerOf(request), box, sensorRules };
}

function parseDryRun(query: Parameters<typeof oneValue>[0]): boolean {
  const value = oneValue(query, "dryRun") ?? "false";
  if (value === "true" || value === "false") return value === "true";
  throw wrongParameter("dryRun", "must be true or false");
}
