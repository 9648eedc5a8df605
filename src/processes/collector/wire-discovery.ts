import type { SnmpDiscovery } from "#engines/checks";
import type { Discovery } from "#wire/collector.v1";
import { cut, rounded, wireHost } from "./wire-result.ts";

/** As the wire bounds it. */
const mostInterfaces = 5000;
const mostHostAspects = 500;
const mostNotes = 20;

/** What a device offers, as it travels: within the bounds of the wire, whatever the device said. */
export function wireDiscovery(found: SnmpDiscovery): Discovery {
  const { interfaces } = found;
  const notes = found.notes.slice(0, mostNotes - 1).map((note) => cut(note, 500));
  if (interfaces.length > mostInterfaces) {
    notes.push(
      `the device has ${interfaces.length} interfaces; the first ${mostInterfaces} are listed`,
    );
  }
  return {
    address: textOrNull(found.address, 100),
    sysName: textOrNull(found.sysName, 255),
    sysDescr: textOrNull(found.sysDescr, 1000),
    uptimeSec: rounded(found.uptimeSec),
    interfaces: interfaces.slice(0, mostInterfaces).map((each) => ({
      name: cut(each.name, 255),
      alias: textOrNull(each.alias, 255),
      type: cut(each.type, 60),
      speedBps: rounded(each.speedBps),
      adminStatus: each.adminStatus,
      operStatus: each.operStatus,
    })),
    host: found.host.slice(0, mostHostAspects).map(wireHost),
    notes,
  };
}

function textOrNull(text: string | null, length: number): string | null {
  return text === null ? null : cut(text, length);
}
