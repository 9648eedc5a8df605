import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { readOrMakeKeyFile } from "./key-file.ts";
import { createSealedBox } from "./sealed-box.ts";

test("what was sealed opens again, and only at its place", () => {
  const box = createSealedBox(randomBytes(32));
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (plain, place, other) => {
      const sealed = box.seal(plain, place);
      assert.equal(box.open(sealed, place), plain);
      if (other !== place) assert.throws(() => box.open(sealed, other), /does not open/);
    }),
  );
});

test("a changed byte, or another key, never opens", () => {
  const box = createSealedBox(randomBytes(32));
  const sealed = box.seal("community", "sensor:1");
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(i) ^ 1, i);
    assert.throws(() => box.open(changed, "sensor:1"));
  }
  assert.throws(
    () => createSealedBox(randomBytes(32)).open(sealed, "sensor:1"),
    /another secret key file/,
  );
});

test("processes that start at once agree on one key, readable by its owner alone", async (t) => {
  const dir = await mkdtemp(join(tmpdir(), "vedette-key-"));
  t.after(() => rm(dir, { recursive: true }));
  const path = join(dir, "sub", "secret.key");
  const keys = await Promise.all([readOrMakeKeyFile(path), readOrMakeKeyFile(path)]);
  assert.deepEqual(keys[0], keys[1]);
  assert.deepEqual(await readOrMakeKeyFile(path), keys[0]);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(join(dir, "sub")), ["secret.key"]);
});

test("a damaged key file is refused, never replaced", async (t) => {
  const dir = await mkdtemp(join(tmpdir(), "vedette-key-"));
  t.after(() => rm(dir, { recursive: true }));
  await writeFile(join(dir, "secret.key"), "short");
  await assert.rejects(readOrMakeKeyFile(join(dir, "secret.key")), /does not hold 64 hex digits/);
});
