import { classifyHost, commonUdpPorts, identifyTcp, nameByPort, scanUdp } from "#engines/identify";
import { createScanEngine } from "#engines/scan";
import type { PartOptions, PartProcess, Part } from "#remote/program";
import { startProbeProcess } from "./probe-process.ts";

/** The probe as a program. */
export const probePart: Part = { kind: "probe", start };

async function start(options: PartOptions): Promise<PartProcess> {
  const engine = createScanEngine({
    identification: { identifyTcp, scanUdp, classifyHost, nameByPort, commonUdpPorts },
    nmap: null,
    tell: (sentence) => options.log.warn({}, sentence),
  });
  return startProbeProcess(options, engine);
}
