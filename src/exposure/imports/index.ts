export type {
  HostRef,
  ImportedFinding,
  ImportedHost,
  ImportedReport,
  ReportFormat,
} from "./imported-report.ts";
export { reportTitles } from "./imported-report.ts";
export { openReport } from "./open-report.ts";
export { hostRefOf } from "./texts.ts";
