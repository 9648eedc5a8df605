export { takeDirectory } from "./take-directory.ts";
