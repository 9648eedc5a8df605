import { newId } from "#lib/ids";
import { notifyCollector } from "#monitor/collectors";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { SealedBox } from "#platform/crypto";
import { lock } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import type { Errand as AskedErrand } from "#wire/collector.v1";
import { errandLifetimeMs, mostOpenOfCollector, mostOpenOfTenant } from "./errand.ts";
import type { ErrandCollector } from "./errand-place.queries.ts";
import { countOpenErrands, insertErrand } from "./errand.queries.ts";
import { sealErrand } from "./seal-errand.ts";

/** An errand without its id. */
export type Asked = AskedErrand extends infer One
  ? One extends unknown
    ? Omit<One, "id">
    : never
  : never;

/**
 * Puts an errand before its collector, which is woken as soon as this commits.
 *
 * @param input.detail for the audit log: what is asked of whom, without credentials.
 * @throws Problem `forbidden` without write scope; `invalid_request` when the collector cannot be waited for;
 * `rate_limited` when too many wait already.
 */
export async function askErrand(
  context: Context,
  box: SealedBox,
  input: {
    collector: ErrandCollector;
    sensorId: string | null;
    asked: Asked;
    detail: Readonly<Record<string, unknown>>;
  },
): Promise<{ id: string }> {
  const { tenantId, actor } = context;
  const { collector, sensorId, asked } = input;
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  if (collector.status !== "active") {
    const name = JSON.stringify(collector.name);
    const why = collector.status === "pending" ? "has not enrolled yet" : "was revoked";
    throw new Problem(
      "invalid_request",
      `The collector ${name} ${why}: start it with a token, or choose another.`,
    );
  }
  const id = newId();
  const now = context.now();
  await context.database.transaction(tenantId, async (tx) => {
    await lock(tx, `errands:${tenantId}`);
    const open = await countOpenErrands(tx, tenantId, collector.id, now);
    if (open.ofCollector >= mostOpenOfCollector || open.ofTenant >= mostOpenOfTenant) {
      throw new Problem(
        "rate_limited",
        "Other tests and checks are under way. Wait for them, then try again.",
      );
    }
    await insertErrand(tx, tenantId, {
      id,
      collectorId: collector.id,
      userId: actor.id,
      kind: asked.kind,
      sensorId,
      sealed: sealErrand(box, { ...asked, id }),
      createdAt: now,
      expiresAt: now + errandLifetimeMs,
    });
    await insertAuditEntries(tx, context, [
      {
        action: `errand.${asked.kind}`,
        subjectKind: sensorId === null ? "collector" : "sensor",
        subjectId: sensorId ?? collector.id,
        detail: { ...input.detail, collector: collector.name },
      },
    ]);
    await notifyCollector(tx, collector.id);
    await announce(tx, tenantId, "errands", [id]);
  });
  return { id };
}
