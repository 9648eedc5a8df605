import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { offerJobs, requestAudit } from "#exposure/audits";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { type AuditPlace, seedAgent, seedAudit, seedAuditPlace } from "#test/audit-fixture";
import { createTestDatabase } from "#test/database";
import { shippedDataStream } from "#test/scap-content";
import { operatorOf } from "#test/scan-fixture";
import { listBundleRows } from "./bundle.queries.ts";
import type { BundleFile, BundleToSave } from "./bundle.ts";
import { type BundleShelf, findBundleForAgent } from "./find-bundle-for-agent.ts";
import { readBundleFile } from "./read-bundle-file.ts";
import { type BundleChanges, saveBundles } from "./save-bundles.ts";

const { database, admin } = await createTestDatabase();
const directory = await mkdtemp(join(tmpdir(), "vedette-bundles-"));
after(() => rm(directory, { recursive: true }));
const now = Date.parse("2026-11-20T00:00:00Z");

async function rows(sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return withClient(admin, undefined, async (client) => (await client.query(sql, values)).rows);
}

const operator = ({ tenantId }: AuditPlace, at = now) => operatorOf(database, tenantId, () => at);

async function save(place: AuditPlace, changes: Partial<BundleChanges>, at = now): Promise<void> {
  const context = operator(place, at);
  await database.transaction(place.tenantId, (tx) =>
    saveBundles(tx, context, { create: [], update: [], delete: [], ...changes }),
  );
}

const bundlesOf = ({ tenantId }: AuditPlace) =>
  listBundleRows(database.forTenant(tenantId), tenantId);

function fromFile(name: string, file: BundleFile, id = newId()): BundleToSave {
  return { id, name, content: { source: "file", file } };
}

/** A benchmark with a profile of each name; another text makes another hash. */
async function smallFile(profiles: readonly string[], text = ""): Promise<BundleFile> {
  const path = join(directory, `${newId()}.xml`);
  const benchmark = `<?xml version="1.0" encoding="UTF-8"?>
<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2" id="xccdf_org.example_benchmark_small">
  <status>draft</status>
  <title>Small ${text}</title>
  <version>1</version>
  ${profiles
    .map(
      (name) => `<Profile id="xccdf_org.example_profile_${name}"><title>${name}</title>
    <select idref="xccdf_org.example_rule_one" selected="true"/></Profile>`,
    )
    .join("\n  ")}
  <Rule id="xccdf_org.example_rule_one" selected="false" severity="high"><title>One</title></Rule>
</Benchmark>
`;
  await writeFile(path, benchmark);
  return readBundleFile(path);
}

test("a distribution's data stream is kept with its profiles, platforms and rules", async () => {
  const place = await seedAuditPlace(database);
  const file = await readBundleFile(shippedDataStream());
  const id = newId();
  await save(place, { create: [fromFile("debian11", file, id)] });
  const bundle = (await bundlesOf(place)).find((one) => one.id === id) ?? assert.fail();
  const xml = await readFile(shippedDataStream());
  const { profiles, ...rest } = bundle;
  assert.deepEqual(rest, {
    id,
    name: "debian11",
    source: "file",
    fileName: "ssg-debian11-ds.xml",
    sha256: createHash("sha256").update(xml).digest("hex"),
    bytes: xml.length,
    platforms: ["cpe:/o:debian:debian_linux:11"],
    benchmark: {
      title: file.dataStream.content.benchmark.title,
      version: file.dataStream.content.benchmark.version,
    },
    createdAt: now,
    updatedAt: now,
  });
  const minimal = profiles.find(({ id: one }) => one.endsWith("_anssi_np_nt28_minimal"));
  assert.match(minimal?.title ?? "", /ANSSI.*Minimal/);
  assert.ok((minimal?.rules ?? 0) > 10 && (minimal?.rules ?? 0) < 100);
  const [content] = await rows(
    "select jsonb_array_length(rules) as rules from scap_contents where tenant_id = $1 and sha256 = $2",
    [place.tenantId, bundle.sha256],
  );
  assert.ok(Number(content?.["rules"]) > 200);
});

test("only an agent with an open job that names it gets a bundle, and gets the file as it is", async () => {
  const place = await seedAuditPlace(database);
  const { tenantId } = place;
  const file = await readBundleFile(shippedDataStream());
  const bundle = fromFile("debian11", file);
  await save(place, { create: [bundle] });
  const agentId = await seedAgent(database, tenantId, { name: "web1" });
  const other = await seedAgent(database, tenantId, { name: "web2" });
  const profile = file.dataStream.profiles[0]?.id ?? assert.fail();
  const { name } = await seedAudit(database, place, { bundleId: bundle.id, profile });
  const find = (tenant: string, agent: string, sha256 = file.sha256, shelf?: BundleShelf) =>
    findBundleForAgent(database, { tenantId: tenant, agentId: agent }, sha256, shelf);
  assert.equal(await find(tenantId, agentId), null, "nothing was asked for yet");
  await requestAudit(operator(place), { name, agent: "web1" });
  const { jobs } = await offerJobs(
    database,
    { tenantId, agentId, holding: [], progress: [], now },
    () => assert.fail("its texts are here"),
  );
  const { sha256, bytes } = file;
  assert.deepEqual(jobs[0]?.bundle, { kind: "file", sha256, bytes });
  const gzip = (await find(tenantId, agentId)) ?? assert.fail();
  assert.deepEqual(gunzipSync(gzip), await readFile(shippedDataStream()));
  assert.equal(await find(tenantId, other), null);
  const shelf: BundleShelf = new Map();
  const [first, ...same] = await Promise.all(
    Array.from({ length: 5 }, () => find(tenantId, agentId, file.sha256, shelf)),
  );
  assert.deepEqual(first, gzip);
  for (const one of same) assert.equal(one, first, "one copy for all who ask at the same time");
  assert.equal(await find(tenantId, agentId, file.sha256, shelf), first);
  assert.equal(await find(tenantId, other, file.sha256, shelf), null, "it is on the shelf");
  assert.equal(await find(tenantId, agentId, "0".repeat(64)), null);
  const stranger = await seedAuditPlace(database);
  assert.equal(await find(stranger.tenantId, agentId), null);
  await rows("update audit_jobs set state = 'failed' where tenant_id = $1", [tenantId]);
  assert.equal(await find(tenantId, agentId), null, "its job is over");
});

test("a file that hosts have of their distribution is named, never a path or an option", async () => {
  const place = await seedAuditPlace(database);
  const content = (fileName: string, name = "of hosts"): BundleToSave => ({
    id: newId(),
    name,
    content: { source: "content", fileName },
  });
  await save(place, { create: [content("ssg-rhel9-ds.xml")] });
  const bundle = (await bundlesOf(place)).find(({ name }) => name === "of hosts");
  assert.deepEqual(
    [bundle?.source, bundle?.fileName, bundle?.sha256, bundle?.profiles],
    ["content", "ssg-rhel9-ds.xml", null, []],
  );
  for (const wrong of [
    "../../etc/passwd.xml",
    "--results=x.xml",
    "/x.xml",
    "x.txt",
    "",
    "x.xml\n",
  ]) {
    await assert.rejects(
      save(place, { create: [content(wrong, "wrong")] }),
      {
        code: "invalid_request",
        message: /is no file of a distribution such as ssg-rhel9-ds\.xml/,
      },
      wrong,
    );
  }
  for (const wrong of ["", "two\nlines", "x".repeat(201)]) {
    await assert.rejects(save(place, { create: [content("x.xml", wrong)] }), /its name is/, wrong);
  }
});

test("a bundle that an audit uses is not removed, and one that none uses is", async () => {
  const place = await seedAuditPlace(database);
  const { tenantId, bundleId } = place;
  const { id: auditId } = await seedAudit(database, place, { name: "nightly" });
  const gone = { delete: [{ id: bundleId, name: "Debian" }] };
  await assert.rejects(save(place, gone), {
    code: "invalid_request",
    message: 'The bundle "Debian" cannot be removed: it is used by the audit "nightly".',
  });
  const stranger = await seedAuditPlace(database);
  await save(stranger, gone);
  assert.equal((await bundlesOf(place)).length, 1, "another tenant's stays");
  await rows("delete from audits where id = $1", [auditId]);
  await save(place, gone);
  assert.deepEqual(await bundlesOf(place), []);
  const trace = await rows(
    "select action, subject_id, actor_name from audit_log where tenant_id = $1",
    [tenantId],
  );
  assert.deepEqual(trace, [
    { action: "bundle.delete", subject_id: bundleId, actor_name: "root@test" },
  ]);
});

test("a bundle is replaced with what its audits need, and open jobs go on with the new file", async () => {
  const place = await seedAuditPlace(database);
  const { tenantId } = place;
  const before = fromFile("small", await smallFile(["a", "b"]));
  await save(place, { create: [before] });
  const audit = { bundleId: before.id, profile: "xccdf_org.example_profile_a", name: "nightly" };
  const { name } = await seedAudit(database, place, audit);
  const agentId = await seedAgent(database, tenantId);
  await requestAudit(operator(place), { name });
  const unfit = fromFile("small", await smallFile(["b"]), before.id);
  await assert.rejects(save(place, { update: [unfit] }), {
    code: "invalid_request",
    message:
      'The bundle "small" cannot be changed: the audit "nightly" uses its profile xccdf_org.example_profile_a, which is not in the new file.',
  });
  const kept = (await bundlesOf(place)).find(({ id }) => id === before.id);
  assert.deepEqual(kept?.profiles.length, 2);
  const file = await smallFile(["a"], "and newer");
  await save(place, { update: [fromFile("small", file, before.id)] }, now + 1);
  const after = (await bundlesOf(place)).find(({ id }) => id === before.id);
  assert.deepEqual(
    [after?.sha256, after?.profiles, after?.createdAt, after?.updatedAt],
    [file.sha256, [{ id: "xccdf_org.example_profile_a", title: "a", rules: 1 }], now, now + 1],
  );
  const said = { tenantId, agentId, holding: [], progress: [], now };
  const { jobs } = await offerJobs(database, said, () => assert.fail("its texts are here"));
  const { sha256, bytes } = file;
  assert.deepEqual(jobs[0]?.bundle, { kind: "file", sha256, bytes });
  assert.notEqual(await findBundleForAgent(database, { tenantId, agentId }, sha256), null);
});

test("who may only read changes no bundle", async () => {
  const place = await seedAuditPlace(database);
  const reader = { ...operator(place), scopes: ["read"] as const };
  await assert.rejects(
    database.transaction(place.tenantId, (tx) =>
      saveBundles(tx, reader, { create: [], update: [], delete: [] }),
    ),
    { code: "forbidden" },
  );
});
