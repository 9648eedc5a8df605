export type { ExportFormat } from "./export-findings.ts";
export { exportFindings, exportFormats } from "./export-findings.ts";
