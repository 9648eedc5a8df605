import { stringify } from "yaml";
import type { SnmpDiscovery } from "#engines/checks";
import type { HostFacts, SnmpSettings } from "#engines/check-types";
import { printableLine } from "#lib/printable";
import { formatDuration } from "./format-duration.ts";
import { formatTable } from "./table.ts";

/** What a device offers, for a person: the device, its interfaces and host aspects, and a sensor that takes them all. */
export function describeDiscovery(found: SnmpDiscovery, settings: SnmpSettings): string {
  const { target, address, sysName, sysDescr, uptimeSec, interfaces, host, notes } = found;
  const where = address === null || target.includes(address) ? target : `${target} (${address})`;
  const since = uptimeSec === null ? "" : `, up ${formatDuration(uptimeSec)}`;
  const sections = [
    [
      `${sysName ?? "A device without a name"} at ${where}${since}`,
      ...(sysDescr === null ? [] : [oneLine(sysDescr)]),
    ].join("\n"),
    formatTable(
      ["INTERFACE", "ALIAS", "TYPE", "SPEED", "ADMIN", "OPER"],
      interfaces.map((each) => [
        oneLine(each.name),
        oneLine(each.alias ?? ""),
        each.type,
        each.speedBps === null ? "-" : formatSpeed(each.speedBps),
        each.adminStatus,
        each.operStatus,
      ]),
    ),
    formatTable(
      ["HOST ASPECT", "NOW"],
      host.map((each) => [oneLine(aspectName(each)), reading(each)]),
    ),
    ...(notes.length === 0 ? [] : [notes.join("\n")]),
    `As a sensor, without what you do not need:\n\n${sensorYaml(found, settings)}`,
  ];
  return sections.join("\n\n");
}

/** What comes from a device goes to a terminal. */
function oneLine(text: string): string {
  return printableLine(text).trim();
}

function aspectName({ aspect, name }: HostFacts): string {
  return aspect === "storage" ? `storage:${name}` : aspect;
}

function reading({ percent, used, total, seconds }: HostFacts): string {
  if (seconds !== null) return formatDuration(seconds);
  const share = percent === null ? "-" : `${percent.toFixed(1)} %`;
  return used === null || total === null ? share : `${share} of ${formatBytes(total)}`;
}

function formatSpeed(bps: number): string {
  const units = ["b/s", "kb/s", "Mb/s", "Gb/s", "Tb/s"];
  return scaled(bps, 1000, units);
}

function formatBytes(bytes: number): string {
  return scaled(bytes, 1024, ["B", "KiB", "MiB", "GiB", "TiB", "PiB"]);
}

function scaled(value: number, base: number, units: readonly string[]): string {
  const at = Math.min(
    units.length - 1,
    value < base ? 0 : Math.floor(Math.log(value) / Math.log(base)),
  );
  const number = value / base ** at;
  return `${Number.isInteger(number) ? number : number.toFixed(1)} ${units[at]}`;
}

/** Credentials stay outside of files: they are read from the environment. */
function sensorYaml(found: SnmpDiscovery, settings: SnmpSettings): string {
  const { target, sysName, interfaces, host } = found;
  const credentials =
    settings.version === 3
      ? {
          ...settings,
          ...(settings.authPassword === undefined ? {} : { authPassword: "${SNMP_AUTH_PASSWORD}" }),
          ...(settings.privPassword === undefined ? {} : { privPassword: "${SNMP_PRIV_PASSWORD}" }),
        }
      : { ...settings, community: "${SNMP_COMMUNITY}" };
  const sensor = {
    name: oneLine(sysName ?? "") || target,
    type: "snmp",
    target,
    snmp: credentials,
    interfaces: [...new Set(interfaces.map(({ name }) => name))],
    host: [...new Set(host.map(({ aspect }) => aspect))],
  };
  return stringify({ sensors: [sensor] }, { lineWidth: 100 }).trimEnd();
}
