import type { HostReport } from "#engines/scan-types";

/** Printers print what is sent to these ports (raw printing, "JetDirect"): nothing is ever sent there. */
const rawPrinting = [9100, 9101, 9102, 9103, 9104, 9105, 9106, 9107];

/** Protocols of controllers that may stop when asked what they do not know, with their ports (IANA, vendors' manuals). */
const industrial: ReadonlyMap<number, string> = new Map([
  [102, "Siemens S7 (ISO-TSAP)"],
  [502, "Modbus"],
  [789, "Red Lion Crimson"],
  [1911, "Niagara Fox"],
  [1962, "PCWorx"],
  [2404, "IEC 60870-5-104"],
  [2455, "CODESYS"],
  [4911, "Niagara Fox over TLS"],
  [5094, "HART-IP"],
  [18_245, "GE SRTP"],
  [20_000, "DNP3"],
  [20_547, "ProConOS"],
  [34_962, "PROFINET"],
  [34_963, "PROFINET"],
  [34_964, "PROFINET"],
  [44_818, "EtherNet/IP"],
  [47_808, "BACnet"],
]);

const printerMakers =
  /brother|lexmark|kyocera|ricoh|xerox|zebra|epson|canon|konica|oki electric|hewlett|^hp\b/i;
const controllerMakers =
  /siemens|rockwell|allen-bradley|schneider|wago|beckhoff|phoenix contact|omron|mitsubishi electric|^abb\b/i;

/** A device that is better left alone, and what speaks for it. */
export interface Fragile {
  readonly device: NonNullable<HostReport["device"]>;
  /** A sentence for the report. */
  readonly reason: string;
}

/** True for ports that nothing is sent to, whatever the scan is allowed. */
export function isNeverSentTo(port: number): boolean {
  return rawPrinting.includes(port);
}

/**
 * Tells printers and industrial controllers by their open ports and their maker, before anything was sent to them.
 * Port 9100 or 631 next to SSH and without a printer's other signs is a server (Prometheus' node exporter, CUPS).
 */
export function findFragile(open: readonly number[], vendor: string | null): Fragile | null {
  return findController(open, vendor) ?? findPrinter(open, vendor);
}

function findController(open: readonly number[], vendor: string | null): Fragile | null {
  const evidence = open.flatMap((port) => {
    const protocol = industrial.get(port);
    return protocol === undefined ? [] : [`TCP port ${port} is open: ${protocol}`];
  });
  if (evidence.length === 0) return null;
  const made = vendor !== null && controllerMakers.test(vendor);
  if (made) evidence.push(`its network card is from ${vendor}`);
  const confidence = Math.min(95, 60 + 10 * (evidence.length - 1) + (made ? 15 : 0));
  return fragile("industrial", "an industrial controller", confidence, evidence);
}

function findPrinter(open: readonly number[], vendor: string | null): Fragile | null {
  const raw = open.filter(isNeverSentTo);
  const lpd = open.includes(515);
  const ipp = open.includes(631);
  const isServer = open.includes(22) || open.includes(3389);
  const made = vendor !== null && printerMakers.test(vendor);
  const evidence = [
    ...raw.map((port) => `TCP port ${port} is open: raw printing`),
    ...(lpd ? ["TCP port 515 is open: line printer daemon"] : []),
    ...(ipp ? ["TCP port 631 is open: Internet Printing Protocol"] : []),
  ];
  if (evidence.length === 0) return null;
  if (evidence.length === 1 && isServer && !made && !lpd) return null;
  if (made) evidence.push(`its network card is from ${vendor}`);
  const confidence = Math.min(95, 55 + 15 * (evidence.length - 1) + (raw.length > 0 ? 10 : 0));
  return fragile("printer", "a printer", confidence, evidence);
}

function fragile(type: string, name: string, confidence: number, evidence: string[]): Fragile {
  const shown = evidence.slice(0, 20);
  return {
    device: { type, confidence, evidence: shown },
    reason: `its services were not asked, because it looks like ${name}: ${shown.join("; ")}`.slice(
      0,
      300,
    ),
  };
}
