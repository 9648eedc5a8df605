import assert from "node:assert/strict";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { listDeclaredNames } from "./list-declared-names.ts";
import { type DeclarationList, lists } from "./list.ts";
import { createDeclaring } from "./testing/declaring.ts";

const { database, start, linesOf } = await createDeclaring();

const folder = await mkdtempDisposable(join(tmpdir(), "vedette-declarations-"));
after(() => folder.remove());

const dataStream = (version: string, profiles: readonly string[]) => `<?xml version="1.0"?>
<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2" id="xccdf_org.example_benchmark_small">
  <status>draft</status><title>Small</title><version>${version}</version>
  ${profiles
    .map(
      (name) => `<Profile id="xccdf_org.example_profile_${name}"><title>${name}</title>
    <select idref="xccdf_org.example_rule_one" selected="true"/></Profile>`,
    )
    .join("\n")}
  <Rule id="xccdf_org.example_rule_one" selected="false" severity="high"><title>One</title></Rule>
</Benchmark>
`;
const streamPath = join(folder.path, "small-ds.xml");
await writeFile(streamPath, dataStream("1", ["standard"]));

/** Every list, with every key that an item of it can have, somewhere. */
const everything = `
plan: { sensorLimit: 500 }
companies: [{ name: Acme }, { name: Beta }]
collectors: [{ name: berlin, targets: { allow: [10.0.0.0/8], deny: [10.9.0.0/16] } }, { name: bare }]
sensors:
  - { name: switch, type: snmp, target: 10.0.0.2, company: Acme, tags: [core, "a,b{}"],
      snmp: { version: 2c, community: s3cret-community }, interfaces: [Gi0/1, Gi0/2], host: [cpu, "storage:/", storage] }
  - { name: router, type: snmp, target: "10.0.0.1:1161", snmp: { version: 3, user: mon, level: authPriv, authProtocol: SHA-256,
      authPassword: s3cret-auth, privProtocol: AES, privPassword: s3cret-priv }, host: [uptime] }
  - { name: web, type: http, target: "https://a.test/", parent: switch, intervalSec: 300, failuresBeforeDown: 1,
      http: { headers: { Authorization: s3cret-header, X-Plain.Key: s3cret-other }, body: "$\${x}", jsonPath: { path: $.a, equals: null },
      basicAuth: { user: u, password: s3cret-basic } } }
  - { name: api, type: http, target: "https://b.test/", http: { bearerToken: s3cret-bearer } }
  - { name: ssh, type: tcp, target: "10.0.0.3:22", collector: berlin, parent: web, tcp: { banner: /^SSH/ } }
  - { name: cert, type: tls, target: c.test, tls: { minDaysLeft: 20, starttls: smtp } }
  - { name: off, type: icmp, target: 10.0.0.9, enabled: false }
maintenance:
  - { name: nightly, cron: "0 2 * * *", timezone: Europe/Berlin, durationMin: 30, sensors: [web], companies: [Acme], tags: [core] }
  - { name: once, startsAt: "2026-12-01T22:00:00+01:00", endsAt: "2026-12-02T02:00:00+01:00" }
sites:
  - { name: HQ, company: Acme, subnets: [10.1.0.0/16, "fd00::/64"], timezone: Europe/Berlin }
  - { name: bare }
probes: [{ name: branch, company: Acme, targets: { deny: [10.1.9.0/24] } }, { name: plain }]
scans:
  - { name: look, site: HQ, type: discovery, targets: [10.1.0.0/24], exclude: [10.1.0.1] }
  - { name: ports, site: HQ, probe: branch, type: ports, targets: [10.1.0.0/24], ports: top-100, schedule: "0 3 * * *", enabled: false }
  - { name: whole, site: HQ, type: full, targets: [10.1.0.0/24, host.test], ports: "22,80", udpPorts: none, nmap: false, includeFragile: true,
      schedule: "0 4 * * 0", timezone: UTC, budget: { totalPerSec: unlimited, perHostPerSec: 10 }, connectTimeoutMs: 500 }
  - { name: usual, site: bare, type: full, targets: [192.0.2.1] }
bundles:
  - { name: small, file: ${streamPath} }
  - { name: there, content: ssg-debian12-ds.xml }
audits:
  - { name: weekly, bundle: small, profile: standard, site: HQ, tags: [web], schedule: "0 5 * * 1", limits: { timeMinutes: 20 }, keepArf: true }
  - { name: bare, bundle: there, profile: anssi }
directories:
  - { name: ad, type: active_directory, site: HQ, probe: branch, url: "ldaps://dc1.acme.test", user: reader@acme.test,
      password: s3cret-directory, baseDn: "DC=acme,DC=test", schedule: "0 4 * * *", thresholds: { staleAccountDays: 90 } }
  - { name: cloud, type: entra, tenantId: acme.test, clientId: 6a0c1ad3-6d3c-4a3c-9f3e-0d3f2f2c9b11, clientSecret: s3cret-client }
`;

const tenantOfAll = await start(everything);

/** What a list has, as other declarations refer to it. */
async function itemsOf(list: DeclarationList) {
  const { tenantId } = tenantOfAll;
  const { items } = await listDeclaredNames(database.forTenant(tenantId), tenantId, list, {
    table: { sort: "name", descending: false, limit: 100, offset: 0 },
    search: null,
    companyIds: null,
  });
  return items;
}

for (const list of lists) {
  test(`what a file declares under ${list} is shown without secrets, and put back changes nothing`, async () => {
    const { ask } = tenantOfAll;
    const items = await itemsOf(list);
    assert.ok(items.length > 0);
    for (const { id, name } of items) {
      const reply = await ask("GET", `/declarations/${list}/${id}`);
      assert.equal(reply.statusCode, 200, reply.body);
      assert.ok(!reply.body.includes("s3cret"), reply.body);
      const { item, version } = reply.json();
      assert.equal(item.name, name);
      const put = await ask("PUT", `/declarations/${list}/${id}?version=${version}`, item);
      assert.equal(put.statusCode, 200, put.body);
      assert.deepEqual(put.json(), {
        id,
        changes: [],
        warnings: put.json().warnings,
        token: null,
        faults: [],
      });
    }
  });
}

test("after all of it was put back, the file itself changes nothing either", async () => {
  assert.deepEqual(
    await linesOf(`tenant: ${tenantOfAll.tenant}\n${everything}`, { prune: true }),
    [],
  );
});

test("what is made item by item is what a file would have made", async () => {
  const { ask } = tenantOfAll;
  const { tenant: other, ask: make } = await start("plan: { sensorLimit: 500 }");
  const secrets: Record<string, object> = {
    switch: { snmp: { version: "2c", community: "s3cret-community" } },
    router: {
      snmp: {
        version: 3,
        user: "mon",
        level: "authPriv",
        authProtocol: "SHA-256",
        authPassword: "s3cret-auth",
        privProtocol: "AES",
        privPassword: "s3cret-priv",
      },
    },
    api: { http: { bearerToken: "s3cret-bearer" } },
    small: { data: Buffer.from(dataStream("1", ["standard"])).toString("base64") },
    ad: { password: "s3cret-directory" },
    cloud: { clientSecret: "s3cret-client" },
  };
  for (const list of lists) {
    const items = await itemsOf(list);
    // Those that others refer to come first, as in the file.
    const sorted = list === "sensors" ? items.toSorted(byNeed) : items;
    for (const { id, name } of sorted) {
      if (name === "embedded") continue;
      const { item } = (await ask("GET", `/declarations/${list}/${id}`)).json();
      const whole = { ...item, ...secrets[name] };
      if (name === "web") {
        whole.http.headers = { Authorization: "s3cret-header", "X-Plain.Key": "s3cret-other" };
        whole.http.basicAuth.password = "s3cret-basic";
      }
      const reply = await make("POST", `/declarations/${list}`, whole);
      assert.equal(reply.statusCode, 201, `${list} ${name}: ${reply.body}`);
      assert.equal(reply.json().token !== null, ["collectors", "probes"].includes(list));
    }
  }
  assert.deepEqual(await linesOf(`tenant: ${other}\n${everything}`, { prune: true }), []);
});

function byNeed(a: { name: string }, b: { name: string }): number {
  const order = ["switch", "web", "ssh"];
  return order.indexOf(a.name) - order.indexOf(b.name);
}
