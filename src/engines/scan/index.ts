export type { Identification } from "./identification.ts";
export { createScanEngine } from "./scan-engine.ts";
export type { ScanEngineOptions, ScanService } from "./scan-engine.ts";
