import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#test/any-text";
import { formatKey, hashKey, keyFault, keyHint, keyPrefixes, services } from "./key-format.ts";

const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });
const service = fc.constantFrom(...services);

test("a key is its prefix, 43 characters of the secret and 6 of the checksum", () => {
  fc.assert(
    fc.property(service, secret, (of, bytes) => {
      const key = formatKey(of, bytes);
      assert.match(key, /^vd[mx]_live_[0-9A-Za-z]{49}$/);
      assert.ok(key.startsWith(keyPrefixes[of]));
      assert.equal(keyFault(key, of), null);
    }),
  );
});

test("known keys: the format never changes, since keys live for years", () => {
  assert.equal(formatKey("monitor", new Uint8Array(32)), `vdm_live_${"0".repeat(42)}021s7V8`);
  assert.equal(
    formatKey("exposure", new Uint8Array(32).fill(255)),
    "vdx_live_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp10KYCHV",
  );
});

test("different secrets give different keys, and the secret is whole in the key", () => {
  fc.assert(
    fc.property(secret, secret, (one, other) => {
      const equal = Buffer.compare(one, other) === 0;
      assert.equal(formatKey("monitor", one) === formatKey("monitor", other), equal);
    }),
  );
});

test("a key with one character changed, or two swapped, is refused before any look-up", () => {
  const digit = fc.constantFrom(
    ..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  );
  fc.assert(
    fc.property(secret, fc.integer({ min: 0, max: 57 }), digit, (bytes, at, other) => {
      const key = formatKey("monitor", bytes);
      const changed = key.slice(0, at) + other + key.slice(at + 1);
      assert.equal(keyFault(changed, "monitor") === null, changed === key);
      const swapped =
        key.slice(0, at) +
        key
          .slice(at, at + 2)
          .split("")
          .toReversed()
          .join("") +
        key.slice(at + 2);
      assert.equal(keyFault(swapped, "monitor") === null, swapped === key);
    }),
  );
});

test("a key of one service is never one of the other", () => {
  fc.assert(
    fc.property(secret, (bytes) => {
      assert.match(keyFault(formatKey("monitor", bytes), "exposure") ?? "", /another service/);
      assert.match(keyFault(formatKey("exposure", bytes), "monitor") ?? "", /another service/);
    }),
  );
});

test("no text at all makes the reader throw, and none but a key passes", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      assert.notEqual(keyFault(text, "monitor"), null);
      assert.notEqual(keyFault(`vdm_live_${text}`, "monitor"), null);
    }),
  );
});

test("the hint shows six secret characters and no more", () => {
  const key = formatKey("monitor", new Uint8Array(32).fill(7));
  assert.equal(keyHint(key).length, 6);
  assert.equal(key.indexOf(keyHint(key)), "vdm_live_".length);
});

test("the stored hash is SHA-256 of the whole key", () => {
  assert.equal(
    hashKey("abc").toString("hex"),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});
