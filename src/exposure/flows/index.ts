export { expireAcceptances } from "./expire-acceptances.ts";
export { exposureLock } from "./exposure-lock.ts";
export type { ImportOutcome } from "./import-report.ts";
export { importReport } from "./import-report.ts";
export { recordReports } from "./record-reports.ts";
export { rematchFindings } from "./rematch-findings.ts";
export { rescoreAssets } from "./rescore-assets.ts";
