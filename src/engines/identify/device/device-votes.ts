import type { HostReport, ServiceFacts } from "#engines/scan-types";
import { enterpriseIn, enterpriseNames, readSnmpIdentity } from "../snmp-identity.ts";
import type { DeviceType, HostEvidence, Vote } from "./evidence.ts";
import { makerRules } from "./makers.ts";
import { portRules } from "./port-rules.ts";
import { productRules } from "./product-rules.ts";
import { descriptionRules } from "./snmp-descriptions.ts";

/** Everything that speaks for a kind of device. `os` is what was decided of its system. */
export function deviceVotes(evidence: HostEvidence, os: HostReport["os"]): Vote<DeviceType>[] {
  return [
    ...evidence.services.flatMap((service) => [
      ...fromSnmp(service),
      ...fromDiscovery(service),
      ...fromProduct(service),
    ]),
    ...fromVendor(evidence.vendor),
    ...fromPorts(evidence.openTcp),
    ...fromSystem(evidence, os),
  ];
}

/** The description tells the model; the object id, at least who made it. */
function fromSnmp({ name, banner = "", extraInfo = "" }: ServiceFacts): Vote<DeviceType>[] {
  if (name !== "snmp") return [];
  const votes: Vote<DeviceType>[] = [];
  const described = descriptionRules.find(({ pattern }) => pattern.test(banner))?.device;
  if (described !== undefined) {
    const because = `SNMP describes it as “${banner.slice(0, 120)}”`;
    votes.push({ what: described, weight: 85, because });
  }
  const { objectId, enterprise } = readSnmpIdentity(extraInfo);
  const number = objectId === undefined ? enterprise : enterpriseIn(objectId);
  const maker = number === undefined || number === null ? undefined : enterpriseNames.get(number);
  if (maker !== undefined) {
    const row = makerRules.find(({ pattern }) => pattern.test(maker));
    // An agent of the maker's own says more than the chip of a network card.
    if (row !== undefined) {
      const because = `its SNMP agent is of ${maker}`;
      votes.push({ what: row.type, weight: Math.min(80, row.weight + 15), because });
    }
  }
  return votes;
}

/** Kinds of services and devices that mDNS (IANA's service names) and WS-Discovery tell. */
const announced: readonly { pattern: RegExp; type: DeviceType; weight: number; words: string }[] = [
  {
    pattern: /_(printer|pdl-datastream|ipps?|uscan)\._tcp|PrintDeviceType/,
    type: "printer",
    weight: 70,
    words: "printing",
  },
  {
    pattern: /_(axis-video|nvr)\._tcp|NetworkVideoTransmitter/,
    type: "camera",
    weight: 80,
    words: "video",
  },
  {
    pattern: /_(googlecast|airplay|raop|sonos|spotify-connect|amzn-wplay)\._tcp/,
    type: "media",
    weight: 65,
    words: "playing media",
  },
  {
    pattern: /_(hap|homekit|hue|miio|esphomelib|matter)\._(tcp|udp)/,
    type: "iot",
    weight: 65,
    words: "home automation",
  },
  { pattern: /_(adisk|afpovertcp|nfs)\._tcp/, type: "storage", weight: 40, words: "storage" },
  {
    pattern: /_(workstation|rfb|companion-link)\._tcp/,
    type: "workstation",
    weight: 30,
    words: "a desktop",
  },
];

function fromDiscovery({ name, extraInfo = "" }: ServiceFacts): Vote<DeviceType>[] {
  if (name !== "mdns" && name !== "ws-discovery") return [];
  return announced
    .filter(({ pattern }) => pattern.test(extraInfo))
    .map(({ type, weight, words }) => ({
      what: type,
      weight,
      because: `it announces ${words} (${name})`,
    }));
}

function fromProduct({
  name = "service",
  product = "",
  http,
  banner = "",
}: ServiceFacts): Vote<DeviceType>[] {
  const shown = [product, http?.title ?? "", http?.server ?? "", banner];
  for (const { pattern, type, weight } of productRules) {
    const said = shown.find((text) => pattern.test(text));
    if (said !== undefined) {
      return [{ what: type, weight, because: `its ${name} says “${said.slice(0, 100)}”` }];
    }
  }
  return [];
}

function fromVendor(vendor: string | undefined): Vote<DeviceType>[] {
  const row = makerRules.find(({ pattern }) => vendor !== undefined && pattern.test(vendor));
  return row === undefined
    ? []
    : [{ what: row.type, weight: row.weight, because: `its network card is from ${vendor}` }];
}

function fromPorts(open: readonly number[]): Vote<DeviceType>[] {
  return portRules
    .filter(
      ({ all, none }) =>
        all.every((port) => open.includes(port)) && !none.some((port) => open.includes(port)),
    )
    .map(({ type, weight, all, words }) => ({
      what: type,
      weight,
      because: `TCP ${all.length === 1 ? "port" : "ports"} ${all.join(", ")} ${all.length === 1 ? "is" : "are"} open: ${words}`,
    }));
}

/** Services that a workstation hardly ever offers. */
const serverServices =
  /^(smtp|imap|imaps|pop3|pop3s|mysql|postgresql|mongodb|redis|mssql|oracle-tns|elasticsearch|ldap|ldaps|dns|nfs|amqp|kafka|memcached|cassandra|etcd|kubernetes|docker|ntp)$/;

/** A plain computer, where nothing more special speaks: so these reasons are weak ones. */
function fromSystem({ services }: HostEvidence, os: HostReport["os"]): Vote<DeviceType>[] {
  const votes: Vote<DeviceType>[] = [];
  if (os !== undefined) votes.push(...ofSystem(os));
  const offered = services.filter(
    ({ name = "", method }) => method === "probed" && serverServices.test(name),
  );
  for (const { name } of offered.slice(0, 4)) {
    votes.push({ what: "server", weight: 20, because: `it offers ${name}` });
  }
  return votes;
}

function ofSystem({ name, family }: NonNullable<HostReport["os"]>): Vote<DeviceType>[] {
  const because = `it runs ${name}`;
  const isServer = /\bServer\b/.test(name);
  const isClient = /\bWindows (XP|Vista|7|8|8\.1|10|11)\b/.test(name);
  if (isServer && !isClient) return [{ what: "server", weight: 60, because }];
  if (isClient && !isServer) return [{ what: "workstation", weight: 60, because }];
  if (family === "windows") return [{ what: "workstation", weight: 25, because }];
  if (family === "macos") return [{ what: "workstation", weight: 55, because }];
  if (/Debian|Ubuntu|Red Hat|Alpine/.test(name)) return [{ what: "server", weight: 40, because }];
  if (family === "bsd" || /Solaris|AIX/.test(name))
    return [{ what: "server", weight: 35, because }];
  if (family === "network") return [{ what: "router", weight: 25, because }];
  return [];
}
