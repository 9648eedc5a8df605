export type { Config } from "./config.ts";
export { readConfig } from "./config.ts";
