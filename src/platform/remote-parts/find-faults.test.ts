import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { gzip } from "#lib/gzip";
import { Problem } from "#platform/errors";
import { readMessage } from "./bodies.ts";
import { findFaults } from "./find-faults.ts";

const list = Compile(Type.Object({ list: Type.Array(Type.String(), { maxItems: 40_000 }) }));
const long = 1024 * 1024;

function countOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + countOf(one), 1);
}

test("of a long message a bounded number of values is looked at, however they are nested", () => {
  const many = Array.from({ length: 3000 }, () => Array(3000).fill(0));
  const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, 0]));
  let deep: unknown = 0;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  for (const message of [many, { many, fields }, deep, [deep, many], Array(500_000).fill({})]) {
    let looked = 0;
    const check = {
      Check: (value: unknown): value is unknown => value === undefined,
      Errors: (value: unknown) => {
        looked = countOf(value);
        return [];
      },
    };
    assert.equal(findFaults(check, message, long).length, 1);
    assert.ok(looked > 0 && looked <= 11_000, String(looked));
  }
});

test("what is wrong is told with its place: all of a short message, of a long one the beginnings", () => {
  const texts = Array.from({ length: 30_000 }, () => "x");
  const late = { list: [...texts, 5] };
  assert.deepEqual(findFaults(list, late, 1000), [
    { path: "/list/30000", message: "must be string" },
  ]);
  assert.deepEqual(findFaults(list, { list: [...texts.slice(0, 400), 5] }, long), [
    { path: "/list/400", message: "must be string" },
  ]);
  const [behind] = findFaults(list, late, long);
  assert.equal(behind?.path, "/list");
  assert.match(
    behind.message,
    /^has 30001 entries: too many, or one behind the first 500 is wrong/,
  );
});

test("millions of values in some kilobytes are refused before they are read", async () => {
  const body = await gzip(`{"list":[${"{},".repeat(5_000_000)}{}]}`);
  assert.ok(body.length < 100_000);
  await assert.rejects(
    readMessage({ body, isGzip: true }, list, "list", 64 * 1024 * 1024),
    (error: unknown) =>
      error instanceof Problem &&
      error.code === "invalid_request" &&
      /more than 4000000 values/.test(error.message),
  );
  const text = `{"list":["${",[{".repeat(1_300_000)}"]}`;
  const fits = { body: Buffer.from(text), isGzip: false };
  assert.equal((await readMessage(fits, list, "list", long)).list.length, 1);
});
