import { type Statement, statement } from "#platform/db";

/** What a list shows of one table. All of it is SQL of ours; the table's alias is `t`. */
interface TableListShape {
  table: string;
  /** Each is named as the reply names it. */
  columns: string;
  /** What more has to hold, besides the tenant. Default: nothing. */
  where?: string;
  /** Ends in `t.id`, so that it is total. An index has the tenant, what `where` compares with a value, and this. */
  order: string;
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
  const matching = ({ table, where }: TableListShape) =>
    `from ${table} t where t.tenant_id = $1${where === undefined ? "" : ` and ${where}`}`;
  const [page, measure, all] = [after(3), after(1), after(2)];
  return {
    // The ids of the page come from an index alone; only then are rows looked up, by their key. The number of all is part
    // of the same statement, so that the two agree.
    page: statement(
      `${name}.page`,
      `with wanted as materialized (
         select id, row_number() over () as place
         from (select t.id ${matching(page)} order by ${page.order} limit $2 offset $3) as ids)
       select matching.total, page.*
       from (select count(*) as total ${matching(page)}) as matching
       left join (
         select wanted.place, shown.* from wanted cross join lateral (
           select ${page.columns} from ${page.table} t where t.tenant_id = $1 and t.id = wanted.id offset 0) as shown
         ) as page on true
       order by page.place`,
    ),
    // The sum of hashes of all that is shown: it does not depend on the order, and any change changes it.
    measure: statement(
      `${name}.measure`,
      `select count(*) as total, coalesce(sum(hash_record_extended(shown, 0)), 0)::text as version
       from (select ${measure.columns} ${matching(measure)}) as shown`,
    ),
    all: statement(
      `${name}.all`,
      `select ${all.columns} ${matching(all)} order by ${all.order} offset $2`,
    ),
  };
}
