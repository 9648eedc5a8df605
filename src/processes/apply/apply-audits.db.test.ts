import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { requestAudit } from "#exposure/audits";
import { newId } from "#lib/ids";
import { formatChange } from "#platform/declarations";
import { createApplier } from "#test/apply";
import { seedAgent } from "#test/audit-fixture";
import { createTestDatabase } from "#test/database";
import { shippedDataStream } from "#test/scap-content";
import { operatorOf } from "#test/scan-fixture";

const testDatabase = await createTestDatabase();
const { database } = testDatabase;
const start = Date.parse("2026-11-20T12:00:00Z");
let clock = start;

const { apply, linesOf, refusalOf, rows } = createApplier(testDatabase, () => clock);

const directory = await mkdtemp(join(tmpdir(), "vedette-apply-audits-"));
after(() => rm(directory, { recursive: true }));

/** A tenant's name that no other test has. */
const fresh = () => `tenant ${newId()}`;

async function tenantIdOf(tenant: string): Promise<string> {
  const [found] = await rows("select id from tenants where name = $1", [tenant]);
  return String(found?.["id"]);
}

/** A benchmark with a profile of each name, as the file of the test's own; another version is another content. */
async function writeContent(
  file: string,
  version: string,
  profiles: readonly string[],
): Promise<string> {
  const path = join(directory, file);
  const texts = profiles.map(
    (name) => `<Profile id="xccdf_org.example_profile_${name}"><title>${name}</title>
    <select idref="xccdf_org.example_rule_one" selected="true"/></Profile>`,
  );
  const benchmark = `<?xml version="1.0" encoding="UTF-8"?>
<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2" id="xccdf_org.example_benchmark_small">
  <status>draft</status><title>Small</title><version>${version}</version>
  ${texts.join("\n  ")}
  <Rule id="xccdf_org.example_rule_one" selected="false" severity="high"><title>One</title></Rule>
</Benchmark>
`;
  await writeFile(path, benchmark);
  return path;
}

async function auditsOf(tenant: string): Promise<Record<string, unknown>[]> {
  return rows(
    `select a.name, b.name as bundle, a.profile, s.name as site, a.tags, a.schedule, a.time_zone, a.enabled,
       a.time_limit_sec, a.memory_limit_mb, a.keep_arf, a.next_run_at::float8 as next_run_at
     from audits a join tenants t on t.id = a.tenant_id join bundles b on b.id = a.bundle_id
     left join sites s on s.id = a.site_id where t.name = $1 order by a.name`,
    [tenant],
  );
}

const everything = (tenant: string, path: string) => `
tenant: ${tenant}
sites: [{ name: HQ, timezone: Europe/Berlin }]
bundles:
  - { name: small, file: ${path} }
  - { name: rhel-9, content: ssg-rhel9-ds.xml }
audits:
  - { name: baseline, bundle: small, profile: basic, site: HQ, tags: [web], schedule: "0 3 * * 0",
      limits: { timeMinutes: 20, memoryMb: 512 }, keepArf: true }
  - { name: on request, bundle: rhel-9, profile: cis }
`;

test("bundles and audits are made as the file says, and the second time nothing changes", async () => {
  clock = start;
  const tenant = fresh();
  const text = everything(tenant, await writeContent("first.xml", "1", ["basic", "full"]));
  const [planned] = await apply(text, { dryRun: true });
  const expected = [
    `+ tenant ${tenant}`,
    "+ site HQ",
    "+ bundle small",
    "+ bundle rhel-9",
    "+ audit baseline",
    "+ audit on request",
  ];
  assert.deepEqual(planned?.changes.map(formatChange), expected);
  assert.deepEqual(await rows("select from tenants where name = $1", [tenant]), []);
  assert.deepEqual(await linesOf(text), expected);
  assert.deepEqual(await auditsOf(tenant), [
    {
      name: "baseline",
      bundle: "small",
      profile: "xccdf_org.example_profile_basic",
      site: "HQ",
      tags: ["web"],
      schedule: "0 3 * * 0",
      time_zone: "Europe/Berlin",
      enabled: true,
      time_limit_sec: 1200,
      memory_limit_mb: 512,
      keep_arf: true,
      next_run_at: Date.parse("2026-11-22T02:00:00Z"),
    },
    {
      name: "on request",
      bundle: "rhel-9",
      profile: "cis",
      site: null,
      tags: [],
      schedule: null,
      time_zone: "UTC",
      enabled: true,
      time_limit_sec: 3600,
      memory_limit_mb: 1024,
      keep_arf: false,
      next_run_at: null,
    },
  ]);
  assert.deepEqual(await linesOf(text), []);
  assert.deepEqual(await linesOf(text, { prune: true }), []);
});

test("a data stream of the distribution is kept whole, and its short profile names are the full ones", async () => {
  const tenant = fresh();
  const text = `tenant: ${tenant}
bundles: [{ name: debian-11, file: ${shippedDataStream()} }]
audits: [{ name: a, bundle: debian-11, profile: anssi_np_nt28_minimal }]
`;
  await apply(text);
  const [kept] = await rows(
    `select b.bytes::int as bytes, b.gzip, a.profile from bundles b join audits a on a.bundle_id = b.id
     where b.tenant_id = $1`,
    [await tenantIdOf(tenant)],
  );
  assert.equal(kept?.["profile"], "xccdf_org.ssgproject.content_profile_anssi_np_nt28_minimal");
  assert.equal(gunzipSync(kept["gzip"] as Buffer).length, kept["bytes"]);
  assert.deepEqual(await linesOf(text), []);
  assert.deepEqual(await linesOf(text.replace("minimal", "high")), [
    "~ audit a (profile xccdf_org.ssgproject.content_profile_anssi_np_nt28_minimal → xccdf_org.ssgproject.content_profile_anssi_np_nt28_high)",
  ]);
});

test("what differs is changed and shown in the words of the file; other content is another version", async () => {
  const tenant = fresh();
  const path = await writeContent("changing.xml", "1", ["basic"]);
  await apply(everything(tenant, path));
  await writeContent("changing.xml", "2", ["basic"]);
  const [line, ...more] = await linesOf(everything(tenant, path));
  assert.match(
    line ?? "",
    /^~ bundle small \(version 1 → 2, sha256 [0-9a-f]{16} → [0-9a-f]{16}\)$/,
  );
  assert.deepEqual(more, []);
  const changed = everything(tenant, path)
    .replace("content: ssg-rhel9-ds.xml", "content: ssg-rl9-ds.xml")
    .replace("site: HQ, tags: [web],", "tags: [web, db],")
    .replace("timeMinutes: 20, memoryMb: 512", "timeMinutes: 30")
    .replace("keepArf: true", "enabled: false");
  assert.deepEqual(await linesOf(changed), [
    "~ bundle rhel-9 (content ssg-rhel9-ds.xml → ssg-rl9-ds.xml)",
    "~ audit baseline (site HQ → none, tags [web] → [web, db], timezone Europe/Berlin → UTC, enabled true → false, limits.timeMinutes 20 → 30, limits.memoryMb 512 → 1024, keepArf true → false)",
  ]);
  assert.deepEqual(await linesOf(changed), []);
  assert.equal((await auditsOf(tenant))[0]?.["next_run_at"], null, "it rests");
});

test("a profile that the bundle does not have is an error that names those there are", async () => {
  const tenant = fresh();
  const path = await writeContent("profiles.xml", "1", ["basic", "cis_server", "stig_server"]);
  const audits = (...profiles: string[]) => `tenant: ${tenant}
bundles: [{ name: small, file: ${path} }]
audits:
${profiles.map((profile, i) => `  - { name: a${i}, bundle: small, profile: ${profile} }`).join("\n")}
`;
  assert.deepEqual(await refusalOf(audits("basic", "none", "server")), [
    "f:5:41 audits[1].profile: is not there: the content has basic, cis_server, stig_server",
    "f:6:41 audits[2].profile: could be cis_server, stig_server",
  ]);
  assert.deepEqual(await rows("select from tenants where name = $1", [tenant]), []);
  await apply(audits("basic"));
  const alone = `tenant: ${tenant}\naudits: [{ name: b, bundle: small, profile: none }]\n`;
  assert.match((await refusalOf(alone)).join(), /^f:2:45 audits\[0\]\.profile: is not there: /);
});

test("a file that is missing, no data stream or none at all is an error where it is named, once for each place", async () => {
  const tenant = fresh();
  const text = join(directory, "notes.txt");
  await writeFile(text, "to do: buy milk\n");
  const bomb = join(directory, "bomb.xml");
  const levels = Array.from({ length: 20 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};">`);
  await writeFile(bomb, `<!DOCTYPE a [<!ENTITY e0 "x">${levels.join("")}]><a>&e20;</a>`);
  const missing = join(directory, "missing.xml");
  const refused = await refusalOf(`tenant: ${tenant}
sites: [{ name: HQ, timezone: Berlin }]
bundles:
  - { name: a, file: ${missing} }
  - { name: b, file: ${missing} }
  - { name: c, file: ${text} }
  - { name: d, file: ${directory} }
  - { name: e, file: ${bomb} }
  - { name: f, file: /dev/zero }
audits: [{ name: a, bundle: a, profile: standard }]
`);
  assert.match(refused[0] ?? "", /^f:2:31 sites\[0\]\.timezone: /);
  const expected: readonly [place: string, why: string][] = [
    ["f:4:22 bundles[0].file: ", "missing.xml cannot be read: ENOENT"],
    ["f:5:22 bundles[1].file: ", "missing.xml cannot be read: ENOENT"],
    ["f:6:22 bundles[2].file: ", "notes.txt cannot be read: "],
    ["f:7:22 bundles[3].file: ", " cannot be read: it is no file"],
    ["f:8:22 bundles[4].file: ", "bomb.xml cannot be read: "],
    ["f:9:22 bundles[5].file: ", "/dev/zero cannot be read: it is no file"],
  ];
  for (const [i, [place, why]] of expected.entries()) {
    const line = refused[i + 1] ?? assert.fail();
    assert.ok(line.startsWith(place) && line.includes(why) && !line.endsWith("."), line);
  }
  assert.equal(refused.length, 7, "nothing is said of profiles of what could not be read");
});

test("a bundle and the profile of its audit change together; an audit that no file mentions is heeded", async () => {
  const tenant = fresh();
  const path = await writeContent("together.xml", "1", ["old"]);
  const text = (profile: string) => `tenant: ${tenant}
bundles: [{ name: small, file: ${path} }]
audits: [{ name: a, bundle: small, profile: ${profile} }]
`;
  await apply(text("old"));
  await writeContent("together.xml", "2", ["new"]);
  assert.deepEqual(await refusalOf(text("old")), [
    "f:3:45 audits[0].profile: is not there: the content has new",
  ]);
  const unmentioned = `tenant: ${tenant}\nbundles: [{ name: small, file: ${path} }]\n`;
  for (const dryRun of [true, false]) {
    assert.deepEqual(await refusalOf(unmentioned, { dryRun }), [
      `tenant ${tenant}: Bundle "small" cannot be changed: the audit "a" uses its profile old, which is not in the new file.`,
    ]);
  }
  const lines = await linesOf(text("new"));
  assert.deepEqual(lines.length, 2);
  assert.deepEqual(
    (await auditsOf(tenant)).map(({ profile }) => profile),
    ["xccdf_org.example_profile_new"],
  );
  await writeContent("together.xml", "3", ["newest"]);
  assert.deepEqual((await linesOf(unmentioned, { prune: true })).slice(1), ["- audit a"]);
});

test("prune deletes audits with their jobs, then bundles and sites; a bundle that an audit of the file uses stays declared", async () => {
  const tenant = fresh();
  const path = await writeContent("pruned.xml", "1", ["basic"]);
  await apply(everything(tenant, path));
  const tenantId = await tenantIdOf(tenant);
  const [site] = await rows("select id from sites where tenant_id = $1", [tenantId]);
  await seedAgent(database, tenantId, { siteId: String(site?.["id"]), tags: ["web"] });
  const operator = operatorOf(database, tenantId, () => clock);
  assert.equal((await requestAudit(operator, { name: "baseline" })).jobs, 1);
  const audits = everything(tenant, path).replace(/bundles:[^]*(?=audits:)/, "");
  assert.deepEqual(await refusalOf(audits, { prune: true }), [
    'f:5:31 audits[0].bundle: there is no bundle named "small"; declare it under bundles',
    'f:7:33 audits[1].bundle: there is no bundle named "rhel-9"; declare it under bundles',
  ]);
  assert.deepEqual(await linesOf(audits), [], "without prune it stays");
  assert.deepEqual(await linesOf(`tenant: ${tenant}\n`, { prune: true }), [
    "- audit baseline",
    "- audit on request",
    "- bundle rhel-9",
    "- bundle small",
    "- site HQ",
  ]);
  for (const table of ["audit_jobs", "audits", "bundles", "sites"]) {
    assert.deepEqual(await rows(`select from ${table} where tenant_id = $1`, [tenantId]), []);
  }
  const log = await rows(
    `select action, count(*)::int as n from audit_log where tenant_id = $1
       and action ~ '^(audit|bundle)\\.' group by action order by action`,
    [tenantId],
  );
  assert.deepEqual(Object.fromEntries(log.map((row) => [row["action"], row["n"]])), {
    "audit.create": 2,
    "audit.delete": 2,
    "audit.run": 1,
    "bundle.create": 2,
    "bundle.delete": 2,
  });
});

test("any configuration after any other is as if it had been the first, or is refused and changes nothing", async () => {
  const tenant = fresh();
  const profiles = { one: ["a", "b"], two: ["b", "c"] };
  const paths = [
    await writeContent("one.xml", "1", profiles.one),
    await writeContent("two.xml", "2", profiles.two),
  ];
  const name = fc.constantFrom("x", "y", "z");
  const bundle = fc.record({ name, source: fc.constantFrom(0, 1, 2) });
  const audit = fc.record({
    name,
    bundle: fc.nat(2),
    profile: fc.constantFrom("a", "b", "c"),
    tags: fc.uniqueArray(fc.constantFrom("web", "db")),
    schedule: fc.option(fc.constantFrom("0 3 * * 0", "*/5 * * * *"), { nil: undefined }),
    enabled: fc.boolean(),
    keepArf: fc.boolean(),
    limits: fc.record({ timeMinutes: fc.integer({ min: 1, max: 1440 }) }),
  });
  const file = fc
    .record({
      bundles: fc.uniqueArray(bundle, { minLength: 1, selector: (each) => each.name }),
      audits: fc.uniqueArray(audit, { selector: (each) => each.name }),
      site: fc.boolean(),
    })
    .map(({ bundles, audits, site }) => ({
      tenant,
      sites: site ? [{ name: "HQ" }] : [],
      bundles: bundles.map((each) => ({
        name: each.name,
        ...(each.source === 2 ? { content: "ssg.xml" } : { file: paths[each.source] }),
      })),
      audits: audits.map((each) => ({
        ...each,
        bundle: bundles[each.bundle % bundles.length]?.name,
        ...(site ? { site: "HQ" } : {}),
      })),
    }));
  const content = async () => ({
    audits: await auditsOf(tenant),
    bundles: await rows(
      "select b.name, b.sha256, b.updated_at from bundles b join tenants t on t.id = b.tenant_id where t.name = $1 order by b.name",
      [tenant],
    ),
  });
  let applied = 0;
  await fc.assert(
    fc.asyncProperty(file, async (declared) => {
      const text = JSON.stringify(declared); // JSON is YAML
      clock += 1000;
      const profilesOf = (bundleName: string | undefined) => {
        const of = declared.bundles.find((each) => each.name === bundleName);
        if (of === undefined || !("file" in of)) return ["a", "b", "c"];
        return of.file === paths[0] ? profiles.one : profiles.two;
      };
      if (declared.audits.some((each) => !profilesOf(each.bundle).includes(each.profile))) {
        const before = await content();
        assert.match((await refusalOf(text, { prune: true })).join(), /profile: is not there/);
        assert.deepEqual(await content(), before);
        return;
      }
      await apply(text, { prune: true });
      applied += 1;
      assert.deepEqual(await linesOf(text, { prune: true }), []);
      const { audits, bundles } = await content();
      assert.deepEqual(
        bundles.map((each) => each["name"]),
        declared.bundles.map((each) => each.name).toSorted(),
      );
      const shown = audits.map((each) => [
        each["name"],
        [each["bundle"], each["site"], each["keep_arf"]],
      ]);
      const site = declared.sites[0]?.name ?? null;
      const said = declared.audits.map((each) => [each.name, [each.bundle, site, each.keepArf]]);
      assert.deepEqual(Object.fromEntries(shown), Object.fromEntries(said));
    }),
    { numRuns: 40 },
  );
  assert.ok(applied > 0);
});
