import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { newId } from "#lib/ids";
import { statement, withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { askExposure, createExposureApp, createExposureKey } from "#test/exposure-app";
import { seedExposure } from "#test/exposure-fixture";
import { type SeedFinding, seedAssets, seedFindings, seedSite } from "#test/exposure-rows";
import { seedTenant } from "#test/seed";

const db = await createTestDatabase();
const { database } = db;
const app = await createExposureApp(database);
const fixture = await seedExposure(db, "findings");
const ask = askExposure(app, fixture.write);

function sql(text: string, values: unknown[]) {
  return withClient(db.admin, undefined, (client) => client.query(text, values));
}

/** As the program does it: what follows from it is under row-level security. */
const deleteAnAsset = statement<[tenantId: string], never>(
  "test.delete-an-asset",
  "delete from assets where tenant_id = $1 and id in (select id from assets where tenant_id = $1 limit 1)",
);

interface Finding {
  id: string;
  severity: string;
  cvssScore?: number;
  epssScore?: number;
  lastSeenAt: number;
  siteId?: string;
  confidence: number;
  assetId: string;
  cve?: string;
}

const severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFO"] as const;

/** The order of the contract: severity, then the three descending, what is missing last, then id. */
function inOrder(one: Finding, other: Finding): number {
  const rank = ({ severity }: Finding) => severities.indexOf(severity as "INFO");
  return (
    rank(one) - rank(other) ||
    (other.cvssScore ?? -1) - (one.cvssScore ?? -1) ||
    (other.epssScore ?? -1) - (one.epssScore ?? -1) ||
    other.lastSeenAt - one.lastSeenAt ||
    (one.id < other.id ? -1 : 1)
  );
}

/** A tenant of its own with findings of every kind, many of which are equal in all but their id. */
async function manyFindings(count: number) {
  const { tenantId } = await seedTenant(database);
  const sites = [await seedSite(database, tenantId), await seedSite(database, tenantId), null];
  const assets = await seedAssets(
    database,
    tenantId,
    Array.from({ length: 20 }, (_, i) => ({ ip: `10.0.0.${i}`, hostname: `host-${i}` })),
  );
  const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T;
  const findings = Array.from({ length: count }, (_, n): SeedFinding => {
    const random = Math.imul(n + 1, 2654435761) >>> 8;
    return {
      assetId: pick(assets, random),
      siteId: pick(sites, random >> 3),
      severity: pick(severities, random >> 5),
      cvssScore: pick([null, 0, 3.3, 5.5, 7.5, 9.8, 10, 7.3], random >> 7),
      epssScore: pick([null, 0, 0.0001, 0.5, 0.97, 1], random >> 9),
      lastSeenAt: 1_790_000_000_000 + (random % 3),
      cve: pick([null, "CVE-2024-6387", "CVE-2021-44228"], random >> 11),
      confidence: pick([10, 50, 80, 100], random >> 4),
      status: pick(["open", "in_progress", "open", "resolved", "accepted"], random >> 6),
    };
  });
  await seedFindings(database, tenantId, findings);
  const key = await createExposureKey(database, tenantId, "read");
  return { tenantId, sites, assets, key, ask: askExposure(app, key) };
}

const many = await manyFindings(4000);

test("a finding shows its fields; what does not apply is left out", async () => {
  const { findings } = (await ask("GET", "/findings")).json();
  assert.deepEqual(findings, [
    {
      id: fixture.critical,
      assetIp: "10.1.0.7",
      hostname: "web.berlin.test",
      assetId: fixture.server,
      port: 443,
      protocol: "tcp",
      service: "ssh",
      package: "openssh",
      title: "OpenSSH: regreSSHion",
      weakness: "CVE-2024-6387",
      cve: "CVE-2024-6387",
      severity: "CRITICAL",
      cvssScore: 9.8,
      epssScore: 0.91,
      epssPercentile: 0.99,
      kev: true,
      ransomware: true,
      riskScore: 74.5,
      confidence: 80,
      remediation: "Update it.",
      remediationStatus: "open",
      firstSeenAt: 1780000000000,
      lastSeenAt: 1790000000000,
      siteId: fixture.siteId,
    },
    {
      id: fixture.info,
      assetIp: "10.1.0.7",
      hostname: "web.berlin.test",
      assetId: fixture.server,
      title: "An SNMP agent answers to public",
      weakness: "snmp_public",
      severity: "INFO",
      kev: false,
      ransomware: false,
      riskScore: 0,
      confidence: 100,
      remediation: "Change it.",
      remediationStatus: "in_progress",
      firstSeenAt: 1780000000000,
      lastSeenAt: 1790000000000,
    },
  ]);
});

test("one finding alone, whatever its status, tells what it rests on and what became of it", async () => {
  const detail = (await ask("GET", `/findings/${fixture.critical}`)).json();
  assert.equal(detail.cvssVector, "CVSS:3.1/AV:N");
  assert.equal(detail.ssvc, "active");
  assert.deepEqual(detail.riskFactors.severity, {
    value: 0.98,
    because: "its CVSS base score is 9.8",
  });
  assert.equal(detail.evidence.scan.banner, "SSH-2.0-OpenSSH_9.2p1");
  assert.deepEqual(detail.history, [
    { at: 1780000000000, to: "open", by: "system", byKind: "system", notes: "seen by a scan" },
  ]);
  for (const [id, status, times] of [
    [fixture.resolved, "resolved", { resolvedAt: 1785000000000 }],
    [fixture.accepted, "accepted", { acceptedUntil: 1900000000000 }],
    [fixture.falsePositive, "false_positive", {}],
  ] as const) {
    const { remediationStatus, statusAt, resolvedAt, acceptedUntil, history } = (
      await ask("GET", `/findings/${id}`)
    ).json();
    assert.deepEqual([remediationStatus, statusAt, history], [status, 1785000000000, []]);
    const shown = Object.entries({ resolvedAt, acceptedUntil }).filter(
      ([, at]) => at !== undefined,
    );
    assert.deepEqual(Object.fromEntries(shown), times);
  }
});

test("the whole list is in the contract's order, and holds what is open or in progress only", async () => {
  const { findings, total, count } = (await many.ask("GET", "/findings")).json();
  const { rows } = await sql(
    "select count(*)::int as open from findings where tenant_id = $1 and status in ('open', 'in_progress')",
    [many.tenantId],
  );
  assert.ok(rows[0].open > 2000);
  assert.deepEqual([total, count, findings.length], [rows[0].open, rows[0].open, rows[0].open]);
  assert.deepEqual(findings, findings.toSorted(inOrder));
  for (const { remediationStatus } of findings) {
    assert.ok(["open", "in_progress"].includes(remediationStatus));
  }
});

test("any page of any filter is the same part of the whole list, and its total counts all that match", async () => {
  const whole: Finding[] = (await many.ask("GET", "/findings")).json().findings;
  const site = many.sites.find((one) => one !== null) ?? "";
  const [asset = ""] = many.assets;
  const filters: Record<string, [string, (finding: Finding) => boolean][]> = {
    siteId: [
      ["", () => true],
      [`siteId=${site}&`, ({ siteId }) => siteId === site],
    ],
    severity: [
      ["", () => true],
      ["severity=HIGH&", ({ severity }) => severity === "HIGH"],
      ["severity=INFO&", ({ severity }) => severity === "INFO"],
    ],
    other: [
      ["", () => true],
      [`assetId=${asset}&`, ({ assetId }) => assetId === asset],
      ["cve=cve-2024-6387&", ({ cve }) => cve === "CVE-2024-6387"],
      [
        `assetId=${asset}&cve=CVE-2024-6387&`,
        ({ assetId, cve }) => assetId === asset && cve === "CVE-2024-6387",
      ],
    ],
    confidence: [
      ["", () => true],
      ["minConfidence=80&", ({ confidence }) => confidence >= 80],
      ["minConfidence=0&", () => true],
    ],
  };
  const anyFilter = fc.tuple(
    ...Object.values(filters).map((choices) => fc.constantFrom(...choices)),
  );
  await fc.assert(
    fc.asyncProperty(
      anyFilter,
      fc.integer({ min: 1, max: 1200 }),
      fc.double({ min: 0, max: 1.05, noNaN: true }),
      async (chosen, limit, share) => {
        const matching = whole.filter((finding) => chosen.every(([, holds]) => holds(finding)));
        const offset = Math.floor(matching.length * share);
        const query = chosen.map(([text]) => text).join("");
        const reply = await many.ask("GET", `/findings?${query}limit=${limit}&offset=${offset}`);
        const { findings, ...envelope } = reply.json();
        const expected = matching.slice(offset, offset + Math.min(limit, 1000));
        assert.deepEqual(findings, expected, query);
        assert.deepEqual(envelope, {
          count: expected.length,
          limit: Math.min(limit, 1000),
          offset,
          hasMore: offset + expected.length < matching.length,
          total: matching.length,
        });
      },
    ),
    { numRuns: 150 },
  );
});

test("a filtered list longer than a page is sent whole, too", async () => {
  const { findings: whole } = (await many.ask("GET", "/findings")).json();
  const site = many.sites.find((one) => one !== null) ?? "";
  const sure = whole.filter(({ confidence }: Finding) => confidence >= 50);
  assert.ok(sure.length > 1000);
  assert.deepEqual((await many.ask("GET", "/findings?minConfidence=50")).json().findings, sure);
  const cve = whole.filter((finding: Finding) => finding.cve === "CVE-2021-44228");
  const listed = (await many.ask("GET", "/findings?cve=CVE-2021-44228")).json().findings;
  assert.deepEqual(listed, cve);
  const ofSite = whole.filter(({ siteId }: Finding) => siteId === site);
  assert.deepEqual((await many.ask("GET", `/findings?siteId=${site}`)).json().findings, ofSite);
  const later = (await many.ask("GET", "/findings?offset=700")).json();
  assert.deepEqual(later.findings, whole.slice(700));
});

test("filters that cannot match have nothing, and those that cannot be understood are refused", async () => {
  for (const query of [
    `assetId=${newId()}`,
    "assetId=nonsense",
    `assetId=${fixture.server}`,
    "cve=nonsense",
    "cve=CVE-1999-0001",
    "cve=%00",
    "cve=",
  ]) {
    const { total, findings } = (await many.ask("GET", `/findings?${query}`)).json();
    assert.deepEqual([total, findings], [0, []], query);
  }
  for (const query of [
    "severity=high",
    "severity=",
    "severity=HIGH,LOW",
    "severity=HIGH&severity=LOW",
    "minConfidence=101",
    "minConfidence=-1",
    "minConfidence=8.5",
    "minConfidence=",
    "cve=CVE-2024-6387&cve=CVE-2024-6387",
  ]) {
    const reply = await many.ask("GET", `/findings?${query}`);
    assert.equal(reply.statusCode, 400, query);
    assert.equal(reply.json().details[0].path, query.split("=")[0]);
  }
});

test("totals are true whatever happens to findings, assets and sites, in whatever order", async () => {
  const { tenantId } = await seedTenant(database);
  const sites = [await seedSite(database, tenantId), await seedSite(database, tenantId)];
  const site = fc.constantFrom(...sites, null);
  const status = fc.constantFrom("open", "in_progress", "resolved", "accepted", "false_positive");
  const score = fc.constantFrom(null, 0, 5.5, 9.8);
  const few = fc.integer({ min: 0, max: 6 });
  const step = fc.oneof(
    fc.record({ kind: fc.constant("insert"), site, status, score, few }),
    fc.record({ kind: fc.constant("status"), site, status, score, few }),
    fc.record({ kind: fc.constant("move"), site, status, score, few }),
    fc.record({ kind: fc.constant("rate"), site, status, score, few }),
    fc.record({ kind: fc.constant("doubt"), site, status, score, few }),
    fc.record({ kind: fc.constant("delete"), site, status, score, few }),
    fc.record({ kind: fc.constant("delete asset"), site, status, score, few }),
  );
  const some =
    "id in (select id from findings where tenant_id = $1 order by md5(id::text) limit $2)";
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      for (const one of steps) {
        if (one.kind === "insert") {
          const [assetId = ""] = await seedAssets(database, tenantId, [{}]);
          const finding = { assetId, siteId: one.site, status: one.status, cvssScore: one.score };
          await seedFindings(
            database,
            tenantId,
            Array.from({ length: one.few }, () => finding),
          );
        } else if (one.kind === "delete") {
          await sql(`delete from findings where tenant_id = $1 and ${some}`, [tenantId, one.few]);
        } else if (one.kind === "delete asset") {
          await database.forTenant(tenantId).run(deleteAnAsset, [tenantId]);
        } else {
          const [column, value] = {
            status: ["status", one.status],
            move: ["site_id", one.site],
            rate: ["cvss_score", one.score],
            doubt: ["confidence", one.few * 10],
          }[one.kind] as [string, string | number | null];
          await sql(`update findings set ${column} = $3 where tenant_id = $1 and ${some}`, [
            tenantId,
            one.few,
            value,
          ]);
        }
      }
      const { rows } = await sql(
        `select place, rank, sure, coalesce(counted.open, 0)::int as counted, coalesce(totals.open, 0)::int as total
         from (
           select place, list_rank as rank, confidence as sure, count(*) as open
           from findings cross join lateral (
             select '00000000-0000-0000-0000-000000000000'::uuid as place union all select site_id) as places
           where tenant_id = $1 and status in ('open', 'in_progress') and place is not null group by 1, 2, 3) as counted
         full join (
           select site_id as place, list_rank as rank, confidence as sure, open from finding_totals where tenant_id = $1
         ) as totals using (place, rank, sure)`,
        [tenantId],
      );
      for (const { place, rank, sure, counted, total } of rows) {
        assert.equal(total, counted, `site ${place}, rank ${rank}, confidence ${sure}`);
      }
    }),
    { numRuns: 40 },
  );
});

test("two who change findings of one site at once are both counted", async () => {
  const { tenantId } = await seedTenant(database);
  const siteId = await seedSite(database, tenantId);
  const assets = await seedAssets(
    database,
    tenantId,
    Array.from({ length: 8 }, () => ({})),
  );
  await Promise.all(
    assets.map((assetId, i) =>
      seedFindings(
        database,
        tenantId,
        Array.from({ length: 50 }, (_, n) => ({
          assetId,
          siteId,
          // In opposite orders.
          severity: severities[(i % 2 === 0 ? n : 49 - n) % 5] ?? "LOW",
        })),
      ),
    ),
  );
  const key = await createExposureKey(database, tenantId, "read");
  const { total } = (
    await askExposure(app, key)("GET", `/findings?siteId=${siteId}&limit=1`)
  ).json();
  assert.equal(total, 400);
});

test("a whole list has a tag that lasts while nothing shown changes, and changes when anything does", async () => {
  const tagOf = async () => String((await many.ask("HEAD", "/findings")).headers["etag"]);
  const tag = await tagOf();
  assert.match(tag, /^W\/"/);
  assert.equal((await many.ask("GET", "/findings")).headers["etag"], tag);
  const url = "/exposure/public/v1/findings";
  const headers = { ...many.key.headers, "if-none-match": tag };
  const same = await app.inject({ url, headers });
  assert.deepEqual([same.statusCode, same.body, same.headers["etag"]], [304, "", tag]);

  const { findings } = (await many.ask("GET", "/findings?limit=1&offset=1500")).json();
  const of = (id: string) => [many.tenantId, id];
  for (const [change, values] of [
    ["update findings set title = 'another' where tenant_id = $1 and id = $2", of(findings[0].id)],
    ["update findings set kev = true where tenant_id = $1 and id = $2", of(findings[0].id)],
    [
      "update findings set status = 'resolved' where tenant_id = $1 and id = $2",
      of(findings[0].id),
    ],
    [
      "update assets set hostname = 'renamed' where tenant_id = $1 and id = $2",
      of(many.assets[0] ?? ""),
    ],
    ["update assets set ip = null where tenant_id = $1 and id = $2", of(many.assets[0] ?? "")],
    ["delete from findings where tenant_id = $1 and id = $2", of(findings[0].id)],
  ] as const) {
    const before = await tagOf();
    await sql(change, [...values]);
    assert.notEqual(await tagOf(), before, change);
  }
  assert.equal((await app.inject({ url, headers })).statusCode, 200);
  const before = await tagOf();
  await sql("update assets set os = 'Plan 9' where tenant_id = $1", [many.tenantId]);
  await sql("update findings set title = title where tenant_id = $1", [fixture.tenantId]);
  assert.equal(await tagOf(), before, "nothing that is shown to this tenant");
});

test("a whole list is sent in order, plain or compressed", async () => {
  const plain = await many.ask("GET", "/findings");
  const packed = await app.inject({
    url: "/exposure/public/v1/findings",
    headers: { ...many.key.headers, "accept-encoding": "gzip" },
  });
  assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body);
});

test("an asset that lost its address takes the address from its findings, which stay", async () => {
  const { tenantId } = await seedTenant(database);
  const [assetId = ""] = await seedAssets(database, tenantId, [{ ip: null }]);
  await seedFindings(database, tenantId, [{ assetId }]);
  const key = await createExposureKey(database, tenantId, "read");
  const { findings } = (await askExposure(app, key)("GET", "/findings")).json();
  assert.deepEqual([findings[0].assetId, "assetIp" in findings[0]], [assetId, false]);
});
