import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readDeclarations } from "#platform/declarations";
import { type KnownNames, checkNames } from "./check-names.ts";
import { createMonitorReader } from "./read-configuration.ts";

const nothing: KnownNames = { companies: new Set(), collectors: new Set(), sensors: new Map() };

function problemsOf(text: string, known: KnownNames = nothing): string[] {
  const { tenants, problems } = readDeclarations(
    [{ name: "f", bytes: Buffer.from(`tenant: t\n${text}`) }],
    {},
    createMonitorReader({ minIntervalSec: 30 }),
  );
  assert.deepEqual(problems, []);
  const { names } = (tenants[0] ?? assert.fail()).declared;
  return checkNames(names, known).map(({ path, message }) => `${path}: ${message}`);
}

const sensor = (keys: string) => `  - { type: icmp, target: a.test, ${keys} }\n`;

test("a name that refers to nothing is an error where it stands", () => {
  const text = `sensors:\n${sensor("name: a, company: X, collector: Y, parent: Z")}
maintenance: [{ name: w, cron: "0 2 * * *", durationMin: 5, sensors: [a, q], companies: [X] }]`;
  const lines = problemsOf(text);
  assert.deepEqual(lines, [
    'f:3:53 sensors[0].company: there is no company named "X"; declare it under companies',
    'f:3:67 sensors[0].collector: there is no collector named "Y"; declare it under collectors',
    'f:3:78 sensors[0].parent: there is no sensor named "Z"; declare it under sensors',
    'f:5:74 maintenance[0].sensors[1]: there is no sensor named "q"; declare it under sensors',
    'f:5:90 maintenance[0].companies[0]: there is no company named "X"; declare it under companies',
  ]);
  const known: KnownNames = {
    companies: new Set(["X"]),
    collectors: new Set(["Y"]),
    sensors: new Map([
      ["Z", null],
      ["q", null],
    ]),
  };
  assert.deepEqual(problemsOf(text, known), []);
});

test("a name that is declared twice is an error that says where the first one is", () => {
  const text = `collectors: [{ name: A }, { name: A }]\nsensors:\n${sensor("name: a")}${sensor("name: a")}`;
  assert.deepEqual(problemsOf(text), [
    'f:2:35 collectors[1].name: "A" is already the name at f:2:22 collectors[0].name',
    'f:5:41 sensors[1].name: "a" is already the name at f:4:41 sensors[0].name',
  ]);
});

test("parents in a circle are an error, also through sensors that the file does not mention", () => {
  assert.match(problemsOf(`sensors:\n${sensor("name: a, parent: a")}`)[0] ?? "", /its own parent/);
  const circle = problemsOf(
    `sensors:\n${sensor("name: a, parent: b")}${sensor("name: b, parent: c")}${sensor("name: c, parent: a")}`,
  );
  assert.deepEqual(circle, [
    "f:3:52 sensors[0].parent: these sensors are each other's parents in a circle: a → b → c → a",
  ]);
  const known: KnownNames = { ...nothing, sensors: new Map([["b", "a"]]) };
  assert.match(
    problemsOf(`sensors:\n${sensor("name: a, parent: b")}`, known)[0] ?? "",
    /a → b → a/,
  );
  assert.deepEqual(
    problemsOf(`sensors:\n${sensor("name: a, parent: b")}${sensor("name: b")}`, known),
    [],
  );
});

test("a circle is found if and only if there is one", () => {
  const parents = fc.array(fc.option(fc.nat({ max: 7 })), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(parents, (parentOf) => {
      const text = parentOf
        .map((parent, i) =>
          sensor(parent === null ? `name: s${i}` : `name: s${i}, parent: s${parent}`),
        )
        .join("");
      const hasCircle = parentOf.some((_, start) => {
        let at: number | null | undefined = start;
        for (let i = 0; i < 9 && at !== null && at !== undefined; i++) at = parentOf[at];
        return at !== null;
      });
      assert.equal(problemsOf(`sensors:\n${text}`).length > 0, hasCircle);
    }),
  );
});
