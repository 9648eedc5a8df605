import { createScanEngine } from "#engines/scan";
import type { Part } from "#remote/program";
import { startProbeProcess } from "./probe-process.ts";

/** The probe as a program. */
export const probePart: Part = {
  kind: "probe",
  start: (options) => startProbeProcess(options, createScanEngine()),
};
