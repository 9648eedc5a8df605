import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { shippedDataStream } from "#test/scap-content";
import { AuditJob } from "#wire/agent.v1";
import { isContentFile } from "./bundle.ts";
import { readBundleBytes, readBundleFile } from "./read-bundle-file.ts";

const directory = await mkdtemp(join(tmpdir(), "vedette-bundle-file-"));
after(() => rm(directory, { recursive: true }));

async function fileOf(name: string, bytes: string | Buffer): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, bytes);
  return path;
}

test("a data stream is the same whether it comes plain or as gzip, in one piece or several, from a disk or a browser", async () => {
  const xml = await readFile(shippedDataStream());
  const plain = await readBundleFile(shippedDataStream());
  const members = Buffer.concat([gzipSync(xml.subarray(0, 1000)), gzipSync(xml.subarray(1000))]);
  const packed = await readBundleFile(await fileOf("ssg-debian11-ds.xml.gz", members));
  assert.deepEqual(packed, plain);
  assert.deepEqual(await readBundleBytes(xml, "ssg-debian11-ds.xml"), plain);
  assert.deepEqual(await readBundleBytes(members, "ssg-debian11-ds.xml.gz"), plain);
  assert.equal(plain.fileName, "ssg-debian11-ds.xml");
  assert.equal(plain.bytes, xml.length);
  assert.equal(plain.sha256, createHash("sha256").update(xml).digest("hex"));
  assert.deepEqual(gunzipSync(plain.gzip), xml);
});

test("a pipe that nobody writes to, a device and a folder are refused at once", async () => {
  const pipe = join(directory, "pipe.xml");
  execFileSync("mkfifo", [pipe]);
  for (const path of [pipe, "/dev/zero", "/dev/null", directory]) {
    await assert.rejects(readBundleFile(path), {
      message: `${path} cannot be read: it is no file.`,
    });
  }
});

test("what is no data stream is refused in a sentence with its name", async () => {
  const benchmark = (rest: string) =>
    `<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2" id="xccdf_x_benchmark_x">${rest}</Benchmark>`;
  const rule = `<Rule id="xccdf_x_rule_x"><title>x</title></Rule>`;
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${benchmark(`<title>&b;</title>${rule}`)}`;
  const refused = [
    ["empty.xml", ""],
    ["text.xml", "Mary had a little lamb"],
    ["other.xml", "<html><body/></html>"],
    ["bomb.xml", bomb],
    ["cut.xml.gz", gzipSync(benchmark(rule)).subarray(0, 60)],
    ["no-profile.xml", benchmark(rule)],
  ] as const;
  for (const [name, bytes] of refused) {
    const path = await fileOf(name, bytes);
    await assert.rejects(
      readBundleFile(path, { name }),
      (error: Error & { code?: string }) =>
        error.code === "invalid_request" &&
        error.message.startsWith(name) &&
        error.message.endsWith("."),
      name,
    );
  }
});

test("a file that is longer than allowed is refused, however small its gzip is", async () => {
  const maxBytes = 1_000_000;
  const packed = await fileOf("packed.xml.gz", gzipSync(await readFile(shippedDataStream())));
  for (const path of [shippedDataStream(), packed]) {
    await assert.rejects(readBundleFile(path, { maxBytes }), {
      code: "invalid_request",
      message: `${path} cannot be read: it is longer than ${maxBytes} bytes.`,
    });
  }
});

test("what cannot be read, or is no file, is told by its path", async () => {
  for (const path of [directory, join(directory, "missing.xml")]) {
    await assert.rejects(
      readBundleFile(path),
      (error: Error & { code?: string }) =>
        error.code === "not_found" && error.message.startsWith(`${path} cannot be read: `),
    );
  }
});

test("the names of distributions' files that pass are those that an agent takes", () => {
  const bundle = Compile(Type.Index(Type.Pick(AuditJob, ["bundle"]), ["bundle"]));
  const text = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[-A-Za-z0-9_.]{0,8}\.xml$/),
    fc.constantFrom(
      "../x.xml",
      "-x.xml",
      "x.xml\n",
      ".xml",
      `${"a".repeat(196)}.xml`,
      `${"a".repeat(197)}.xml`,
    ),
  );
  fc.assert(
    fc.property(text, (file) =>
      assert.equal(isContentFile(file), bundle.Check({ kind: "content", file, known: [] })),
    ),
  );
});
