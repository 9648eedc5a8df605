export type { LookupKeys } from "./lookup-keys.ts";
export { lookupKeys } from "./lookup-keys.ts";
export { matchSoftware } from "./match-software.ts";
export { isLocalOnly, pickScore, severityOf } from "./score.ts";
export { softwareKey } from "./software-key.ts";
export { softwareOf } from "./software.ts";
