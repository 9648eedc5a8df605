import type { Part } from "#remote/program";
import { startCollectorProcess } from "./collector-process.ts";

/** The collector as a program. */
export const collectorPart: Part = { kind: "collector", start: startCollectorProcess };
