/** Steps of random histories of two computers with agents that a probe looks at, and what each says in messages. */
import fc from "fast-check";
import type { HostFacts, PackageFacts } from "#engines/inventory-types";
import type { HostReport } from "#engines/scan-types";
import { parsePortList } from "#lib/port-list";
import { hostFacts, packageFacts } from "#test/agent-fixture";
import type { ModelPackage, ModelReport } from "#test/agent-model";
import {
  type Kind,
  type Release,
  type SshVersion,
  debian,
  kinds,
  redisVersions,
  releases,
  sshVersions,
} from "#test/agent-software";
import { hostReport } from "#test/host-reports";

const hourMs = 3_600_000;
const ports = [22, 2222] as const;
/** Where the computers may be; the first two are where they are at first. */
export const addresses = ["10.0.0.1", "10.0.0.2", "10.0.0.3"] as const;
const mostlyFirst = ["10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.1"] as const;
/** What the computers are called. */
export const hostnames = ["web.example.net", "db.example.net"] as const;

const host = fc.record({
  address: fc.constantFrom<(typeof addresses)[number]>(...addresses, ...mostlyFirst),
  name: fc.constantFrom(null, null, ...hostnames),
  outcome: fc.constantFrom("up", "up", "up", "up", "dropped", "down"),
  looked: fc.constantFrom("1-10000", "1-10000", "1-100"),
  isDebian: fc.boolean(),
  services: fc.oneof(
    fc.tuple(
      fc.option(fc.constantFrom(...kinds.keys()), { freq: 3 }),
      fc.option(fc.constantFrom(...kinds.keys()), { freq: 1 }),
    ),
    // Most of the time a daemon of the package, which is started, stopped, and moved to another port.
    fc.constantFrom<[number | null, number | null]>(
      ...([1, 3] as const).flatMap((ssh) => [
        [ssh, null] as [number, null],
        [null, ssh] as [null, number],
        [ssh, ssh] as [number, number],
      ]),
      [null, null],
      [2, null],
    ),
  ),
  lateMs: fc.constantFrom(0, 0, 0, 3 * hourMs),
});
/** A host as a scan finds it. */
export type Host = typeof host extends fc.Arbitrary<infer T> ? T : never;

const change = fc.record(
  {
    address: fc.constantFrom<(typeof addresses)[number]>(...addresses, ...mostlyFirst),
    release: fc.constantFrom<Release>("12", "12", "12", "11", "13", "10"),
    ssh: fc.constantFrom<SshVersion | null>(...(Object.keys(sshVersions) as SshVersion[]), null),
    redis: fc.constantFrom<string | null>(...redisVersions, null),
    isBlind: fc.constantFrom(true, false, false),
  },
  { requiredKeys: [] },
);
/** What becomes another on a computer. */
export type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const kindOf = <K extends string>(kind: K) => ({ kind: fc.constant(kind) });
const machine = fc.constantFrom(0, 0, 0, 1);
/** Something that happens. */
export const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      ...kindOf("scan"),
      scan: fc.nat(2),
      hosts: fc.array(host, { minLength: 1, maxLength: 3 }),
      outcome: fc.constantFrom("completed", "completed", "failed"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...kindOf("deliver"),
      count: fc.integer({ min: 1, max: 8 }),
      again: fc.nat(4),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      ...kindOf("tell"),
      machine,
      change,
      how: fc.constantFrom("next", "next", "next", "next", "whole", "unknown base", "again"),
      lateMs: fc.constantFrom(0, 0, 0, 3 * hourMs),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...kindOf("check in"), machine }) },
  { weight: 1, arbitrary: fc.record({ ...kindOf("set up anew"), machine }) },
  { weight: 1, arbitrary: fc.record({ ...kindOf("revoke"), machine }) },
  { weight: 1, arbitrary: fc.record({ ...kindOf("come back"), which: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...kindOf("decide"),
      which: fc.nat(),
      status: fc.constantFrom("open", "in_progress", "resolved", "accepted", "false_positive"),
      hours: fc.option(fc.integer({ min: 1, max: 5 })),
    }),
  },
  { weight: 1, arbitrary: fc.record(kindOf("wait")) },
  { weight: 1, arbitrary: fc.record(kindOf("feed")) },
  { weight: 2, arbitrary: fc.record(kindOf("match services")) },
  { weight: 2, arbitrary: fc.record(kindOf("match packages")) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Of one source package two binary ones; and one that nobody has anything to say of. */
export function packagesOf({ ssh, redis }: Required<Change>): PackageFacts[] {
  return [
    packageFacts("bash", "5.2.15-2"),
    ...(ssh === null ? [] : ["openssh-client", "openssh-server"]).map((name) =>
      packageFacts(name, ssh ?? "", "openssh"),
    ),
    ...(redis === null ? [] : [packageFacts("redis-server", redis, "redis")]),
  ];
}

/** A package in the terms of the model. */
export function modelPackage({ source, sourceVersion: version }: PackageFacts): ModelPackage {
  return { source, version, upstream: sshVersions[version as SshVersion] ?? "" };
}

/** What an agent says of a computer. */
export function hostOf({ address, release }: Required<Change>, hostname: string): HostFacts {
  const codename = releases[release];
  return hostFacts({
    hostname: hostname.split(".")[0] ?? "",
    fqdn: hostname,
    os: { ...hostFacts().os, version: release, codename, name: `Debian ${release} (${codename})` },
    interfaces: [{ name: "ens3", mac: null, addresses: [address] }],
    primaryAddress: address,
  });
}

/** What a probe says of a host. */
export function reportOf(one: Host, finishedAt: number): HostReport {
  const { address, outcome, name, looked, isDebian } = one;
  const found = servicesOf(one);
  const report = hostReport(
    address,
    [...found].map(([port, { facts }]) => ({ ...facts, port })),
    {
      outcome,
      finishedAt,
      names: name === null ? [] : [{ name, source: "dns" }],
      ...(isDebian ? { os: debian } : {}),
    },
  );
  return outcome === "down"
    ? report
    : { ...report, tcp: { ports: looked, open: [...found.keys()] } };
}

/** The same in the terms of the model. */
export function modelReport(one: Host, finishedAt: number): ModelReport {
  const { address, name, outcome, looked, isDebian } = one;
  const lookedAt = new Set(parsePortList(looked));
  const services = [...servicesOf(one)].map(([port, { shown, alone, onDebian }]) => {
    return [port, { ...shown, alone: isDebian ? onDebian : alone }] as const;
  });
  const seen = { address, name, outcome, finishedAt, services: new Map(services) };
  return { ...seen, looked: (port) => lookedAt.has(port) };
}

/** What answered at the ports that were looked at. */
function servicesOf({ looked, services, outcome }: Host): Map<number, Kind> {
  const lookedAt = new Set(parsePortList(looked));
  return new Map(
    ports.flatMap((port, i) => {
      const kind = kinds[services[i] ?? -1];
      const answers = kind !== undefined && outcome !== "down" && lookedAt.has(port);
      return answers ? [[port, kind] as const] : [];
    }),
  );
}
