import { statement } from "#platform/db";

/**
 * For the rest of the transaction rows are joined by hashing or merging, in time that grows with their number. What
 * PostgreSQL believes of a table may be far from the truth, on the first day or for the one large tenant among small ones;
 * then it would loop over all rows for each row.
 */
export const planForWholeTables = statement<[], never>(
  "lists.plan-for-whole-tables",
  `select set_config('enable_nestloop', 'off', true)`,
);
