import type { HostReport } from "#engines/scan-types";
import { parseIp } from "#lib/ip";

/**
 * A report as it may be kept. Its texts come from strangers by way of a probe: control characters and halves of
 * characters, which neither PostgreSQL's JSON nor a terminal takes, are replaced.
 *
 * @returns `null` when its address is none.
 */
export function cleanReport(report: HostReport): HostReport | null {
  const ip = parseIp(report.address);
  if (ip === null || ip.address.includes("%")) return null;
  return { ...cleaned(report), address: ip.address };
}

// eslint-disable-next-line no-control-regex -- control characters are exactly what is replaced here
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

function cleaned<T>(value: T): T {
  const walk = (part: unknown): unknown => {
    if (typeof part === "string") return part.toWellFormed().replace(controls, "\ufffd");
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [walk(key), walk(inner)]));
  };
  // The shape stays: only texts change, into texts.
  return walk(value) as T;
}
