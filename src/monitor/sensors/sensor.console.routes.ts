import Type from "typebox";
import { checkTypes } from "#engines/check-types";
import { isId } from "#lib/ids";
import { isOneLine } from "#lib/printable";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import {
  type ConsoleCaller,
  type ConsoleRoutes,
  consoleCallerOf,
  named,
  queryParameter,
  refTo,
  tableOf,
  tableParameters,
  tenantItemParams,
  tenantParams,
  word,
} from "#platform/http";
import {
  type Query,
  parseSearch,
  parseTableQuery,
  parseTexts,
  parseWords,
} from "#platform/pagination";
import { readSensorPage, rowFor, viewOf } from "./read-sensor-page.ts";
import { SensorPageSchema } from "./sensor-page.ts";
import { type SensorFilter, SensorRowSchema, sensorSorts, sensorStatuses } from "./sensor-row.ts";
import { countSensors, listMatchingSensors, listSensorRows } from "./sensor-table.queries.ts";

/** What the routes call from outside this slice. */
export interface SensorConsoleVerbs {
  changeSensors: (
    context: Context,
    ids: readonly string[],
    change: {
      enabled?: boolean;
      intervalSec?: number;
      companyId?: string | null;
      collectorId?: string;
      addTags?: readonly string[];
      removeTags?: readonly string[];
    },
  ) => Promise<{ matched: number; changed: number }>;
  deleteSensors: (context: Context, ids: readonly string[]) => Promise<{ deleted: number }>;
}

const text = (description: string) => queryParameter(Type.String({ description }));

/** The filters of the table, as the address has them. */
const filterParameters = {
  status: text(`Of ${sensorStatuses.join(", ")}; several with commas.`),
  type: text(`Of ${checkTypes.join(", ")}; several with commas.`),
  company: text("Ids of companies with commas, or `none`."),
  collector: text("Ids of collectors with commas."),
  tag: text("Tags with commas: any of them."),
};

/** @throws Problem `invalid_request` that names the parameter. */
function parseFilter(query: Query): SensorFilter {
  return {
    statuses: parseWords(query, "status", sensorStatuses),
    types: parseWords(query, "type", checkTypes),
    companies: parseTexts(query, "company"),
    collectors: parseTexts(query, "collector"),
    tags: parseTexts(query, "tag"),
    search: parseSearch(query),
  };
}

const uuid = Type.String({ format: "uuid" });
const Counted = Type.Object({ id: uuid, name: Type.String(), count: Type.Integer() });
const CountedName = Type.Object({ name: Type.String(), count: Type.Integer() });

/** What there is to filter sensors by. */
export const SensorFacetsSchema = named("SensorFacets", {
  statuses: Type.Array(Type.Object({ name: word(sensorStatuses), count: Type.Integer() })),
  types: Type.Array(CountedName),
  companies: Type.Array(Counted),
  collectors: Type.Array(Counted, { description: "Empty for one who may not see them." }),
  tags: Type.Array(CountedName, { description: "The hundred that most sensors have." }),
});

const maxIds = 1000;
/** Most that one transaction changes; larger tenants filter further. */
const maxMatching = 10_000;

const shortText = Type.String({ maxLength: 500 });
/** Which sensors something is done to: these, or all that match filters as the table has them. */
const Selection = Type.Object(
  {
    ids: Type.Optional(Type.Array(uuid, { maxItems: maxIds })),
    filter: Type.Optional(
      Type.Object(
        {
          status: Type.Optional(shortText),
          type: Type.Optional(shortText),
          company: Type.Optional(Type.String({ maxLength: 4000 })),
          collector: Type.Optional(Type.String({ maxLength: 4000 })),
          tag: Type.Optional(Type.String({ maxLength: 4000 })),
          q: Type.Optional(shortText),
        },
        { additionalProperties: false },
      ),
    ),
    expected: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          "With a filter: how many match. If it is another number by now, nothing is done.",
      }),
    ),
  },
  { additionalProperties: false, description: "Either `ids`, or `filter` with `expected`." },
);

const tag = Type.String({ minLength: 1, maxLength: 200 });
const tags = Type.Array(tag, { maxItems: 100 });
const SensorsChangeBody = Type.Object(
  {
    select: Selection,
    change: Type.Object(
      {
        enabled: Type.Optional(Type.Boolean({ description: "False pauses." })),
        intervalSec: Type.Optional(Type.Integer({ minimum: 30, maximum: 86_400 })),
        companyId: Type.Optional(
          Type.Unsafe<string | null>({ type: ["string", "null"], format: "uuid" }),
        ),
        collectorId: Type.Optional(uuid),
        addTags: Type.Optional(tags),
        removeTags: Type.Optional(tags),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

/** Sensors in the console: the table, one of them, and what is done to many at once. */
export function addSensorConsoleRoutes(app: ConsoleRoutes, verbs: SensorConsoleVerbs): void {
  addReadingRoutes(app);
  addChangingRoutes(app, verbs);
}

function addReadingRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/sensors",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listSensorRows",
        summary: "A piece of the table of sensors",
        tags: ["Monitoring"],
        params: tenantParams,
        querystring: Type.Object({ ...tableParameters(sensorSorts), ...filterParameters }),
        response: { 200: tableOf(refTo(SensorRowSchema)) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const filter = parseFilter(request.query);
      const query = parseTableQuery(request.query, sensorSorts, "status");
      const { database, tenantId } = caller;
      const view = await viewOf(caller);
      const db = database.forTenant(tenantId);
      const { total, items } = await listSensorRows(db, tenantId, view, filter, query);
      return { total, items: items.map((row) => rowFor(caller, row)) };
    },
  );

  app.get(
    "/tenants/:tenantId/sensor-facets",
    {
      config: { needs: "view" },
      schema: {
        operationId: "countSensors",
        summary: "How many sensors there are of each status, type, company, collector and tag",
        tags: ["Monitoring"],
        params: tenantParams,
        response: { 200: refTo(SensorFacetsSchema) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { database, tenantId, companyIds } = caller;
      const view = await viewOf(caller);
      const facets = await countSensors(database.forTenant(tenantId), tenantId, view);
      return companyIds === null ? facets : { ...facets, collectors: [] };
    },
  );

  app.get(
    "/tenants/:tenantId/sensors/:id",
    {
      config: { needs: "view" },
      schema: {
        operationId: "readSensor",
        summary: "One sensor: what it is, why it is so, and what was last read",
        tags: ["Monitoring"],
        params: tenantItemParams,
        response: { 200: refTo(SensorPageSchema) },
      },
    },
    async (request) => {
      const page = await readSensorPage(consoleCallerOf(request), request.params.id);
      if (page === null) throw new Problem("not_found", "There is no such sensor.");
      return page;
    },
  );
}

function addChangingRoutes(
  app: ConsoleRoutes,
  { changeSensors, deleteSensors }: SensorConsoleVerbs,
): void {
  app.post(
    "/tenants/:tenantId/sensors/changes",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "changeSensors",
        summary: "Change many sensors at once: pause, resume, interval, company, collector, tags",
        description: "One transaction. A field that is absent stays as it is.",
        tags: ["Monitoring"],
        params: tenantParams,
        body: SensorsChangeBody,
        response: {
          200: Type.Object({
            matched: Type.Integer({ description: "Sensors that were meant." }),
            changed: Type.Integer({ description: "Of those, the ones that were not yet so." }),
          }),
        },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { select, change } = request.body;
      const { addTags, removeTags } = change;
      for (const each of [...(addTags ?? []), ...(removeTags ?? [])]) checkTag(each);
      return changeSensors(caller, await selectedIds(caller, select), change);
    },
  );

  app.post(
    "/tenants/:tenantId/sensors/deletions",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "deleteSensors",
        summary: "Delete sensors",
        description:
          "One transaction. Incidents and what was recorded stay until they are too old.",
        tags: ["Monitoring"],
        params: tenantParams,
        body: Type.Object({ select: Selection }, { additionalProperties: false }),
        response: { 200: Type.Object({ deleted: Type.Integer() }) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      return deleteSensors(caller, await selectedIds(caller, request.body.select));
    },
  );
}

/** @throws Problem `invalid_request` for a tag that no configuration file could have. */
function checkTag(tag: string): void {
  if (tag.trim() === tag && isOneLine(tag) && !tag.includes(",")) return;
  const message = "has spaces around it, a comma, or control characters";
  throw new Problem("invalid_request", `The tag ${JSON.stringify(tag)} ${message}.`);
}

interface Selected {
  ids?: readonly string[];
  filter?: Readonly<Record<string, string>>;
  expected?: number;
}

/** @throws Problem `invalid_request` when it says neither or both, or when another number matches by now. */
async function selectedIds(caller: ConsoleCaller, selected: Selected): Promise<readonly string[]> {
  const { ids, filter, expected } = selected;
  if (ids !== undefined && filter === undefined) return ids.filter((id) => isId(id));
  if (ids !== undefined || filter === undefined || expected === undefined) {
    throw new Problem("invalid_request", "Say either ids, or a filter and how many it matches.");
  }
  const { database, tenantId } = caller;
  const found = await listMatchingSensors(
    database.forTenant(tenantId),
    tenantId,
    await viewOf(caller),
    parseFilter(filter),
    maxMatching + 1,
  );
  if (found.length > maxMatching) {
    const message = `More than ${maxMatching} sensors match. Filter further, and do it in several steps.`;
    throw new Problem("invalid_request", message);
  }
  if (found.length !== expected) {
    const message = `Another number of sensors matches by now: ${found.length}, not ${expected}. Look again, and repeat it if it is still right.`;
    throw new Problem("invalid_request", message);
  }
  return found;
}
