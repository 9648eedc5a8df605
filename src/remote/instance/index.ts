export { findStranger } from "./find-stranger.ts";
export { takeDirectory } from "./take-directory.ts";
