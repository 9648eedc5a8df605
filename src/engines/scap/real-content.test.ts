import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { patchedDataStream, shippedDataStream } from "#test/scap-content";
import { readDataStream } from "./index.ts";
import { read, readOne } from "./testing.ts";

const run = promisify(execFile);
const profile = "xccdf_org.ssgproject.content_profile_anssi_np_nt28_high";

let dir = "";
let content = "";
before(async () => {
  dir = await mkdtemp(join(tmpdir(), "vedette-scap-"));
  content = await patchedDataStream(dir);
  const files = ["--results", join(dir, "r.xml"), "--results-arf", join(dir, "arf.xml")];
  await run("oscap", ["xccdf", "eval", "--profile", profile, ...files, content], {
    cwd: dir,
    maxBuffer: 16 * 2 ** 20,
    timeout: 120_000,
  }).catch((error: { code?: unknown }) => {
    // 2: a rule failed, which is usual.
    if (error.code !== 2) throw error;
  });
});
after(() => rm(dir, { recursive: true }));

/** Results as they stand in a file, counted without reading XML. */
async function countsIn(path: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [, word = ""] of (await readFile(path, "utf8")).matchAll(/<result>(\w+)<\/result>/g)) {
    if (word !== "notselected") counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

test("a real ARF and the XCCDF results beside it say the same, as many of each result as OpenSCAP wrote", async () => {
  const arf = await readOne(await readFile(join(dir, "arf.xml")));
  const results = await readOne(await readFile(join(dir, "r.xml")));
  const counts: Record<string, number> = {};
  for (const { result } of arf.report.rules) counts[result] = (counts[result] ?? 0) + 1;
  assert.deepEqual(counts, await countsIn(join(dir, "arf.xml")));
  assert.deepEqual(counts, await countsIn(join(dir, "r.xml")));
  const withoutWhy = ({ report }: typeof arf) =>
    report.rules.map(({ id, result, severity }) => ({ id, result, severity }));
  assert.deepEqual(withoutWhy(arf), withoutWhy(results));
  assert.deepEqual(arf.report.scores, results.report.scores);
  assert.deepEqual(arf.host.macs.toSorted(), results.host.macs.toSorted());
  const failed = arf.report.rules.filter(({ result }) => result === "fail");
  assert.ok(failed.length > 0);
  for (const { id, why } of failed) assert.match(why ?? "", /^Check failed: "/, id);
});

test("all rules of a real file have a title, a description and a text without markup", async () => {
  const { content: texts } = await readOne(await readFile(join(dir, "arf.xml")));
  assert.ok(texts.rules.length > 300);
  for (const rule of texts.rules) {
    assert.ok(rule.title !== "" && rule.description !== undefined, rule.id);
    const all = [rule.title, rule.description, rule.rationale, rule.check].join("\n");
    assert.doesNotMatch(all, /html:|<\/?(?:code|pre|br|sub|li|ul)\b/, rule.id);
  }
});

test("a real data stream says what it is for, and as many rules for each profile as OpenSCAP evaluates", async () => {
  const stream = await readDataStream(createReadStream(content), { name: content });
  assert.deepEqual(stream.platforms, ["cpe:/o:debian:debian_linux:11"]);
  const sha256 = createHash("sha256")
    .update(await readFile(content))
    .digest("hex");
  assert.equal(stream.content.sha256, sha256);
  assert.equal(stream.profiles.length, 5);
  const { report, content: texts } = await readOne(await readFile(join(dir, "arf.xml")));
  const selected = stream.profiles.find(({ id }) => id === profile);
  assert.equal(selected?.rules, report.rules.length);
  assert.equal(selected?.title, report.profile?.title);
  const idsOf = (rules: readonly { id: string }[]) => rules.map(({ id }) => id).toSorted();
  assert.deepEqual(idsOf(stream.content.rules), idsOf(texts.rules));
});

test("the same data stream packed, and its benchmark alone, say the same", async () => {
  const path = shippedDataStream();
  const stream = await readDataStream(createReadStream(path), { name: path });
  const { stdout: packed } = await run("gzip", ["-c", path], {
    encoding: "buffer",
    maxBuffer: 2 ** 24,
  });
  async function* source(): AsyncGenerator<Uint8Array> {
    yield packed;
  }
  assert.deepEqual(await readDataStream(source(), { name: "gz" }), stream);
  const xccdf = path.replace("-ds.xml", "-xccdf.xml");
  const alone = await readDataStream(createReadStream(xccdf), { name: xccdf });
  assert.deepEqual(
    alone.profiles.map(({ title, rules }) => [title, rules]),
    stream.profiles.map(({ title, rules }) => [title, rules]),
  );
  assert.equal(alone.content.rules.length, stream.content.rules.length);
});

test("a data stream holds no results, and says so", async () => {
  await assert.rejects(
    read(await readFile(content)),
    /it is a SCAP data stream, but holds no results\.$/,
  );
});
