import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { snmpAuthProtocols, snmpPrivProtocols } from "#engines/check-types";
import { DecodeError } from "../codec/decode-error.ts";
import { KeyCache, localise, passwordKey } from "./keys.ts";
import { sign, verify } from "./digest.ts";
import { decrypt, encrypt, privacyMissing } from "./privacy.ts";
import { authRules } from "./protocols.ts";
import { usmUser } from "./user.ts";

const engineId = Buffer.from("000000000000000000000002", "hex");
const keys = new KeyCache();

test("keys are those of RFC 3414 sections A.3.1 and A.3.2", () => {
  const password = Buffer.from("maplesyrup");
  const md5 = passwordKey("md5", password);
  assert.equal(md5.toString("hex"), "9faf3283884e92834ebc9847d8edd963");
  assert.equal(localise("md5", md5, engineId).toString("hex"), "526f5eed9fcce26f8964c2930787d82b");
  const sha = passwordKey("sha1", password);
  assert.equal(sha.toString("hex"), "9fb5cc0381497b3793528939ff788d5d79145211");
  const localised = keys.authKey("SHA", "maplesyrup", engineId);
  assert.equal(localised.toString("hex"), "6695febc9288e36282235fc7151f128497b38f3f");
});

test("a longer key begins with the localised key, and its dialects differ in the rest", () => {
  const short = keys.privKey("AES", "SHA", "maplesyrup", engineId);
  const blumenthal = keys.privKey("AES-256", "SHA", "maplesyrup", engineId);
  const reeder = keys.privKey("AES-256-C", "SHA", "maplesyrup", engineId);
  assert.deepEqual([short.length, blumenthal.length, reeder.length], [16, 32, 32]);
  assert.ok(blumenthal.subarray(0, 16).equals(short) && reeder.subarray(0, 16).equals(short));
  assert.ok(!blumenthal.equals(reeder));
});

test("the key cache forgets the oldest beyond its limit, and makes it again the same", () => {
  const small = new KeyCache(3);
  const first = small.authKey("MD5", "password-0", engineId);
  for (let each = 1; each < 5; each++) small.authKey("MD5", `password-${each}`, engineId);
  assert.deepEqual(small.authKey("MD5", "password-0", engineId), first);
});

test("what is encrypted decrypts under the same key, whatever the protocol and length", () => {
  const clock = fc.record({ engineBoots: fc.nat(), engineTime: fc.nat() });
  const anyPriv = fc.constantFrom(...snmpPrivProtocols);
  fc.assert(
    fc.property(anyPriv, clock, fc.uint8Array({ maxLength: 300 }), (priv, now, content) => {
      assert.equal(privacyMissing(priv), null);
      const plain = Buffer.from(content);
      const key = keys.privKey(priv, "SHA-256", "maplesyrup", engineId);
      const encrypted = encrypt(priv, key, now, plain);
      if (plain.length > 8) assert.ok(!encrypted.payload.subarray(0, plain.length).equals(plain));
      if (priv === "DES" && plain.length === 0) return;
      const back = decrypt(priv, key, now, encrypted);
      assert.deepEqual(back.subarray(0, plain.length), plain);
      assert.ok(back.length - plain.length < 8);
    }),
  );
});

test("single DES is made of triple DES: the answer of FIPS 81, table B1", () => {
  // Key 0123456789abcdef; the pre-IV is the wanted IV, 1234567890abcdef, xor a salt of zeros.
  const key = Buffer.from("0123456789abcdef1234567890abcdef", "hex");
  const encrypted = {
    payload: Buffer.from("e5c7cdde872bf27c", "hex"),
    privParams: Buffer.alloc(8),
  };
  const clock = { engineBoots: 0, engineTime: 0 };
  assert.equal(decrypt("DES", key, clock, encrypted).toString(), "Now is t");
});

test("salts do not repeat under one key", () => {
  const key = keys.privKey("AES", "SHA", "maplesyrup", engineId);
  const clock = { engineBoots: 1, engineTime: 1 };
  for (const priv of ["AES", "DES"] as const) {
    const salts = Array.from({ length: 1000 }, () =>
      encrypt(priv, key, clock, Buffer.alloc(8)).privParams.toString("hex"),
    );
    assert.equal(new Set(salts).size, 1000);
  }
});

test("foreign salts and lengths never make decryption throw anything but a decode error", () => {
  const clock = { engineBoots: 1, engineTime: 1 };
  const anyPriv = fc.constantFrom(...snmpPrivProtocols);
  const bytes = fc.uint8Array({ maxLength: 40 }).map((content) => Buffer.from(content));
  fc.assert(
    fc.property(anyPriv, bytes, bytes, (priv, payload, privParams) => {
      const key = keys.privKey(priv, "SHA", "maplesyrup", engineId);
      try {
        decrypt(priv, key, clock, { payload, privParams });
      } catch (error) {
        assert.ok(error instanceof DecodeError, String(error));
      }
    }),
  );
});

test("a signed message verifies, and no changed octet does", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...snmpAuthProtocols),
      fc.uint8Array({ minLength: 60, maxLength: 120 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (auth, content, place, flip) => {
        const { digestLength } = authRules[auth];
        const whole = Buffer.from(content);
        whole.fill(0, 4, 4 + digestLength);
        const key = keys.authKey(auth, "maplesyrup", engineId);
        sign(auth, key, whole, 4);
        const message = () => ({ whole, digest: whole.subarray(4, 4 + digestLength), digestAt: 4 });
        assert.ok(verify(auth, key, message()));
        const at = place % whole.length;
        whole[at] = (whole[at] ?? 0) ^ flip;
        assert.ok(!verify(auth, key, message()));
        assert.ok(!verify(auth, key, { ...message(), digest: Buffer.alloc(0) }));
      },
    ),
  );
});

test("the level is what the passwords allow, unless it is given", () => {
  const base = { version: 3, user: "mon" } as const;
  const auth = { authPassword: "authpass1" };
  const both = { ...auth, privPassword: "privpass1" };
  assert.deepEqual(usmUser(base), { name: "mon", context: "", auth: null, priv: null });
  assert.deepEqual(usmUser({ ...base, ...both }), {
    name: "mon",
    context: "",
    auth: { protocol: "SHA", password: "authpass1" },
    priv: { protocol: "AES", password: "privpass1" },
  });
  const lower = usmUser({ ...base, ...both, level: "authNoPriv" });
  assert.ok(typeof lower !== "string" && lower.auth !== null && lower.priv === null);
  assert.match(String(usmUser({ ...base, level: "authNoPriv" })), /"mon" has no authPassword/);
  assert.match(
    String(usmUser({ ...base, ...auth, level: "authPriv" })),
    /"mon" has no privPassword/,
  );
});
