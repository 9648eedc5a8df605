export type { Log } from "./log.ts";
export { createLog } from "./log.ts";
