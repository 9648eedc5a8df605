export type { Spool, SpoolOptions, SpoolStatus, SpooledBatch } from "./spool.ts";
export { openSpool } from "./spool.ts";
export type { SendOutcome, UploadOptions } from "./upload.ts";
export { uploadUntilAborted } from "./upload.ts";
