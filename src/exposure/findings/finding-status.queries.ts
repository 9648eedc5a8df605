import type { FindingStatus } from "#exposure/life-cycle";
import { newId } from "#lib/ids";
import type { Context } from "#platform/context";
import { type Queryable, statement } from "#platform/db";

/** One change of status, or a note, by whoever acts. */
export interface SavedDecision {
  readonly findingId: string;
  readonly from: FindingStatus;
  readonly to: FindingStatus;
  readonly notes: string | null;
  readonly acceptedUntil: number | null;
}

const insertDecisions = statement<
  [
    tenantId: string,
    at: number,
    actorKind: string,
    actorName: string,
    findingIds: readonly string[],
    ids: readonly string[],
    from: readonly FindingStatus[],
    to: readonly FindingStatus[],
    notes: readonly (string | null)[],
    acceptedUntil: readonly (number | null)[],
  ],
  never
>(
  "findings.events.insert-decisions",
  `insert into finding_events (tenant_id, at, actor_kind, actor_name, finding_id, id, from_status, to_status, notes,
     accepted_until)
   select $1, $2, $3, $4, v.*
   from unnest($5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::bigint[]) as v`,
);

/** Writes decisions into the history of findings. */
export async function saveDecisions(
  tx: Queryable,
  { tenantId, actor }: Pick<Context, "tenantId" | "actor">,
  at: number,
  decisions: readonly SavedDecision[],
): Promise<void> {
  if (decisions.length === 0) return;
  await tx.run(insertDecisions, [
    tenantId,
    at,
    actor.kind,
    actor.name,
    decisions.map(({ findingId }) => findingId),
    decisions.map(() => newId()),
    decisions.map(({ from }) => from),
    decisions.map(({ to }) => to),
    decisions.map(({ notes }) => notes),
    decisions.map(({ acceptedUntil }) => acceptedUntil),
  ]);
}
