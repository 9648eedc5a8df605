import { type Statement, statement } from "#platform/db";

/** What a list shows of one table. All of it is SQL of ours; the table's alias is `t`. */
interface TableListShape {
  table: string;
  /** Each is named as the reply names it. */
  columns: string;
  /** Joined to the rows that are shown: `left join … on …`. It neither adds rows nor takes any away. */
  join?: string;
  /** What more has to hold, besides the tenant. Default: nothing. */
  where?: string;
  /** Ends in `t.id`, so that it is total. An index has the tenant, what `where` compares with a value, and this. */
  order: string;
  /** A text that changes when anything that is shown does, if there is a cheaper one than to hash all of it. */
  version?: string;
}

/** A row of a page: the number of all that match, and an item; one row without an item when the page is empty. */
export type TablePageRow<Row> = { total: number; place: number } & (Row | { id: null });

/** The statements of a list. `Values` are what `shape` asks for besides the tenant. */
export interface TableListStatements<Values extends readonly unknown[], Row> {
  page: Statement<[tenantId: string, limit: number, offset: number, ...Values], TablePageRow<Row>>;
  measure: Statement<[tenantId: string, ...Values], { total: number; version: string }>;
  all: Statement<[tenantId: string, offset: number, ...Values], Row>;
}

/**
 * Declares the statements of a list that is read from one table.
 *
 * @param name of the statements: `probes.list`.
 * @param shape is given the place of a value, from 1 on, and answers `$4` or whatever stands for it.
 */
export function tableList<const Values extends readonly unknown[], Row extends { id: string }>(
  name: string,
  shape: (value: (position: number) => string) => TableListShape,
): TableListStatements<Values, Row> {
  const after = (count: number) => shape((position) => `$${count + position}`);
  const matching = ({ where }: TableListShape) =>
    `where t.tenant_id = $1${where === undefined ? "" : ` and ${where}`}`;
  const shown = ({ columns, table, join = "" }: TableListShape) =>
    `select ${columns} from ${table} t ${join}`;
  const [page, measure, all] = [after(3), after(1), after(2)];
  return {
    // The ids of the page come from an index alone; only then are rows looked up, by their key. The number of all is part
    // of the same statement, so that the two agree.
    page: statement(
      `${name}.page`,
      pageOf({
        total: `select count(*) as total from ${page.table} t ${matching(page)}`,
        ids: `select t.id from ${page.table} t ${matching(page)} order by ${page.order} limit $2 offset $3`,
        shown: shown(page),
      }),
    ),
    measure: statement(`${name}.measure`, measureOf(measure, matching(measure), shown(measure))),
    all: statement(`${name}.all`, `${shown(all)} ${matching(all)} order by ${all.order} offset $2`),
  };
}

/**
 * SQL of a page: {@link TablePageRow}.
 *
 * @param parts.total one row with `total`; may refer to what `parts.before` declares.
 * @param parts.ids those of the page, in its order.
 * @param parts.shown rows of a table `t`, one of which is looked up for each id of the tenant `$1`.
 */
export function pageOf(parts: {
  before?: string;
  total: string;
  ids: string;
  shown: string;
}): string {
  const { before = "", total, ids, shown } = parts;
  return `with ${before} wanted as materialized (
      select id, row_number() over () as place from (${ids}) as ids)
    select matching.total, page.* from (${total}) as matching
    left join (
      select wanted.place, shown.* from wanted cross join lateral (
        ${shown} where t.tenant_id = $1 and t.id = wanted.id offset 0) as shown
      ) as page on true
    order by page.place`;
}

function measureOf({ table, version }: TableListShape, matching: string, shown: string): string {
  if (version !== undefined)
    return `select count(*) as total, ${version} as version from ${table} t ${matching}`;
  // The sum of hashes of all that is shown: it does not depend on the order, and any change changes it.
  return `select count(*) as total, coalesce(sum(hash_record_extended(shown, 0)), 0)::text as version
    from (${shown} ${matching}) as shown`;
}
