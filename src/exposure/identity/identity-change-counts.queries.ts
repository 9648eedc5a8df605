import { statement } from "#platform/db";

/** How many findings of a directory opened and were resolved since a time. */
export const countChanges = statement<
  [tenantId: string, directoryId: string, since: number],
  { opened: number; resolved: number }
>(
  "identity.count-changes",
  `select count(*) filter (where first_seen_at >= $3 or reopened_at >= $3) as opened,
     count(*) filter (where status = 'resolved' and resolved_at >= $3) as resolved
   from identity_findings where tenant_id = $1 and directory_id = $2`,
);
