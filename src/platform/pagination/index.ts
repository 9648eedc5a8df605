export type { ConsoleTable, TableQuery } from "./console-table.queries.ts";
export {
  consoleTable,
  parseSearch,
  parseTableQuery,
  parseTexts,
  parseWords,
} from "./console-table.queries.ts";
export type { Page, Query } from "./page.ts";
export { maxPageSize, oneText, oneValue, parsePage, wrongParameter } from "./page.ts";
export { readTableList } from "./read-table-list.ts";
export { filtersAt, oftenSet, seldomSet } from "./seldom-set.queries.ts";
export type { TableListStatements, TablePageRow } from "./table-list.queries.ts";
export { pageOf, tableList } from "./table-list.queries.ts";
export { parseIds, parseMoment, parseTimeZone, parseYesNo } from "./table-filters.ts";
export { createTurnstile } from "./turnstile.ts";
export { wantedId } from "./wanted-id.ts";
export type { ListMeasure, ListSource, OpenList } from "./whole-list.ts";
export { openWholeList } from "./whole-list.ts";
