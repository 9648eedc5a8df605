export { readOrMakeKeyFile } from "./key-file.ts";
export type { SealedBox } from "./sealed-box.ts";
export { createSealedBox } from "./sealed-box.ts";
