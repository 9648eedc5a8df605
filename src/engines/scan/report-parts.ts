import type { HostReport, ServiceFacts } from "#engines/scan-types";
import { formatPortList } from "#lib/port-list";

/** HostReport, `ports`: a longer list loses its end, and with it only claims. */
const longestPortList = 20_000;

/** Names that services give their host, and those of their certificates that stand for one host. */
export function namesFromServices(services: readonly ServiceFacts[]): HostReport["names"] {
  return services.flatMap(({ name, hostName, tls, startTls }) => [
    ...(hostName !== undefined && (name === "smb" || name === "rdp")
      ? [{ name: hostName.toLowerCase(), source: "smb" as const }]
      : []),
    ...((tls ?? startTls)?.certificate?.names ?? [])
      .filter((each) => !each.includes("*") && /[a-z]/.test(each) && !each.includes(":"))
      .slice(0, 5)
      .map((each) => ({ name: each, source: "tls" as const })),
  ]);
}

/** Ports as a report tells them. */
export function boundedPortList(ports: readonly number[]): string {
  const text = formatPortList(ports);
  if (text.length <= longestPortList) return text;
  return text.slice(0, text.lastIndexOf(",", longestPortList));
}
