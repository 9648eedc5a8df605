import { type WithNulls, withoutNulls } from "#lib/without-nulls";
import type { Queryable } from "#platform/db";
import type { TableListStatements, TablePageRow } from "./table-list.queries.ts";
import type { ListSource } from "./whole-list.ts";

/** Rows that a whole list reads at a time. */
const batchSize = 200;

/** How to read a list of a service, see `replyWithList`. */
export interface TableList<Item> extends ListSource<Item> {
  name: string;
  page: (db: Queryable, limit: number, offset: number) => Promise<{ total: number; items: Item[] }>;
}

/**
 * Reads a list of one table. What is `null` in a row is left out of its item.
 *
 * @param name what the reply calls the items.
 * @param values what the statements take besides the tenant.
 */
export function readTableList<Values extends readonly unknown[], Item extends { id: string }>(
  name: string,
  { page, measure, all }: TableListStatements<Values, WithNulls<Item>>,
  tenantId: string,
  values: Values,
): TableList<Item> {
  return {
    name,
    page: async (db, limit, offset) =>
      asPage(await db.run(page, [tenantId, limit, offset, ...values])),
    measure: (tx) => tx.run(measure, [tenantId, ...values]),
    read: async function* (tx, offset) {
      for await (const rows of tx.cursor(all, [tenantId, offset, ...values], batchSize)) {
        yield rows.map((row) => withoutNulls<Item>(row));
      }
    },
  };
}

function asPage<Item extends { id: string }>(
  rows: readonly TablePageRow<WithNulls<Item>>[],
): { total: number; items: Item[] } {
  return { total: rows[0]?.total ?? 0, items: rows.flatMap((row) => itemOf<Item>(row) ?? []) };
}

function itemOf<Item extends { id: string }>(row: TablePageRow<WithNulls<Item>>): Item | null;
function itemOf(row: Readonly<Record<string, unknown>>): object | null {
  const { total: _total, place: _place, ...shown } = row;
  return shown["id"] === null ? null : withoutNulls<Record<string, unknown>>(shown);
}
