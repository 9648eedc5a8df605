import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { zip } from "#test/zip";
import { FeedError } from "./feed-error.ts";
import { readFeed, recogniseFeed } from "./read-feed.ts";
import { unpackFile } from "./unpack.ts";
import { unpackedSha256 } from "./unpacked-sha256.ts";

const directory = await mkdtemp(join(tmpdir(), "vedette-unpack-"));
after(() => rm(directory, { recursive: true }));

const kev = await readFile(new URL("../../../test/fixtures/feeds/kev.json", import.meta.url));

async function put(name: string, content: Buffer | string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, content);
  return path;
}

async function unpacked(path: string): Promise<[name: string, content: Buffer][]> {
  const parts: [string, Buffer][] = [];
  for await (const { name, bytes } of unpackFile(path)) {
    parts.push([name.replace(directory, ""), Buffer.concat(await Array.fromAsync(bytes))]);
  }
  return parts;
}

function xz(content: Buffer): Buffer {
  return execFileSync("xz", ["-c"], { input: content, maxBuffer: 1e9 });
}

test("gzip, xz, zip and these within each other are unpacked, whatever the file is called", async () => {
  for (const [name, content] of [
    ["plain.txt", kev],
    ["a.dat", gzipSync(kev)],
    ["b.json", xz(kev)],
    ["c.gz", xz(gzipSync(kev))],
    ["two-members", Buffer.concat([gzipSync(kev.subarray(0, 99)), gzipSync(kev.subarray(99))])],
  ] as const) {
    assert.deepEqual(await unpacked(await put(name, content)), [[`/${name}`, kev]], name);
  }
  const other = Buffer.from("{}");
  const inner = zip([
    { name: "a.json", content: kev },
    { name: "folder/", content: Buffer.alloc(0) },
    { name: "b.gz", content: gzipSync(other) },
  ]);
  const nested = await put("nested", gzipSync(zip([{ name: "inner.zip", content: inner }])));
  assert.deepEqual(await unpacked(nested), [
    ["/nested › inner.zip › a.json", kev],
    ["/nested › inner.zip › b.gz", other],
  ]);
  const left = (await readdir(tmpdir())).filter((each) => each.startsWith("vedette-feed-"));
  assert.deepEqual(left, []);
});

test("what is damaged or cut off is refused with the name of the part", async () => {
  const flipped = (bytes: Buffer, at: number): Buffer => {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 0x20, at);
    return changed;
  };
  const [gz, packed] = [gzipSync(kev), xz(kev)];
  const archive = zip([{ name: "kev.json", content: kev }]);
  for (const [name, content, message] of [
    ["cut.gz", gz.subarray(0, -9), /cut\.gz: it is damaged or ends too early/],
    ["crc.gz", flipped(gz, gz.length - 6), /crc\.gz: it is damaged or ends too early/],
    ["cut.xz", packed.subarray(0, -9), /cut\.xz: it is damaged or ends too early/],
    ["crc.xz", flipped(packed, packed.length >> 1), /crc\.xz: it is damaged or ends too early/],
    ["cut.zip", archive.subarray(0, -9), /cut\.zip: it is no whole zip archive/],
    ["empty.zip", Buffer.from("PK\u0003\u0004"), /empty\.zip: it is no whole zip archive/],
    [
      "crc.zip",
      zip([{ name: "kev.json", content: kev, says: { crc: 1 } }]),
      /crc\.zip › kev\.json: its checksum does not match/,
    ],
    [
      "size.zip",
      zip([{ name: "kev.json", content: kev, says: { size: 10 } }]),
      /size\.zip › kev\.json: it is no whole zip archive \(too many bytes/,
    ],
    [
      "encrypted.zip",
      zip([{ name: "kev.json", content: kev, says: { flags: 1 } }]),
      /encrypted\.zip › kev\.json: it is encrypted/,
    ],
    [
      "path.zip",
      zip([{ name: "../../etc/passwd", content: kev }]),
      /path\.zip: it is no whole zip archive \(invalid relative path/,
    ],
    [
      "cut-within.zip",
      zip([{ name: "kev.json.gz", content: gz.subarray(0, -9) }]),
      /cut-within\.zip › kev\.json\.gz: it is damaged/,
    ],
  ] as const) {
    const path = await put(name, content);
    await assert.rejects(unpacked(path), (error) => {
      assert.ok(error instanceof FeedError, String(error));
      assert.match(error.message, message);
      assert.ok(error.message.startsWith(directory));
      return true;
    });
    await assert.rejects(Array.fromAsync(readFeed(path)), FeedError, name);
  }
});

test("what was packed to fill a disk or to last for ever is refused while it is read", async () => {
  const zeros = gzipSync(Buffer.alloc(100 * 1024 * 1024));
  await assert.rejects(
    unpacked(await put("bomb.gz", zeros)),
    /bomb\.gz: \d+ bytes come out of \d+, as of a bomb/,
  );
  const entry = { name: "zeros", content: Buffer.alloc(100 * 1024 * 1024) };
  await assert.rejects(
    unpacked(await put("bomb.zip", zip([entry]))),
    /bomb\.zip › zeros: \d+ bytes come out of \d+, as of a bomb/,
  );
  let russian = kev;
  for (let i = 0; i < 5; i += 1) russian = gzipSync(russian);
  await assert.rejects(
    unpacked(await put("russian", russian)),
    /russian: packed more than 4 times/,
  );
});

test("names in archives are shown without what could move a terminal", async () => {
  const path = await put(
    "names.zip",
    zip([{ name: "a\u001b[2Jb\n.json", content: Buffer.from("nothing"), says: { flags: 0x800 } }]),
  );
  await assert.rejects(
    Array.fromAsync(readFeed(path)),
    (error) => error instanceof Error && error.message.includes("a [2Jb .json"),
  );
});

test("only the beginning is read to recognise a file", async () => {
  const long = Buffer.concat([kev.subarray(0, -10), Buffer.alloc(10_000_000, " ")]);
  assert.equal(await recogniseFeed(await put("long", gzipSync(long))), "kev");
});

test("a checksum is of what comes out", async () => {
  const plain = await unpackedSha256(await put("sum.json", kev));
  assert.equal(await unpackedSha256(await put("sum.gz", gzipSync(kev))), plain);
  assert.equal(await unpackedSha256(await put("sum.xz", xz(kev))), plain);
});
