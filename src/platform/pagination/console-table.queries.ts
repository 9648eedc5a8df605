import { type Queryable, sharedRead, statement } from "#platform/db";
import { type Query, oneText, oneValue, parsePage, wrongParameter } from "./page.ts";
import { pageOf } from "./table-list.queries.ts";

/** Rows in one piece of a table of the console, unless it asks for fewer. */
const maxTableRows = 200;

/** Which piece of a table is wanted, in which order. */
export interface TableQuery<Sort extends string> {
  sort: Sort;
  descending: boolean;
  limit: number;
  offset: number;
}

/**
 * Reads `limit`, `offset` and `sort` of a table: `sort=name` ascends, `sort=-name` descends.
 *
 * @param sorts what it can be sorted by.
 * @param otherwise as the parameter would be written.
 * @throws Problem `invalid_request` that names the parameter.
 */
export function parseTableQuery<const Sort extends string>(
  query: Query,
  sorts: readonly Sort[],
  otherwise: Sort | `-${Sort}`,
): TableQuery<Sort> {
  const { limit, offset } = parsePage(query);
  const text = oneValue(query, "sort") ?? otherwise;
  const descending = text.startsWith("-");
  const sort = sorts.find((known) => known === text.slice(descending ? 1 : 0));
  if (sort === undefined) {
    throw wrongParameter("sort", `must be one of ${sorts.join(", ")}; a dash before it turns it`);
  }
  return { sort, descending, limit: Math.min(limit ?? maxTableRows, maxTableRows), offset };
}

/**
 * A parameter that is a list with commas, each a known word; `null` when it is not there or empty: everything.
 *
 * @throws Problem `invalid_request` that names the parameter and the words.
 */
export function parseWords<const Word extends string>(
  query: Query,
  name: string,
  words: readonly Word[],
): Word[] | null {
  const given = parseTexts(query, name);
  if (given === null) return null;
  return given.map((text) => {
    const word = words.find((known) => known === text);
    if (word === undefined) throw wrongParameter(name, `must be of ${words.join(", ")}`);
    return word;
  });
}

/** A parameter that is a list with commas, of at most a hundred texts; `null` when it is not there or empty. */
export function parseTexts(query: Query, name: string): string[] | null {
  const texts = (oneText(query, name) ?? "").split(",").filter((text) => text !== "");
  if (texts.length > 100) throw wrongParameter(name, "must have at most 100 entries");
  return texts.length === 0 ? null : texts;
}

/**
 * What somebody typed into a search field, as a pattern for `ilike`; `null` when nothing was typed.
 *
 * @throws Problem `invalid_request` when it is longer than 200 characters.
 */
export function parseSearch(query: Query, name = "q"): string | null {
  const text = (oneText(query, name) ?? "").trim();
  if (text.length > 200) throw wrongParameter(name, "must have at most 200 characters");
  return text === "" ? null : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** `total`, `place`, and the columns of the table; without an item, they are null. */
type PageRow = Readonly<Record<string, unknown>>;

interface ConsoleTableShape<Sort extends string> {
  /** `sensors t left join …`; the table itself is `t`. All of it is SQL of ours. */
  from: string;
  /** Each is named as the reply names it; `t.id` among them. */
  columns: string;
  /** What has to hold besides the tenant. */
  where: string;
  /** What `where` and `sorts` need of `from`, if that is less: an index may have all of it. */
  matching?: string;
  /** The expressions to sort by, without direction: `{ name: "lower(t.name)" }`. What is null comes last. */
  sorts: Readonly<Record<Sort, string | SortBy>>;
}

/** An order that needs another table, which the other orders do without. */
interface SortBy {
  expression: string;
  /** `left join …`: it neither adds rows nor takes any away. */
  join: string;
}

/** A table of the console: rows of one tenant, filtered and sorted by PostgreSQL, read once for all pages that ask at once. */
export interface ConsoleTable<Sort extends string, Values extends readonly unknown[], Row> {
  read(
    db: Queryable,
    tenantId: string,
    query: TableQuery<Sort>,
    values: Values,
  ): Promise<{ total: number; items: Row[] }>;
}

/**
 * Declares a table of the console, a statement for each order.
 *
 * @param shape is given the place of a value, from 1 on, and answers `$4` or whatever stands for it.
 */
export function consoleTable<
  const Sort extends string,
  const Values extends readonly unknown[],
  Row extends { id: string },
>(
  name: string,
  shape: (value: (position: number) => string) => ConsoleTableShape<Sort>,
): ConsoleTable<Sort, Values, Row> {
  const { from, columns, where, sorts, matching = from } = shape((position) => `$${3 + position}`);
  // All that match are gone through once: to be counted, and to be put in their order.
  const inOrder = (sort: string, { expression, join }: SortBy, direction: "asc" | "desc") =>
    sharedRead(
      statement<[tenantId: string, limit: number, offset: number, ...Values], PageRow>(
        `${name}.by-${sort}.${direction}`,
        pageOf({
          before: `matching as materialized (
          select t.id, ${expression} as key from ${matching} ${join} where t.tenant_id = $1 and ${where}),`,
          total: "select count(*) as total from matching",
          ids: `select id from matching order by key ${direction} nulls last, id limit $2 offset $3`,
          shown: `select ${columns} from ${from}`,
        }),
      ),
    );
  const reads = new Map<string, ReturnType<typeof inOrder>>();
  for (const [sort, by] of Object.entries<string | SortBy>(sorts)) {
    const known = typeof by === "string" ? { expression: by, join: "" } : by;
    reads.set(sort, inOrder(sort, known, "asc"));
    reads.set(`-${sort}`, inOrder(sort, known, "desc"));
  }
  return {
    async read(db, tenantId, { sort, descending, limit, offset }, values) {
      const readRows = reads.get(`${descending ? "-" : ""}${sort}`);
      if (readRows === undefined) throw new Error(`${name} has no order ${sort}`);
      const rows = await readRows(db, [tenantId, limit, offset, ...values]);
      return {
        total: Number(rows[0]?.["total"] ?? 0),
        items: rows.flatMap((row) => itemOf<Row>(row)),
      };
    },
  };
}

function itemOf<Row extends object>(row: PageRow): Row[];
function itemOf(row: PageRow): object[] {
  const { total: _total, place: _place, ...item } = row;
  // An empty page is one row without an item.
  return item["id"] === null ? [] : [item];
}
