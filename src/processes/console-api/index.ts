export type { ConsoleDeps } from "./console-api.ts";
export { createConsoleApi, noDeps } from "./console-api.ts";
