import { coalesce } from "#lib/coalesce";
import type { Queryable } from "./database.ts";
import type { Statement } from "./statement.ts";

/**
 * Makes a costly reading one that many may ask for at once: all pages that show a table ask anew within the same moment. Who
 * asks for the same while it is being read waits until that is done, and then it is read once for all who wait. So nobody
 * is answered from before the question, and the work does not grow with those who watch.
 *
 * @param wanted only reads, and has the tenant among its values.
 * @returns takes a view of the tenant, never a transaction. The rows are others' as well: they are not to be changed.
 */
export function sharedRead<P extends readonly unknown[], R>(
  wanted: Statement<P, R>,
): (db: Queryable, values: P) => Promise<readonly R[]> {
  const read = coalesce<{ db: Queryable; values: P }, readonly R[]>(
    async (_question, asked) => {
      const [first] = asked;
      if (first === undefined) return [];
      const rows = await first.db.run(wanted, first.values);
      return asked.map(() => rows);
    },
    { maxBatch: Number.POSITIVE_INFINITY, maxUnderWay: 1 },
  );
  return (db, values) => read(JSON.stringify(values), { db, values });
}
