import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultBudget } from "#engines/scan-types";
import { readDeclarations } from "#platform/declarations";
import { createExposureReader } from "./read-configuration.ts";
import { nothingYet } from "./read-existing-configuration.ts";
import { planExposure } from "./plan-configuration.ts";

function read(text: string) {
  const files = [{ name: "f", bytes: Buffer.from(`tenant: t\n${text}`) }];
  return readDeclarations(files, {}, createExposureReader());
}

function problemsOf(text: string): string[] {
  return read(text).problems.map(({ path, message }) => `${path}: ${message}`);
}

/** What is wrong with one scan, without file and line. */
function faultsOf(keys: string): string[] {
  const text = `scans: [{ name: s, site: HQ, targets: [10.0.0.1], type: full, ${keys} }]`;
  return problemsOf(text).map((line) => line.replace(/^f:2:\d+ scans\[0\]\.?/, ""));
}

/** As `faultsOf`, with a type and targets of one's own. */
function faultsIn(keys: string): string[] {
  const lines = problemsOf(`scans: [{ name: s, site: HQ, ${keys} }]`);
  return lines.map((line) => line.replace(/^f:2:\d+ scans\[0\]\.?/, ""));
}

function scanOf(keys: string) {
  const { tenants, problems } = read(
    `scans: [{ name: s, site: HQ, targets: [10.0.0.1], ${keys} }]`,
  );
  assert.deepEqual(problems, []);
  return tenants[0]?.declared.configuration.scans[0] ?? assert.fail();
}

test("sites, probes and scans are read with their defaults", () => {
  const { tenants, problems } = read(`
sites:
  - { name: HQ, company: Acme, subnets: [10.0.0.0/24, "fd00::/64"], timezone: Europe/Berlin }
  - { name: Lab }
probes:
  - { name: hq, company: Acme, targets: { allow: [10.0.0.0/8], deny: [10.0.0.66] } }
scans:
  - { name: nightly, site: HQ, probe: hq, type: full, targets: [10.0.0.0/24, "10.0.1.1-20", host.test],
      exclude: [10.0.0.9], ports: "22,80", udpPorts: "53,161", schedule: "0 2 * * *", timezone: UTC, enabled: false,
      budget: { perHostPerSec: 10, totalPerSec: unlimited }, connectTimeoutMs: 500, includeFragile: true, nmap: false }
`);
  assert.deepEqual(problems, []);
  const { configuration } = (tenants[0] ?? assert.fail()).declared;
  assert.deepEqual(configuration.sites, [
    {
      name: "HQ",
      company: "Acme",
      subnets: ["10.0.0.0/24", "fd00::/64"],
      timeZone: "Europe/Berlin",
    },
    { name: "Lab", company: null, subnets: [], timeZone: "UTC" },
  ]);
  assert.deepEqual(configuration.probes, [
    { name: "hq", company: "Acme", allow: ["10.0.0.0/8"], deny: ["10.0.0.66"] },
  ]);
  assert.deepEqual(configuration.scans, [
    {
      name: "nightly",
      site: "HQ",
      probe: "hq",
      scanType: "full",
      targets: ["10.0.0.0/24", "10.0.1.1-20", "host.test"],
      schedule: "0 2 * * *",
      timeZone: "UTC",
      enabled: false,
      settings: {
        exclude: ["10.0.0.9"],
        tcpPorts: "22,80",
        udpPorts: "53,161",
        budget: { perHostPerSec: 10, perSubnetPerSec: 2000, totalPerSec: null },
        connectTimeoutMs: 500,
        includeFragile: true,
        allowNmap: false,
      },
    },
  ]);
  assert.deepEqual(scanOf("type: full").settings, {
    exclude: [],
    tcpPorts: "top-1000",
    udpPorts: "common",
    budget: defaultBudget,
    connectTimeoutMs: 1000,
    includeFragile: false,
    allowNmap: true,
  });
  assert.equal(scanOf("type: ports").settings.udpPorts, null);
  assert.equal(scanOf("type: full, udpPorts: none").settings.udpPorts, null);
  const { schedule, timeZone, probe, enabled } = scanOf("type: discovery");
  assert.deepEqual([schedule, timeZone, probe, enabled], [null, null, null, true]);
});

test("every error is told at once, with its place and what would be right", () => {
  assert.deepEqual(
    problemsOf(`sites:
  - { name: HQ, subnets: [10.0.0.0/33, 10.0.0.0/24, 10.0.0.0/24], timezone: Berlin, town: x }
  - { name: Lab, subnets: 10.0.0.0/24 }
probes:
  - { name: p, targets: { allow: [everything] } }
scans:
  - { name: s, site: HQ, type: vulnerability, targets: [] }
  - { name: t, site: HQ, type: full, targets: [10.0.0.300], exclude: [host.test], ports: 80, budget: { perHostPerSec: 0, burst: 1 } }
  - not a scan
folders: []
`),
    [
      "f:11:1 folders: is an unknown key; known here are tenant, plan, companies, sites, probes, scans, bundles, audits, directories",
      "f:3:85 sites[0].town: is an unknown key; known here are name, company, subnets, timezone",
      "f:3:27 sites[0].subnets[0]: must be an address or a network such as 10.0.0.0/8 or fd00::/8",
      "f:3:53 sites[0].subnets[2]: stands in the list twice",
      "f:3:77 sites[0].timezone: is no time zone; write a name such as Europe/Berlin",
      "f:4:27 sites[1].subnets: must be a list",
      "f:6:35 probes[0].targets.allow[0]: must be an address or a network such as 10.0.0.0/8 or fd00::/8",
      "f:8:32 scans[0].type: must be discovery, ports or full",
      "f:8:56 scans[0].targets: must list at least 1",
      "f:9:90 scans[1].ports: must be text; put it in quotes",
      "f:9:119 scans[1].budget.perHostPerSec: must be a number of probes a second, above 0 and at most 1000000, or unlimited",
      "f:9:122 scans[1].budget.burst: is an unknown key; known here are perHostPerSec, perSubnetPerSec, totalPerSec",
      "f:9:48 scans[1].targets[0]: must be an address, a network such as 10.0.0.0/24 or a range such as 10.0.0.1-20",
      "f:9:71 scans[1].exclude[0]: must be an address, a network such as 10.0.0.0/24 or a range such as 10.0.0.1-20",
      "f:10:5 scans[2]: must be a mapping of keys to values",
    ],
  );
});

test("a target is an address, a network, a range or a name, and not too much", () => {
  const target = (text: string) => faultsIn(`type: ports, targets: ["${text}"]`)[0] ?? "";
  for (const good of [
    "10.0.0.1",
    "10.0.0.0/24",
    "10.0.0.1-10.0.0.9",
    "10.0.0.1-20",
    "a.test",
    "fd00::/112",
  ]) {
    assert.equal(target(good), "", good);
  }
  for (const bad of [
    "10.0.0.300",
    "10.0.0.0/33",
    "10.0.0.9-10.0.0.1",
    "10.0.0.1:80",
    "http://a.test",
    "fe80::1%eth0",
    "a b",
  ]) {
    assert.match(target(bad), /^targets\[0\]: must be an address, a network .* or a range/, bad);
  }
  assert.match(target(" 10.0.0.1"), /neither begin nor end with a space/);
  assert.match(target("fd00::/64"), /larger than a \/112/);
  assert.match(
    target("10.0.0.0/8"),
    /^targets: are 16777216 addresses; one scan takes at most 1048576/,
  );
  const most = "type: ports, targets: [10.0.0.0/8], exclude: [10.16.0.0-10.255.255.255]";
  assert.deepEqual(faultsIn(most), []);
  assert.deepEqual(faultsIn("type: ports, targets: [10.0.0.4/30], exclude: [10.0.0.0/24]"), [
    "exclude: leaves nothing of the targets to scan",
  ]);
  assert.deepEqual(
    faultsIn("type: ports, targets: [10.0.0.4/30, a.test], exclude: [10.0.0.0/24]"),
    [],
  );
  assert.deepEqual(faultsIn("type: ports, targets: [10.0.0.1, 10.0.0.1]"), [
    "targets[1]: stands in the list twice",
  ]);
});

test("ports are a list, or so many of the most used", () => {
  for (const good of ['"22"', '"1-65535"', "top-1", "top-1000", '"22,80,8000-8100"']) {
    assert.deepEqual(faultsOf(`ports: ${good}`), [], good);
  }
  assert.deepEqual(faultsOf("ports: top-1001"), ["ports: must be top-1 to top-1000"]);
  assert.deepEqual(faultsOf("ports: top-0"), ["ports: must be top-1 to top-1000"]);
  for (const bad of ["top", "ssh", '"0"', '"65536"', '"80-22"', '"22,,80"']) {
    assert.match(faultsOf(`ports: ${bad}`)[0] ?? "", /^ports: must be top-100 or a list/, bad);
  }
  assert.match(faultsOf("udpPorts: all")[0] ?? "", /^udpPorts: must be common, none or a list/);
});

test("a schedule is one that comes, by a clock that there is", () => {
  assert.deepEqual(faultsOf('schedule: "0 2 * * *", timezone: Europe/Berlin'), []);
  assert.match(faultsOf('schedule: "0 25 * * *"')[0] ?? "", /^schedule: is no schedule: /);
  assert.deepEqual(faultsOf('schedule: "0 0 31 4 *"'), [
    "schedule: is a schedule whose time never comes",
  ]);
  assert.deepEqual(faultsOf('schedule: "0 2 * * *", timezone: "+02:00"'), [
    "timezone: is no time zone; write a name such as Europe/Berlin",
  ]);
});

test("a key that the scan would never heed is told, not ignored", () => {
  assert.deepEqual(
    faultsIn('type: discovery, targets: [a.test], ports: "22", udpPorts: common, nmap: true'),
    [
      "ports: has no meaning in a scan of type discovery; leave it out",
      "udpPorts: has no meaning in a scan of type discovery; leave it out",
      "nmap: has no meaning in a scan of type discovery; leave it out",
    ],
  );
  assert.deepEqual(faultsOf("timezone: UTC"), [
    "timezone: has no meaning without a schedule; leave it out",
  ]);
});

test("names that are declared twice or lead nowhere are errors where they stand", () => {
  const { tenants } = read(`sites: [{ name: HQ, company: Acme }, { name: HQ }]
probes: [{ name: p, company: Beta }, { name: embedded }]
scans:
  - { name: s, site: HQ, type: ports, targets: [a.test], probe: p }
  - { name: s, site: nowhere, type: ports, targets: [a.test], probe: nobody }
`);
  const options = {
    prune: true,
    companies: new Set(["Acme"]),
    bundleFiles: new Map(),
    authorityFiles: new Map(),
  };
  const { problems } = planExposure((tenants[0] ?? assert.fail()).declared, nothingYet(), options);
  assert.deepEqual(
    problems.map(({ path, message }) => `${path}: ${message}`),
    [
      'f:2:46 sites[1].name: "HQ" is already the name at f:2:17 sites[0].name',
      'f:6:13 scans[1].name: "s" is already the name at f:5:13 scans[0].name',
      'f:3:30 probes[0].company: there is no company named "Beta"; declare it under companies',
      'f:6:22 scans[1].site: there is no site named "nowhere"; declare it under sites',
      'f:6:70 scans[1].probe: there is no probe named "nobody"; declare it under probes',
    ],
  );
});

test("a target outside of its site's networks is worth a warning, and no more", () => {
  const { tenants } =
    read(`sites: [{ name: HQ, subnets: [10.0.0.0/24, 10.0.1.0/24] }, { name: Lab }]
scans:
  - { name: s, site: HQ, type: ports, targets: [10.0.0.9, "10.0.0.200-10.0.1.20", a.test, 10.0.0.0/22, "fd00::1"] }
  - { name: t, site: Lab, type: ports, targets: [10.9.0.0/24] }
`);
  const plan = planExposure((tenants[0] ?? assert.fail()).declared, nothingYet(), {
    prune: false,
    companies: new Set(),
    bundleFiles: new Map(),
    authorityFiles: new Map(),
  });
  assert.deepEqual([plan.problems, plan.refusals], [[], []]);
  assert.deepEqual(
    plan.warnings.map(({ path, message }) => `${path}: ${message}`),
    [
      'f:4:91 scans[0].targets[3]: 10.0.0.0/22 is not within the subnets of site "HQ"; it is scanned all the same',
      'f:4:104 scans[0].targets[4]: fd00::1 is not within the subnets of site "HQ"; it is scanned all the same',
    ],
  );
});
