export { InvalidAuditFile } from "./invalid-audit-file.ts";
export { matchProfile } from "./match-profile.ts";
export { cklbOf } from "./checklists/write-cklb.ts";
export { readAuditFile } from "./read-audit-file.ts";
export { readDataStream } from "./read-data-stream.ts";
export type { DataStream } from "./read-data-stream.ts";
export { strippedId } from "./stripped-id.ts";
