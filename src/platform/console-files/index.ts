export type { ConsoleFiles } from "./console-files.routes.ts";
export { consoleFiles } from "./console-files.routes.ts";
export { parsePrefix } from "./console-page.ts";
