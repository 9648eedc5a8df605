import type { FindingStatus } from "#exposure/life-cycle";
import { statement } from "#platform/db";

/** One change of status, or a note, by whoever acts. */
export const insertFindingDecision = statement<
  [
    tenantId: string,
    findingId: string,
    id: string,
    at: number,
    from: FindingStatus,
    to: FindingStatus,
    actorKind: string,
    actorName: string,
    notes: string | null,
    acceptedUntil: number | null,
  ],
  never
>(
  "findings.events.insert-decision",
  `insert into finding_events (tenant_id, finding_id, id, at, from_status, to_status, actor_kind, actor_name, notes,
     accepted_until)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);
