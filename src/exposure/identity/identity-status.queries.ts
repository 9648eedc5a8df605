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
