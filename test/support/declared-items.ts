import { rootCertificates } from "node:tls";

const [ca = ""] = rootCertificates;
const https = {
  method: "POST",
  headers: { "X-Plain": "b" },
  body: "x",
  expectStatus: "200-299",
  bodyMatch: "ok",
  bodyNotMatch: "bad",
  jsonPath: { path: "$.a", equals: "x" },
  maxRedirects: 3,
  verify: true,
  minDaysLeft: 20,
  ca,
  ipFamily: 4,
};
const target = "https://a.test/";
const snmp3 = {
  version: 3,
  user: "mon",
  level: "authPriv",
  authProtocol: "SHA-256",
  authPassword: "long enough",
  privProtocol: "AES",
  privPassword: "long enough",
  context: "c",
};
const tls = {
  verify: true,
  minDaysLeft: 20,
  serverName: "a.test",
  ca,
  starttls: "smtp",
  ipFamily: 4,
};
const basicAuth = { user: "u", password: "p" };
const timed = { schedule: "0 3 * * *", timezone: "Europe/Berlin", enabled: true };
/** Where a collector or probe may go. */
export const targets = { allow: ["10.0.0.0/8"], deny: ["10.1.0.0/16"] };
const thresholds = {
  krbtgtPasswordDays: 180,
  krbtgtPasswordDaysHigh: 360,
  kerberoastablePasswordDays: 365,
  privilegedPasswordDays: 365,
  domainControllerPasswordDays: 60,
  seamlessSsoKeyDays: 60,
  staleAccountDays: 90,
  builtInAdministratorDays: 30,
  passwordLength: 14,
  passwordLengthLeast: 8,
  privilegedAccounts: 10,
  privilegedAccountsPercent: 5,
  globalAdministratorsLeast: 2,
  globalAdministratorsMost: 5,
  applicationSecretDays: 30,
  applicationCertificateDays: 30,
  stalePrivilegedDays: 30,
};
const dataStream = `<?xml version="1.0"?>
<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2" id="xccdf_org.example_benchmark_small">
  <status>draft</status><title>Small</title><version>1</version>
  <Profile id="xccdf_org.example_profile_p"><title>p</title><select idref="xccdf_org.example_rule_one" selected="true"/></Profile>
  <Rule id="xccdf_org.example_rule_one" selected="false" severity="high"><title>One</title></Rule>
</Benchmark>`;

/**
 * What can be declared, list by list: one item of each make, with every key that it can have. `{n}` in a name stands for a number.
 *
 * @param word before the names of what else there is, as `seedWholeTenant` makes it.
 */
export function declaredItems(word: string): Readonly<Record<string, readonly object[]>> {
  const common = {
    name: "sensor {n}",
    target: "192.0.2.9",
    intervalSec: 60,
    failuresBeforeDown: 2,
    successesBeforeUp: 2,
    enabled: true,
    company: `${word} m Acme`,
    collector: `${word} m collector`,
    parent: `${word} m gateway`,
    tags: ["a"],
  };
  const sensors = [
    { ...common, type: "icmp", icmp: { packets: 3, ipFamily: 4 } },
    { ...common, type: "tcp", target: "192.0.2.9:9", tcp: { banner: "x", ipFamily: 4 } },
    { ...common, type: "tls", target: "a.test:25", tls },
    { ...common, type: "http", target, http: { ...https, basicAuth } },
    { name: "bearer {n}", type: "http", target, http: { bearerToken: "t" } },
    {
      ...common,
      type: "snmp",
      snmp: { version: "2c", community: "c" },
      interfaces: ["Gi0/1"],
      host: ["cpu", "storage:/"],
    },
    { name: "snmp 3 {n}", type: "snmp", target: "192.0.2.9", snmp: snmp3 },
  ];
  const directory = {
    name: "directory {n}",
    site: `${word} e Berlin`,
    probe: `${word} e berlin probe`,
    ...timed,
    thresholds,
  };
  const domain = {
    ...directory,
    type: "active_directory",
    user: "reader@acme.test",
    password: "p",
    ca,
    serverName: "dc.acme.test",
    baseDn: "DC=acme,DC=test",
  };
  return {
    companies: [{ name: "company {n}" }],
    collectors: [{ name: "collector {n}", targets }],
    sensors,
    maintenance: [
      {
        name: "window {n}",
        cron: "0 2 * * *",
        timezone: "UTC",
        durationMin: 30,
        sensors: [`${word} m web`],
        tags: ["a"],
        companies: [`${word} m Acme`],
      },
      { name: "once {n}", startsAt: "2026-12-01T00:00:00Z", endsAt: "2026-12-01T01:00:00Z" },
    ],
    sites: [
      {
        name: "site {n}",
        company: `${word} e Acme`,
        subnets: ["10.7.0.0/16"],
        timezone: "Europe/Berlin",
      },
    ],
    probes: [{ name: "probe {n}", company: `${word} e Acme`, targets }],
    scans: [
      {
        name: "scan {n}",
        site: `${word} e Berlin`,
        probe: `${word} e berlin probe`,
        type: "full",
        targets: ["10.1.0.0/24"],
        exclude: ["10.1.0.9"],
        ports: "1-1000",
        udpPorts: "53,161",
        ...timed,
        budget: { perHostPerSec: 10, perSubnetPerSec: 100, totalPerSec: "unlimited" },
        connectTimeoutMs: 1000,
        includeFragile: false,
        nmap: true,
      },
    ],
    bundles: [
      { name: "bundle {n}", content: "ssg-debian12-ds.xml" },
      { name: "bundle {n}", file: "ds.xml", data: Buffer.from(dataStream).toString("base64") },
    ],
    audits: [
      {
        name: "audit {n}",
        bundle: `${word} bundle`,
        profile: "standard",
        site: `${word} e Berlin`,
        tags: ["a"],
        ...timed,
        limits: { timeMinutes: 10, memoryMb: 512 },
        keepArf: false,
      },
    ],
    directories: [
      { ...domain, url: "ldaps://dc.acme.test" },
      { ...domain, urls: ["ldaps://dc.acme.test"] },
      {
        ...directory,
        type: "entra",
        tenantId: "acme.test",
        clientId: "6a0c1ad3-6d3c-4a3c-9f3e-0d3f2f2c9b11",
        clientSecret: "s",
        loginUrl: "https://login.microsoftonline.com",
        graphUrl: "https://graph.microsoft.com",
        breakGlass: ["ada@acme.test"],
      },
    ],
  };
}
