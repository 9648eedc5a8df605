import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#test/any-text";
import { dnKey } from "./dn-key.ts";

test("a plain name is compared in lower case", () => {
  assert.equal(dnKey("CN=Jane Doe,OU=Ärzte,DC=lab,DC=test"), "cn=jane doe,ou=ärzte,dc=lab,dc=test");
});

test("all spellings of a name have one key", () => {
  const spellings = [
    String.raw`CN=Doe\, J=r,DC=lab`,
    String.raw`cn=doe\2c j\3dr,dc=lab`,
    String.raw`CN = Doe\2C J\=r , DC = lab`,
    `CN="Doe, J=r",DC=lab`,
    `CN="Doe, J=r";DC=lab`,
  ];
  for (const spelling of spellings) {
    assert.equal(dnKey(spelling), String.raw`cn=doe\, j\=r,dc=lab`, spelling);
  }
  assert.equal(dnKey(String.raw`CN=J\c3\a4ger`), "cn=jäger");
  assert.equal(dnKey(String.raw`CN=gone\0ADEL:1,DC=lab`), dnKey("CN=gone\nDEL:1,DC=lab"));
  assert.equal(dnKey(String.raw`CN=\#1`), dnKey("CN=#1"));
});

test("names that differ have keys that differ", () => {
  const names = [
    "CN=a,CN=b",
    String.raw`CN=a\,CN\=b`,
    String.raw`CN=\ a`,
    "CN=a",
    String.raw`CN=a\ `,
    String.raw`CN=a\00`,
    String.raw`CN=a\\`,
    String.raw`CN=a\\\ `,
    "CN=\u00a0a",
  ];
  assert.equal(new Set(names.map(dnKey)).size, names.length);
});

const anyValue = fc.string({ unit: anyCharacter, maxLength: 12 });

test("any values come back out of any escaping", () => {
  fc.assert(
    fc.property(fc.array(anyValue, { minLength: 1, maxLength: 4 }), fc.boolean(), (values, hex) => {
      const escape = (value: string): string =>
        hex
          ? Array.from(
              Buffer.from(value),
              (byte) => `\\${byte.toString(16).padStart(2, "0")}`,
            ).join("")
          : value.replaceAll(/[\\,+"<>;=#\p{Cc} ]/gu, (sign) =>
              /\p{Cc}/u.test(sign)
                ? Array.from(
                    Buffer.from(sign),
                    (byte) => `\\${byte.toString(16).padStart(2, "0")}`,
                  ).join("")
                : `\\${sign}`,
            );
      const upper = values.map((value) => `CN=${escape(value)}`).join(",");
      const key = dnKey(upper);
      const parts = key.split(/(?<=^|[^\\](?:\\\\)*),/);
      assert.equal(parts.length, values.length);
      for (const [index, value] of values.entries()) {
        assert.equal(parts[index], dnKey(`CN=${escape(value)}`));
      }
    }),
  );
});

test("a key is its own key, whatever the name", () => {
  const anyName = fc.string({
    unit: fc.oneof(anyCharacter, fc.constantFrom(...'\\,+"<>;=# 0aZ')),
    maxLength: 40,
  });
  fc.assert(
    fc.property(anyName, (name) => {
      assert.equal(dnKey(dnKey(name)), dnKey(name));
    }),
    { numRuns: 2000 },
  );
});

test("a name of a megabyte takes no longer than its length", () => {
  for (const sign of ["\\2c", "\\,", " ", '"', "=", "a", "= ", "\\ "]) {
    const startedAt = performance.now();
    dnKey(`CN=${sign.repeat(1_000_000 / sign.length)},x="`);
    assert.ok(performance.now() - startedAt < 4000, sign);
  }
});
