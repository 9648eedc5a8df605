export type { ExportFormat } from "./export-findings.ts";
export { exportFindings, exportFormats } from "./export-findings.ts";
export { addExportConsoleRoutes } from "./export.console.routes.ts";
