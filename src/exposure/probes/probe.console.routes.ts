import Type from "typebox";
import { isId } from "#lib/ids";
import { Problem } from "#platform/errors";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  refTo,
  tenantItemParams,
  tenantParams,
} from "#platform/http";
import { enrolmentTokenLifetimeMs } from "#platform/remote-parts";
import { disableProbe } from "./disable-probe.ts";
import { enableProbe } from "./enable-probe.ts";
import { type ProbeOverview, listProbeOverviews } from "./probe-row.queries.ts";
import { type ProbeRow, ProbeRowSchema } from "./probe-row.ts";
import { isOnline } from "./probe.ts";
import { renewEnrolmentToken } from "./renew-enrolment-token.ts";
import { setTargetLists } from "./set-target-lists.ts";

const administered = { needs: "administer", limitedViewers: false } as const;
const cidrs = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 1000 });

/** Settings → Probes, but for making, renaming and deleting one: those are declarations. */
export function addProbeConsoleRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/probes",
    {
      config: { needs: "view", limitedViewers: false },
      schema: {
        operationId: "listProbes",
        summary: "The tenant's probes, the embedded one first",
        tags: ["Settings"],
        params: tenantParams,
        response: { 200: Type.Object({ items: Type.Array(refTo(ProbeRowSchema)) }) },
      },
    },
    async (request) => {
      const { database, tenantId, now } = consoleCallerOf(request);
      const rows = await listProbeOverviews(database.forTenant(tenantId), tenantId);
      return { items: rows.map((row) => rowOf(row, now())) };
    },
  );

  app.post(
    "/tenants/:tenantId/probes/:id/token",
    {
      config: administered,
      schema: {
        operationId: "renewProbeToken",
        summary: "Make a new enrolment token; it is shown this once",
        tags: ["Settings"],
        params: tenantItemParams,
        response: { 200: Type.Object({ token: Type.String(), expiresAt: Type.Integer() }) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const id = idOf(request.params);
      const expiresAt = caller.now() + enrolmentTokenLifetimeMs;
      return { ...(await renewEnrolmentToken(caller, { id })), expiresAt };
    },
  );

  app.post(
    "/tenants/:tenantId/probes/:id/disable",
    {
      config: administered,
      schema: {
        operationId: "disableProbe",
        summary: "Refuse a probe from its next request on; its scans stay declared",
        tags: ["Settings"],
        params: tenantItemParams,
        response: { 200: Type.Object({ ok: Type.Boolean() }) },
      },
    },
    async (request) => {
      await disableProbe(consoleCallerOf(request), { id: idOf(request.params) });
      return { ok: true };
    },
  );

  app.post(
    "/tenants/:tenantId/probes/:id/enable",
    {
      config: administered,
      schema: {
        operationId: "enableProbe",
        summary: "Let a disabled probe back in, with the credential that it has",
        tags: ["Settings"],
        params: tenantItemParams,
        response: {
          200: Type.Object({
            mustEnrol: Type.Boolean({ description: "It has none: it needs a new token." }),
          }),
        },
      },
    },
    async (request) => enableProbe(consoleCallerOf(request), { id: idOf(request.params) }),
  );

  app.put(
    "/tenants/:tenantId/probes/:id/targets",
    {
      config: administered,
      schema: {
        operationId: "setProbeTargets",
        summary: "Set which addresses a probe may touch",
        tags: ["Settings"],
        params: tenantItemParams,
        body: Type.Object({ allow: cidrs, deny: cidrs }, { additionalProperties: false }),
        response: { 200: Type.Object({ ok: Type.Boolean() }) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const id = idOf(request.params);
      await caller.database.transaction(caller.tenantId, (tx) =>
        setTargetLists(tx, caller, { id, ...request.body }),
      );
      return { ok: true };
    },
  );
}

/** @throws Problem `not_found` for what is no id. */
function idOf({ id }: { id: string }): string {
  if (!isId(id)) throw new Problem("not_found", "There is no such probe.");
  return id;
}

function rowOf({ health, status, ...row }: ProbeOverview, now: number): ProbeRow {
  const presence = isOnline(row.lastSeenAt, now) ? "online" : "silent";
  return {
    ...row,
    status: status === "active" ? presence : status,
    health: health === null ? null : { ...health, assessments: health.assessments ?? null },
  };
}
