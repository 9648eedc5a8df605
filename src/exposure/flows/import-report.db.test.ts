import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { hostRefOf, openReport } from "#exposure/imports";
import { statement } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { seedAssets } from "#test/exposure-rows";
import { loadFeeds } from "#test/feeds";
import { operatorOf, seedScanPlace } from "#test/scan-fixture";
import { type ImportOutcome, importReport } from "./import-report.ts";

const made = await createTestDatabase();
const { database } = made;
const folder = fileURLToPath(new URL("../../../test/fixtures/reports/", import.meta.url));
const afterAll = Date.UTC(2026, 10, 21);
let dir = "";

before(async () => {
  await loadFeeds(made);
  dir = await mkdtemp(join(tmpdir(), "vedette-import-"));
});
after(() => rm(dir, { recursive: true }));

interface Row {
  ip: string;
  protocol: string;
  port: number;
  weakness: string;
  package: string;
  status: string;
  severity: string;
  cvss_score: number | null;
  kev: boolean;
  confidence: number;
  title: string;
  remediation: string;
  last_seen_at: number;
  evidence: { import?: { sources: string[]; text: string }; scan?: object };
}

const allFindings = statement<[tenantId: string], Row>(
  "test.import.findings",
  `select host(a.ip) as ip, f.* from findings f join assets a on a.tenant_id = f.tenant_id and a.id = f.asset_id
   where f.tenant_id = $1 order by a.ip, f.port, f.weakness, f.package`,
);
const allAssets = statement<
  [tenantId: string],
  { hostname: string | null; os: string | null; open_ports: number[]; mac_address: string }
>(
  "test.import.assets",
  "select hostname, os, open_ports, mac_address from assets where tenant_id = $1 order by ip",
);
const dump = statement<[tenantId: string], { text: string }>(
  "test.import.dump",
  `select f::text as text from findings f where tenant_id = $1
   union all select a::text from assets a where tenant_id = $1
   union all select s::text from services s where tenant_id = $1
   union all select e::text from finding_events e where tenant_id = $1 order by 1`,
);
const audited = statement<[tenantId: string], { action: string; detail: { file: string } }>(
  "test.import.audit",
  "select action, detail from audit_log where tenant_id = $1",
);

class Scene {
  readonly tenantId: string;
  now = afterAll;
  constructor(tenantId: string) {
    this.tenantId = tenantId;
  }

  static async make(): Promise<Scene> {
    return new Scene((await seedScanPlace(database)).tenantId);
  }

  /** @param change what of the file's text is replaced by what. */
  async import(
    name: string,
    {
      change = [],
      host = null,
    }: { change?: [string | RegExp, string][]; host?: string | null } = {},
  ): Promise<ImportOutcome> {
    let text = await readFile(join(folder, name), "utf8");
    for (const [from, to] of change) {
      const changed = text.replaceAll(from, to);
      assert.notEqual(changed, text, `${String(from)} is in ${name}`);
      text = changed;
    }
    const path = join(dir, name);
    await writeFile(path, text);
    const report = await openReport(path, { host: host === null ? null : hostRefOf(host) });
    const context = operatorOf(database, this.tenantId, () => this.now);
    return importReport(context, { site: "HQ", report });
  }

  async rows(): Promise<Row[]> {
    return database.forTenant(this.tenantId).run(allFindings, [this.tenantId]);
  }

  async findings(): Promise<string[]> {
    return (await this.rows()).map(
      (row) => `${row.ip} ${row.protocol}/${row.port} ${row.weakness} ${row.status}`,
    );
  }

  async assets() {
    return database.forTenant(this.tenantId).run(allAssets, [this.tenantId]);
  }

  async everything(): Promise<string[]> {
    const rows = await database.forTenant(this.tenantId).run(dump, [this.tenantId]);
    return rows.map(({ text }) => text);
  }
}

test("a Nessus report becomes assets and findings, rated by our feeds where they know the CVE", async () => {
  const scene = await Scene.make();
  const outcome = await scene.import("scan.nessus");
  assert.partialDeepStrictEqual(outcome, {
    format: "nessus",
    hosts: 2,
    findings: 5,
    made: 5,
    reopened: 0,
    resolved: 0,
    passedOver: [{ reason: "a compliance check, which is no finding", count: 1 }],
  });
  assert.deepEqual(await scene.findings(), [
    "10.20.0.5 /0 nessus:19506 open",
    "10.20.0.5 tcp/22 CVE-2017-7494 open",
    "10.20.0.5 tcp/22 CVE-2025-26465 open",
    "10.20.0.5 tcp/443 CVE-2019-20372 open",
    "10.20.0.6 udp/53 nessus:12217 open",
  ]);
  const rows = await scene.rows();
  const ofOpenssh = rows.find(({ weakness }) => weakness === "CVE-2025-26465");
  // NVD gives 6.8; the report, which rates the plugin and not the CVE, 9.8.
  assert.partialDeepStrictEqual(ofOpenssh ?? {}, {
    severity: "MEDIUM",
    cvss_score: 6.8,
    confidence: 97,
  });
  assert.equal(rows.find(({ weakness }) => weakness === "CVE-2017-7494")?.kev, true);
  const nginx = rows.find(({ weakness }) => weakness === "CVE-2019-20372");
  assert.equal(nginx?.remediation, "Upgrade to nginx version 1.17.7 or later.");
  assert.deepEqual(nginx?.evidence.import?.sources, ["nessus Basic Network Scan"]);
  assert.equal(nginx?.last_seen_at, 1_790_000_600_000);
  const [web] = await scene.assets();
  assert.partialDeepStrictEqual(web ?? {}, {
    hostname: "web.example.test",
    os: "Linux Kernel 6.1 on Debian 12.0",
    open_ports: [22, 443],
    mac_address: "00:16:3e:00:20:05",
  });
  const log = await database.forTenant(scene.tenantId).run(audited, [scene.tenantId]);
  assert.deepEqual(
    log.map(({ action }) => action),
    ["report.import"],
  );
});

test("a report that is taken in again changes nothing", async () => {
  const scene = await Scene.make();
  const all = ["nmap.xml", "scan.nessus", "openvas.xml", "nuclei.jsonl", "code.sarif"];
  for (const name of all) await scene.import(name);
  for (const name of ["trivy.json", "grype.json"]) await scene.import(name, { host: "10.20.0.9" });
  const before = await scene.everything();
  assert.ok(before.length > 30);
  scene.now += 3_600_000;
  for (const name of all) {
    const { made, reopened, resolved } = await scene.import(name);
    assert.deepEqual([name, made, reopened, resolved], [name, 0, 0, 0]);
  }
  for (const name of ["trivy.json", "grype.json"]) {
    const { made, reopened, resolved } = await scene.import(name, { host: "10.20.0.9" });
    assert.deepEqual([name, made, reopened, resolved], [name, 0, 0, 0]);
  }
  assert.deepEqual(await scene.everything(), before);
});

const later: [string, string] = ["1790000600", "1790090600"];
const withoutNginx: [RegExp, string] = [/<ReportItem port="443"[\s\S]*?<\/ReportItem>/g, ""];

test("what a later report of the same policy does not contain is resolved, on hosts that it scanned to the end", async () => {
  const scene = await Scene.make();
  await scene.import("scan.nessus");
  const gone = await scene.import("scan.nessus", {
    change: [later, withoutNginx, [/<ReportItem port="53"[\s\S]*?<\/ReportItem>/g, ""]],
  });
  assert.equal(gone.resolved, 1);
  const statuses = new Map((await scene.rows()).map((row) => [row.weakness, row.status]));
  assert.equal(statuses.get("CVE-2019-20372"), "resolved");
  // The second host was not scanned to its end.
  assert.equal(statuses.get("nessus:12217"), "open");
  const back = await scene.import("scan.nessus", { change: [["1790000600", "1790190600"]] });
  assert.deepEqual([back.reopened, back.made], [1, 0]);
});

test("another policy, a scan without login, an older report and another host resolve nothing", async () => {
  const scene = await Scene.make();
  const credentialed: [string, string] = [`"Credentialed_Scan">false`, `"Credentialed_Scan">true`];
  await scene.import("scan.nessus", { change: [credentialed] });
  const narrower: [string | RegExp, string][][] = [
    [later, withoutNginx],
    [later, withoutNginx, ["Basic Network Scan</tag>", "Web only</tag>"]],
    [credentialed, withoutNginx, ["1790000600", "1780000600"]],
    [
      later,
      credentialed,
      withoutNginx,
      ["10.20.0.5", "10.20.0.55"],
      ["00:16:3E:00:20:05", "00:16:3E:00:20:55"],
      ["web.example", "web2.example"],
    ],
  ];
  for (const change of narrower) {
    assert.equal((await scene.import("scan.nessus", { change })).resolved, 0);
  }
  const whole = await scene.import("scan.nessus", { change: [later, credentialed, withoutNginx] });
  assert.equal(whole.resolved, 1);
});

test("what two products see stays until neither does", async () => {
  const scene = await Scene.make();
  const host = "10.20.0.9";
  await scene.import("trivy.json", { host });
  await scene.import("trivy.json", {
    host,
    change: [
      ["app:1.2", "other:7"],
      ["15:00:00", "15:30:00"],
    ],
  });
  const found = (await scene.rows()).find(({ weakness }) => weakness === "CVE-2024-6387");
  assert.deepEqual(found?.evidence.import?.sources, [
    "trivy registry.example.test/app:1.2 packages",
    "trivy registry.example.test/other:7 packages",
  ]);
  const fixed: [string, string] = ["CVE-2024-6387", "CVE-2024-0001"];
  await scene.import("trivy.json", { host, change: [fixed, ["15:00:00", "16:00:00"]] });
  const statusOf = async () =>
    (await scene.rows()).find(({ weakness }) => weakness === "CVE-2024-6387")?.status;
  assert.equal(await statusOf(), "open");
  const second = await scene.import("trivy.json", {
    host,
    change: [fixed, ["app:1.2", "other:7"], ["15:00:00", "17:00:00"]],
  });
  assert.deepEqual([second.resolved, await statusOf()], [1, "resolved"]);
});

test("what nmap found is matched by our own feeds, and resolved once its port is closed or its version mended", async () => {
  const scene = await Scene.make();
  const first = await scene.import("nmap.xml");
  assert.equal(first.hosts, 1);
  const before = await scene.findings();
  assert.ok(before.includes("10.20.0.4 tcp/2222 CVE-2025-26465 open"), before.join());
  assert.ok(
    before.some((one) => /tcp\/8080 CVE-.* open/.test(one)),
    before.join(),
  );
  const closed = await scene.import("nmap.xml", {
    change: [
      [/<port protocol="tcp" portid="8080">.*<\/port>/g, ""],
      ["2+deb12u2", "2+deb12u7"],
      [/(?<=time=")1790000/g, "1790009"],
    ],
  });
  assert.ok(closed.resolved >= 2);
  const after = await scene.findings();
  assert.ok(after.includes("10.20.0.4 tcp/2222 CVE-2025-26465 resolved"), after.join());
  assert.ok(!after.some((one) => /tcp\/8080 CVE-.* open/.test(one)), after.join());
});

test("a report in which something is broken changes nothing, however late it breaks", async () => {
  const scene = await Scene.make();
  const before = await scene.everything();
  // More than one batch of it was saved by then.
  const items = Array.from(
    { length: 2_500 },
    (_, i) => `<ReportItem port="0" protocol="tcp" severity="1" pluginID="${i}" pluginName="x"/>`,
  ).join("");
  const hosts = Array.from(
    { length: 3 },
    (_, i) => `<ReportHost name="10.21.0.${i + 1}">${items}</ReportHost>`,
  ).join("");
  await assert.rejects(
    scene.import("scan.nessus", {
      change: [
        ["</Report>", `${hosts}</Report>`],
        ["</NessusClientData_v2>", "</Nessus"],
      ],
    }),
    /scan\.nessus cannot be taken in: it is no XML/,
  );
  assert.deepEqual(await scene.everything(), before);
  const log = await database.forTenant(scene.tenantId).run(audited, [scene.tenantId]);
  assert.deepEqual(log, []);
  const whole = await scene.import("scan.nessus", { change: [["</Report>", `${hosts}</Report>`]] });
  assert.deepEqual([whole.hosts, whole.made], [5, 7_505]);
});

test("findings of a host that is only named go to the asset of that name; without one they are left out, and it is told", async () => {
  const scene = await Scene.make();
  const first = await scene.import("nuclei.jsonl");
  const reason = "findings at web.example.test, a name that no asset has, or several have";
  assert.deepEqual(first.passedOver.at(-1), { reason, count: 1 });
  assert.deepEqual(await scene.findings(), [
    "10.20.0.8 tcp/8443 CVE-2021-44228 open",
    "10.20.0.8 tcp/8443 nuclei:tls-version:tls12 open",
  ]);
  await seedAssets(database, scene.tenantId, [{ ip: "10.20.0.20", hostname: "web.example.test" }]);
  const second = await scene.import("nuclei.jsonl");
  assert.deepEqual([second.made, second.passedOver.length], [1, 1]);
  assert.ok((await scene.findings()).includes("10.20.0.20 /0 nuclei:caa-fingerprint open"));
  await seedAssets(database, scene.tenantId, [{ ip: "10.20.0.21", hostname: "web.example.test" }]);
  const third = await scene.import("nuclei.jsonl");
  assert.deepEqual(third.passedOver.at(-1), { reason, count: 1 });
});

test("an unknown site is refused, and a key that may only read takes nothing in", async () => {
  const scene = await Scene.make();
  const report = await openReport(join(folder, "scan.nessus"), { host: null });
  const context = operatorOf(database, scene.tenantId, () => scene.now);
  await assert.rejects(importReport(context, { site: "nowhere", report }), {
    code: "not_found",
    message: 'There is no site named "nowhere".',
  });
  await assert.rejects(importReport({ ...context, scopes: ["read"] }, { site: "HQ", report }), {
    code: "forbidden",
  });
});
