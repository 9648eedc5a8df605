export { addProcessMetrics } from "./process-metrics.ts";
export type { Counter, GaugeSample, Histogram, Registry } from "./registry.ts";
export { createRegistry, metricsContentType } from "./registry.ts";
