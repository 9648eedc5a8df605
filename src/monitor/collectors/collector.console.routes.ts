import Type from "typebox";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  refTo,
  tenantItemParams,
  tenantParams,
} from "#platform/http";
import { enrolmentTokenLifetimeMs } from "#platform/remote-parts";
import { CollectorRowSchema, type CollectorRow } from "./collector-row.ts";
import { type CollectorOverview, listCollectorOverviews } from "./collector-row.queries.ts";
import { isOnline } from "./presence.ts";
import { renewEnrolmentToken } from "./renew-enrolment-token.ts";
import { revokeCollector } from "./revoke-collector.ts";
import { setTargetLists } from "./set-target-lists.ts";

const ok = { 200: Type.Object({ ok: Type.Boolean() }) };
const cidrs = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 1000 });

/** Settings → Collectors, but for making, renaming and deleting one: those are declarations. */
export function addCollectorConsoleRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/collectors",
    {
      config: { needs: "view", limitedViewers: false },
      schema: {
        operationId: "listCollectors",
        summary: "The tenant's collectors by name",
        tags: ["Settings"],
        params: tenantParams,
        response: { 200: Type.Object({ items: Type.Array(refTo(CollectorRowSchema)) }) },
      },
    },
    async (request) => {
      const { database, tenantId, now } = consoleCallerOf(request);
      const rows = await listCollectorOverviews(database.forTenant(tenantId), tenantId);
      return { items: rows.map((row) => rowOf(row, now())) };
    },
  );

  app.post(
    "/tenants/:tenantId/collectors/:id/token",
    {
      config: { needs: "administer", limitedViewers: false },
      schema: {
        operationId: "renewCollectorToken",
        summary: "Make a new enrolment token; it is shown this once",
        tags: ["Settings"],
        params: tenantItemParams,
        response: {
          200: Type.Object({ token: Type.String(), expiresAt: Type.Integer() }),
        },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const expiresAt = caller.now() + enrolmentTokenLifetimeMs;
      return { ...(await renewEnrolmentToken(caller, { id: request.params.id })), expiresAt };
    },
  );

  app.post(
    "/tenants/:tenantId/collectors/:id/revoke",
    {
      config: { needs: "administer", limitedViewers: false },
      schema: {
        operationId: "revokeCollector",
        summary: "Refuse a collector from its next request on; its sensors stay assigned to it",
        tags: ["Settings"],
        params: tenantItemParams,
        response: ok,
      },
    },
    async (request) => {
      await revokeCollector(consoleCallerOf(request), { id: request.params.id });
      return { ok: true };
    },
  );

  app.put(
    "/tenants/:tenantId/collectors/:id/targets",
    {
      config: { needs: "administer", limitedViewers: false },
      schema: {
        operationId: "setCollectorTargets",
        summary: "Set which addresses a collector may ask",
        tags: ["Settings"],
        params: tenantItemParams,
        body: Type.Object({ allow: cidrs, deny: cidrs }, { additionalProperties: false }),
        response: ok,
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { id } = request.params;
      await caller.database.transaction(caller.tenantId, (tx) =>
        setTargetLists(tx, caller, { id, ...request.body }),
      );
      return { ok: true };
    },
  );
}

function rowOf({ health, status, ...row }: CollectorOverview, now: number): CollectorRow {
  const presence = isOnline(row.lastSeenAt, now) ? "online" : "silent";
  return {
    ...row,
    targetAllow: [...row.targetAllow],
    targetDeny: [...row.targetDeny],
    status: status === "active" ? presence : status,
    health:
      health === null
        ? null
        : {
            lagP99Ms: health.lagP99Ms,
            checksPerSec: health.checksPerSec,
            spooledResults: health.spooledResults,
            droppedResults: health.droppedResults,
          },
  };
}
