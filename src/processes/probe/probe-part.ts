import { createScanEngine } from "#engines/scan";
import type { Part, PartOptions, PartProcess } from "#remote/program";
import { createProbeAssessor } from "./probe-assessor.ts";
import { startProbeProcess } from "./probe-process.ts";

/** The probe as a program. */
export const probePart: Part = { kind: "probe", start };

async function start(options: PartOptions): Promise<PartProcess> {
  const scanning = createScanEngine({ tell: (sentence) => options.log.warn({}, sentence) });
  return startProbeProcess(options, { ...scanning, assess: createProbeAssessor() });
}
