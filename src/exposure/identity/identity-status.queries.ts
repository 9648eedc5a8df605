import { statement } from "#platform/db";

/** What of an identity finding a person decides about. */
interface DecidedIdentityFinding {
  status: "open" | "in_progress" | "resolved" | "accepted" | "false_positive";
  acceptedUntil: number | null;
}

/** Locked until the transaction ends. */
export const lockIdentityFinding = statement<
  [tenantId: string, id: string],
  DecidedIdentityFinding
>(
  "identity.lock",
  `select status, accepted_until as "acceptedUntil" from identity_findings where tenant_id = $1 and id = $2 for update`,
);

export const updateIdentityStatus = statement<
  [tenantId: string, id: string, status: string, at: number, acceptedUntil: number | null],
  never
>(
  "identity.update-status",
  `update identity_findings set status = $3, accepted_until = $5,
     status_at = case when status = $3 then status_at else $4 end
   where tenant_id = $1 and id = $2`,
);

/** Opens those of all tenants again that were accepted until a time that has come; answers them with that time. */
export const reopenExpiredIdentityFindings = statement<
  [now: number],
  { tenantId: string; id: string; acceptedUntil: number }
>(
  "identity.reopen-expired",
  `with due as (
     select tenant_id, id, accepted_until from identity_findings
     where status = 'accepted' and accepted_until <= $1 order by tenant_id, id for update),
   reopened as (
     update identity_findings f set status = 'open', status_at = due.accepted_until, accepted_until = null
     from due where f.tenant_id = due.tenant_id and f.id = due.id)
   select tenant_id as "tenantId", id, accepted_until as "acceptedUntil" from due`,
);
