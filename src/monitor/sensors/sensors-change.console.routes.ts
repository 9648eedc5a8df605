import Type from "typebox";
import { isId } from "#lib/ids";
import { isOneLine } from "#lib/printable";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { matchNeed } from "#platform/members";
import {
  type ConsoleCaller,
  type ConsoleRoutes,
  consoleCallerOf,
  tenantParams,
} from "#platform/http";
import { parseSensorFilter } from "./parse-sensor-filter.ts";
import { viewOf } from "./read-sensor-page.ts";
import { listMatchingSensors } from "./sensor-table.queries.ts";

/** What the routes call from outside this slice. */
export interface SensorsChangeVerbs {
  changeSensors: (
    context: Context & { mayMoveCredentials: boolean },
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

const uuid = Type.String({ format: "uuid" });
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

/** What is done to many sensors at once. */
export function addSensorsChangeRoutes(
  app: ConsoleRoutes,
  { changeSensors, deleteSensors }: SensorsChangeVerbs,
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
      const changer = { ...caller, mayMoveCredentials: matchNeed(caller.role, "administer") };
      return changeSensors(changer, await selectedIds(caller, select), change);
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
    parseSensorFilter(filter),
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
