import assert from "node:assert/strict";
import { test } from "node:test";
import { readDeclarations } from "#platform/declarations";
import { createMonitorReader } from "./read-configuration.ts";

const reader = createMonitorReader({ minIntervalSec: 30 });

function read(text: string, env: Record<string, string> = {}, name = "monitoring.yaml") {
  return readDeclarations([{ name, bytes: Buffer.from(text) }], env, reader);
}

function problemsOf(text: string, env: Record<string, string> = {}): string[] {
  return read(text, env).problems.map(({ path, message }) => `${path}: ${message}`);
}

test("the whole shape of the documentation is read, with defaults filled in", () => {
  const { tenants, problems } = read(
    `
tenant: default
plan: { sensorLimit: 10000 }
companies:
  - name: Acme
collectors:
  - name: branch-berlin
    targets: { allow: [10.0.0.0/8], deny: ["fd00::/8"] }
sensors:
  - { name: core switch, type: snmp, target: 10.0.0.2, intervalSec: 60, company: Acme, tags: [core],
      snmp: { version: 2c, community: "\${SNMP_COMMUNITY}" }, interfaces: [Gi0/1, Gi0/2], host: [cpu, memory, storage, uptime] }
  - { name: firewall, type: snmp, target: "10.0.0.4:161", snmp: { version: 3, user: mon, level: authPriv, authProtocol: SHA-256,
      authPassword: "\${SNMP_AUTH}", privProtocol: AES, privPassword: "\${SNMP_PRIV}" } }
  - { name: web, type: http, target: "https://example.test/health", http: { expectStatus: "200-299", bodyMatch: ok } }
  - { name: certificate, type: tls, target: "example.test:443", tls: { verify: true, minDaysLeft: 14 } }
  - { name: ssh, type: tcp, target: "10.0.0.3:22", collector: branch-berlin, parent: core switch }
  - { name: gateway, type: icmp, target: 10.0.0.1, failuresBeforeDown: 4, successesBeforeUp: 1, enabled: false }
maintenance:
  - { name: patch day, cron: "0 2 * * 0", timezone: Europe/Berlin, durationMin: 60, tags: [core] }
  - { name: move, startsAt: "2026-11-21T22:00:00Z", endsAt: 2026-11-22T01:00+01:00, companies: [Acme], sensors: [ssh] }
`,
    { SNMP_COMMUNITY: "c0mmunity", SNMP_AUTH: "authpass1", SNMP_PRIV: "privpass1" },
  );
  assert.deepEqual(problems, []);
  assert.equal(tenants.length, 1);
  const { tenant, sensorLimit, companies, declared } = tenants[0] ?? assert.fail();
  const { configuration } = declared;
  assert.equal(tenant, "default");
  assert.equal(sensorLimit, 10_000);
  assert.deepEqual(companies, ["Acme"]);
  assert.deepEqual(configuration.collectors, [
    { name: "branch-berlin", allow: ["10.0.0.0/8"], deny: ["fd00::/8"] },
  ]);
  assert.deepEqual(configuration.sensors[0], {
    name: "core switch",
    type: "snmp",
    target: "10.0.0.2",
    enabled: true,
    intervalSec: 60,
    failuresBeforeDown: 3,
    successesBeforeUp: 2,
    company: "Acme",
    collector: null,
    parent: null,
    tags: ["core"],
    settings: { version: "2c", community: "c0mmunity" },
    interfaces: ["Gi0/1", "Gi0/2"],
    host: ["cpu", "memory", "storage", "uptime"],
  });
  assert.equal(configuration.sensors[1]?.settings["privPassword"], "privpass1");
  assert.deepEqual(configuration.sensors[4]?.parent, "core switch");
  assert.equal(configuration.sensors[5]?.enabled, false);
  assert.deepEqual(configuration.maintenance[1], {
    name: "move",
    startsAt: Date.UTC(2026, 10, 21, 22),
    endsAt: Date.UTC(2026, 10, 22, 0),
    cron: null,
    timeZone: "UTC",
    durationMin: null,
    sensors: ["ssh"],
    tags: [],
    companies: ["Acme"],
  });
});

test("every error is listed at once, with file, line, column, path and what would be right", () => {
  assert.deepEqual(
    problemsOf(`tenant: default
colour: red
size: []
companies:
  - { name: Acme, town: Berlin }
sensors:
  - { name: a, type: ping, target: 10.0.0.1 }
  - { name: b, type: icmp, target: 10.0.0.1, intervalSec: "60" }
  - { name: c, type: tcp, target: "10.0.0.1:22", intervalSec: 5, enabled: yes }
  - name: d
    type: icmp
    target: https://example.test/
  - { name: e, type: http, target: example.test, http: { expectStatus: 200, headers: { "a b": x } } }
  - { name: f, type: tls, target: "example.test:443", http: {} }
  - { type: tcp, target: "x:99999" }
`),
    [
      "monitoring.yaml:2:1 colour: is an unknown key; known here are tenant, plan, companies, collectors, sensors, maintenance",
      "monitoring.yaml:3:1 size: is an unknown key; known here are tenant, plan, companies, collectors, sensors, maintenance",
      "monitoring.yaml:5:19 companies[0].town: is an unknown key; known here are name",
      "monitoring.yaml:7:22 sensors[0].type: must be one of snmp, icmp, http, tls, tcp",
      "monitoring.yaml:8:59 sensors[1].intervalSec: must be a whole number from 1 to 86400",
      "monitoring.yaml:9:75 sensors[2].enabled: must be true or false",
      "monitoring.yaml:9:63 sensors[2].intervalSec: must be at least 30, the floor that VEDETTE_MIN_INTERVAL_SEC sets",
      'monitoring.yaml:12:13 sensors[3].target: does not fit a sensor of type icmp: target "https://example.test/" is neither a host name nor an address; no port belongs here',
      "monitoring.yaml:13:72 sensors[4].http.expectStatus: must be text; put it in quotes",
      'monitoring.yaml:13:88 sensors[4].http.headers["a b"]: is not a name that can stand here',
      "monitoring.yaml:13:36 sensors[4].target: does not fit a sensor of type http: write an address such as https://example.net/health",
      "monitoring.yaml:14:55 sensors[5].http: belongs to sensors of type http, and this one is of type tls",
      "monitoring.yaml:15:5 sensors[6]: name is missing",
      'monitoring.yaml:15:26 sensors[6].target: does not fit a sensor of type tcp: target "x:99999": "99999" is not a port (1 to 65535)',
    ],
  );
});

test("the interval's floor is the installation's, and a default never lies below it", () => {
  const text = "tenant: t\nsensors: [{ name: a, type: icmp, target: a.test, intervalSec: 5 }]";
  assert.match(
    problemsOf(text)[0] ?? "",
    /must be at least 30, the floor that VEDETTE_MIN_INTERVAL_SEC sets/,
  );
  const bytes = Buffer.from("tenant: t\nsensors: [{ name: a, type: icmp, target: a.test }]");
  const slow = readDeclarations(
    [{ name: "f", bytes }],
    {},
    createMonitorReader({ minIntervalSec: 300 }),
  );
  assert.deepEqual(slow.problems, []);
  assert.equal(slow.tenants[0]?.declared.configuration.sensors[0]?.intervalSec, 300);
});

test("a target that its type cannot ask is refused, and a password in it is not repeated", () => {
  const cases: [type: string, target: string, message: RegExp][] = [
    ["http", "ftp://example.test/", /write an address such as https/],
    ["http", "https://mon:s3cret@example.test/", /put them under http\.basicAuth/],
    ["http", "https://exa mple.test/", /not a valid http address/],
    ["http", "https://", /not a valid http address/],
    ["tcp", "example.test", /has no port/],
    ["tcp", "example.test:0", /not a port/],
    ["tls", "::1:443x", /port/],
    ["icmp", "example.test:80", /no port belongs here/],
    ["icmp", "exa$mple", /cannot stand in a host name/],
    ["tcp", " example.test:22", /neither begin nor end with a space/],
  ];
  for (const [type, target, message] of cases) {
    const text = `tenant: t\nsensors: [{ name: a, type: ${type}, target: "${target}" }]`;
    const problems = problemsOf(text);
    assert.equal(problems.length, 1, `${type} ${target}: ${problems.join("; ")}`);
    assert.match(problems[0] ?? "", message);
    assert.doesNotMatch(problems[0] ?? "", /s3cret/);
  }
});

test("an SNMP user has what its level needs, nothing more, of protocols that exist", () => {
  const user = (keys: string) =>
    problemsOf(
      `tenant: t\nsensors: [{ name: a, type: snmp, target: a, snmp: { version: 3, user: u, ${keys} } }]`,
    ).map((line) => line.replace(/^\S+ /, ""));
  assert.deepEqual(user("level: authPriv, authProtocol: SHA, authPassword: 12345678"), [
    "sensors[0].snmp.authPassword: must be text; put it in quotes",
    "sensors[0].snmp: privPassword is missing, and the level authPriv needs it",
  ]);
  assert.deepEqual(user('level: authPriv, authProtocol: SHA, authPassword: "12345678"'), [
    "sensors[0].snmp: privPassword is missing, and the level authPriv needs it",
  ]);
  assert.deepEqual(user('privProtocol: AES, privPassword: "12345678"'), [
    "sensors[0].snmp: authPassword is missing, and the level authPriv needs it",
  ]);
  assert.deepEqual(user('level: noAuthNoPriv, authProtocol: SHA, authPassword: "12345678"'), [
    "sensors[0].snmp.authProtocol: has no meaning at the level noAuthNoPriv; leave it out, or raise the level",
    "sensors[0].snmp.authPassword: has no meaning at the level noAuthNoPriv; leave it out, or raise the level",
  ]);
  assert.deepEqual(user('authProtocol: SHA3, authPassword: "short"'), [
    "sensors[0].snmp.authProtocol: must be MD5, SHA, SHA-224, SHA-256, SHA-384 or SHA-512",
    "sensors[0].snmp.authPassword: must have at least 8 characters",
  ]);
  assert.deepEqual(user('authProtocol: SHA, authPassword: "12345678"'), []);
  assert.deepEqual(
    problemsOf("tenant: t\nsensors: [{ name: a, type: snmp, target: a, snmp: { version: 2 } }]"),
    ["monitoring.yaml:2:62 sensors[0].snmp.version: must be 1, 2c or 3"],
  );
});

test("the environment is put into text alone, and a variable that is not set is an error at its place", () => {
  const text = `tenant: "\${TENANT}"
sensors:
  - { name: a, type: http, target: "http://a.test/$\${x}", http: { bearerToken: "\${TOKEN}", body: "\${", bodyMatch: "\${MISSING}" } }
  - { name: b, type: icmp, target: b.test, intervalSec: "\${SECONDS_A}" }
`;
  const env = { TENANT: "acme", TOKEN: "${TENANT} t0ken", SECONDS_A: "60" };
  assert.deepEqual(problemsOf(text, env), [
    `monitoring.yaml:3:98 sensors[0].http.body: "\${" is no environment variable; write \${NAME}, or $\${ for the characters themselves`,
    "monitoring.yaml:3:115 sensors[0].http.bodyMatch: the environment variable MISSING is not set",
    "monitoring.yaml:4:57 sensors[1].intervalSec: must be a whole number from 1 to 86400",
  ]);
  const fine = read(
    text.replace('"${"', "x").replace("${MISSING}", "y").replace('"${SECONDS_A}"', "60"),
    env,
  );
  assert.deepEqual(fine.problems, []);
  const { tenant, declared } = fine.tenants[0] ?? assert.fail();
  const { configuration } = declared;
  assert.equal(tenant, "acme");
  assert.equal(configuration.sensors[0]?.target, "http://a.test/${x}");
  assert.equal(configuration.sensors[0]?.settings["bearerToken"], "${TENANT} t0ken");
});

test("no error message shows a credential", () => {
  const secret = "s3cr3t-value";
  const lines = problemsOf(
    `tenant: t
sensors:
  - { name: a, type: snmp, target: a, snmp: { version: 3, user: u, authProtocol: X, authPassword: "\${S}", privPassword: ["\${S}"] } }
  - { name: b, type: http, target: "http://\${S}:x@b.test", http: { headers: { A: "\${S}\\n" }, bearerToken: { a: "\${S}" } } }
  - { name: c, type: snmp, target: c, snmp: { version: "\${S}", community: "\${S}" } }
  - { name: d, type: http, target: "http://d.test", http: { basicAuth: { password: "\${S}" }, bodyMatch: "/(\${S}/" } }
`,
    { S: secret },
  );
  assert.ok(lines.length >= 6, lines.join("\n"));
  const leaks = lines.filter((line) => line.includes(secret) && !line.includes("bodyMatch"));
  assert.deepEqual(leaks, []);
});

test("files and documents of one tenant are one configuration; another tenant is another", () => {
  const { tenants, problems } = readDeclarations(
    [
      {
        name: "a.yaml",
        bytes: Buffer.from("tenant: one\ncompanies: [{ name: A }]\n---\ntenant: two\n"),
      },
      {
        name: "b.yaml",
        bytes: Buffer.from("tenant: one\nplan: { sensorLimit: 5 }\ncompanies: [{ name: B }]\n"),
      },
    ],
    {},
    reader,
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(
    tenants.map(({ tenant, companies, sensorLimit }) => [tenant, companies, sensorLimit]),
    [
      ["one", ["A", "B"], 5],
      ["two", [], null],
    ],
  );
  const twice = read(
    "tenant: a\nplan: { sensorLimit: 1 }\n---\ntenant: a\nplan: { sensorLimit: 2 }\n",
  );
  assert.deepEqual(twice.problems, [
    {
      path: "monitoring.yaml:5:22 plan.sensorLimit",
      message: "contradicts monitoring.yaml:2:22 plan.sensorLimit, which says 1",
    },
  ]);
});

test("a maintenance window is once or recurring, and its times exist", () => {
  const window = (keys: string) =>
    problemsOf(`tenant: t\nmaintenance: [{ name: w, ${keys} }]`).map((line) =>
      line.replace(/^\S+ /, ""),
    );
  const either =
    "maintenance[0]: must have startsAt and endsAt (once), or cron, durationMin and timezone (recurring)";
  assert.deepEqual(window("tags: [a]"), [either]);
  assert.deepEqual(window('cron: "0 2 * * *", startsAt: 2026-01-01T00:00Z'), [either]);
  assert.deepEqual(window("startsAt: 2026-01-01T00:00Z"), ["maintenance[0]: endsAt is missing"]);
  assert.deepEqual(window('cron: "0 2 * * *"'), ["maintenance[0]: durationMin is missing"]);
  assert.match(
    window('cron: "0 25 * * *", durationMin: 5')[0] ?? "",
    /^maintenance\[0\]\.cron: is no schedule/,
  );
  assert.match(
    window('cron: "0 2 * * *", durationMin: 5, timezone: Mars/Olympus')[0] ?? "",
    /Mars\/Olympus/,
  );
  for (const time of ["2026-02-30T00:00Z", "2026-01-01T00:00", "tomorrow", "2026-01-01T25:00Z"]) {
    assert.match(
      window(`startsAt: "${time}", endsAt: 2027-01-01T00:00Z`)[0] ?? "",
      /startsAt: must be a time with its zone/,
    );
  }
  assert.deepEqual(window("startsAt: 2026-01-02T00:00Z, endsAt: 2026-01-02T00:00Z"), [
    "maintenance[0].endsAt: must lie after startsAt",
  ]);
});
