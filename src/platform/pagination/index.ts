export type { Page, Query } from "./page.ts";
export { maxPageSize, oneValue, parsePage, wrongParameter } from "./page.ts";
export type { ListMeasure, ListSource, OpenList } from "./whole-list.ts";
export { openWholeList } from "./whole-list.ts";
