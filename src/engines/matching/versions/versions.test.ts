import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";
import fc from "fast-check";
import { compareApk } from "./apk.ts";
import { compareDpkg } from "./dpkg.ts";
import { compareFuzzy } from "./fuzzy.ts";
import { comparePep440 } from "./pep440.ts";
import { compareRpm } from "./rpm.ts";
import { compareVersions, ecosystemScheme, upstreamScheme } from "./scheme.ts";
import { compareSemver } from "./semver.ts";

type Compare = (a: string, b: string) => number;

const numbers = fc
  .array(fc.oneof(fc.nat(3), fc.nat(120), fc.constant("01")), { minLength: 1, maxLength: 4 })
  .map((list) => list.join("."));
const one = (...words: string[]): fc.Arbitrary<string> => fc.constantFrom(...words);
const small = fc.nat(3).map(String);
const joined = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.join(""));

const dpkgVersion = joined(
  one("", "0:", "1:", "12:"),
  numbers,
  one("", "~rc1", "+dfsg", "p1", "a", "~~", ".z", "-0"),
  one("", "-1", "-2+deb12u3", "-1~deb11u1", "-3~bpo12+1", "-1ubuntu0.10", "-0+deb13u10", "-~"),
);
const rpmVersion = joined(
  one("", "0:", "1:"),
  numbers,
  one("", "~rc1", "^git2", "a", "p1", "_2", "^", "~"),
  one("", "-1.el9", "-1.el9_4.1", "-12.fc40", "-1~x"),
);
const semver = joined(
  joined(small, fc.constant("."), small, fc.constant("."), small),
  one("", "-alpha", "-alpha.1", "-rc.1", "-1", "-rc.10", "-alpha.beta", "-x-y"),
  one("", "+build5"),
);
const pep440 = joined(
  one("", "1!"),
  joined(small, fc.constant("."), small, one("", ".0", ".2")),
  one("", "a1", "b2", "rc1", "c3", ".alpha", "-pre1"),
  one("", ".post1", "-2", "post"),
  one("", ".dev0", "dev3"),
  one("", "+local.1", "+7", "+a"),
);
const apk = joined(
  joined(small, fc.constant("."), one("0", "02", "1", "10", "2")),
  one("", "a", "b"),
  one("", "_rc1", "_alpha", "_p2", "_git20240101", "_beta2_p1"),
  one("", "-r0", "-r1", "-r12"),
);
const fuzzy = joined(
  one("", "v", "r"),
  numbers,
  one(
    "",
    "a",
    "g",
    "z",
    "zd",
    "p1",
    "p2",
    "rc1",
    "-beta2",
    "a1",
    "-S1",
    " P4",
    "-dev",
    ".M1",
    ".0",
  ),
);

const orders: readonly [name: string, Compare, fc.Arbitrary<string>][] = [
  ["dpkg", compareDpkg, dpkgVersion],
  ["rpm", compareRpm, rpmVersion],
  ["semver", compareSemver, semver],
  ["pep440", comparePep440, pep440],
  ["apk", compareApk, apk],
  ["fuzzy", compareFuzzy, fuzzy],
  ["fuzzy, of any text", compareFuzzy, fc.string({ maxLength: 30 })],
  ["dpkg, of any text", compareDpkg, fc.string({ maxLength: 30 })],
  ["rpm, of any text", compareRpm, fc.string({ maxLength: 30 })],
];

for (const [name, compare, versions] of orders) {
  test(`versions have one order: ${name}`, () => {
    fc.assert(
      fc.property(versions, versions, versions, (a, b, c) => {
        const ab = Math.sign(compare(a, b));
        assert.equal(Math.sign(compare(a, a)), 0);
        assert.equal(Math.sign(compare(b, a)), ab === 0 ? 0 : -ab, `${a} and ${b}`);
        const bc = Math.sign(compare(b, c));
        const ac = Math.sign(compare(a, c));
        if (ab <= 0 && bc <= 0) assert.ok(ac <= 0, `${a} <= ${b} <= ${c}`);
        if (ab === 0) assert.equal(ac, bc, `${a} = ${b}, but they differ beside ${c}`);
      }),
      { numRuns: 3000 },
    );
  });
}

/** Each list ascends. */
const tables: Readonly<Record<string, { compare: Compare; ascending: readonly string[] }>> = {
  "dpkg, the worked examples of deb-version(7) among them": {
    compare: compareDpkg,
    ascending: [
      "0.9~~",
      "0.9~~a",
      "0.9~",
      "0.9",
      "0.9a",
      "2.4.52-1~deb11u2",
      "2.4.52-1",
      "9.2p1-2~bpo11+1",
      "9.2p1-2",
      "9.2p1-2+deb12u3",
      "9.2p1-2+deb12u10",
      "1:9.2p1-2",
    ],
  },
  rpm: {
    compare: compareRpm,
    ascending: ["1.0~rc1", "1.0", "1.0^git1", "1.0a", "1.0.1", "1.0.10", "1:0.1", "1:0.1-1.el9"],
  },
  "semver, the chain of clause 11": {
    compare: compareSemver,
    ascending: [
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
      "v1.0.1",
    ],
  },
  pep440: {
    compare: comparePep440,
    ascending: [
      "1.0.dev1",
      "1.0a1.dev1",
      "1.0a1",
      "1.0b2",
      "1.0rc1",
      "1.0",
      "1.0+x",
      "1.0.post1",
      "1.1",
      "1!0.1",
    ],
  },
  apk: {
    compare: compareApk,
    ascending: [
      "1.2_alpha1",
      "1.2_rc1",
      "1.2",
      "1.2_git1",
      "1.2_p1",
      "1.2_p1-r1",
      "1.2a",
      "1.2.02",
      "1.2.1",
      "1.10",
    ],
  },
  fuzzy: {
    compare: compareFuzzy,
    ascending: [
      "1.0.1-dev",
      "1.0.1-beta2",
      "1.0.1rc1",
      "1.0.1",
      "1.0.1a",
      "1.0.1g",
      "1.0.1z",
      "1.0.1za",
      "1.0.1zd",
      "1.0.2",
      "8.3p1",
      "8.3p2",
      "9.9",
      "9.11.4-S1",
      "10.0p1",
      "2016.73",
    ],
  },
};

for (const [name, { compare, ascending }] of Object.entries(tables)) {
  test(`known pairs stand in their order: ${name}`, () => {
    for (const [i, a] of ascending.entries()) {
      for (const b of ascending.slice(i + 1)) assert.ok(compare(a, b) < 0, `${a} < ${b}`);
    }
  });
}

test("in the fuzzy order trailing zeros and different writings of one thing are equal", () => {
  for (const [a, b] of [
    ["1.0", "1"],
    ["1.0.0", "1.0"],
    ["v2.4.1", "2.4.1"],
    ["4.13.13+dfsg-1", "4.13.13"],
    ["4.13.13-Debian", "4.13.13"],
    ["8.3 patch1", "8.3p1"],
    ["9.0.0-milestone1", "9.0.0.M1"],
  ] as const) {
    assert.equal(compareFuzzy(a, b), 0, `${a} = ${b}`);
  }
});

test("a version that is not written in the stated scheme is compared all the same", () => {
  assert.ok(compareVersions("semver", "1.0.2zc", "1.0.2zd") < 0);
  assert.ok(compareVersions("pep440", "9.9p1", "9.9p2") < 0);
  assert.throws(() => compareSemver("1.0.2zc", "1.0.2"), /"1.0.2zc" is not a semantic version/);
});

test("an ecosystem and a version type name their scheme; commits and packages have none", () => {
  assert.deepEqual(
    ["Ubuntu:22.04:LTS", "Rocky Linux:9", "Alpine:v3.19", "PyPI", "npm", "Maven"].map(
      ecosystemScheme,
    ),
    ["dpkg", "rpm", "apk", "pep440", "semver", "fuzzy"],
  );
  assert.deepEqual([undefined, "semver", "python", "custom", "git", "rpm"].map(upstreamScheme), [
    "fuzzy",
    "semver",
    "pep440",
    "fuzzy",
    null,
    null,
  ]);
});

describe("the real tools agree", () => {
  const samples = (version: fc.Arbitrary<string>, count: number): [string, string][] =>
    fc.sample(fc.tuple(version, version), { numRuns: count, seed: 7 });

  test("with dpkg", () => {
    for (const [a, b] of samples(dpkgVersion, 150)) {
      const script = `dpkg --compare-versions "$1" lt "$2" && echo -1 || { dpkg --compare-versions "$1" eq "$2" && echo 0 || echo 1; }`;
      const said = execFileSync("sh", ["-c", script, "sh", a, b], { encoding: "utf8" });
      assert.equal(Math.sign(compareDpkg(a, b)), Number(said), `${a} and ${b}`);
    }
  });

  test("with rpm", () => {
    const pairs = samples(rpmVersion, 300);
    const calls = pairs.map(([a, b]) => `print(rpm.vercmp("${a}", "${b}") .. "\\n")`).join(" ");
    const said = execFileSync("rpm", ["--eval", `%{lua:${calls}}`], { encoding: "utf8" });
    const answers = said.trim().split(/\s+/).map(Number);
    assert.equal(answers.length, pairs.length);
    for (const [i, [a, b]] of pairs.entries()) {
      assert.equal(Math.sign(compareRpm(a, b)), answers[i], `${a} and ${b}`);
    }
  });

  test("with Python's packaging", () => {
    // The system's own Python: another one in PATH need not have the package.
    const pairs = samples(pep440, 500);
    const script =
      "import json,sys; from packaging.version import Version as V;" +
      "print(json.dumps([(V(a) > V(b)) - (V(a) < V(b)) for a, b in json.load(sys.stdin)]))";
    const said = execFileSync("/usr/bin/python3", ["-c", script], {
      encoding: "utf8",
      input: JSON.stringify(pairs),
    });
    const answers: unknown = JSON.parse(said);
    assert.deepEqual(
      pairs.map(([a, b]) => Math.sign(comparePep440(a, b))),
      answers,
    );
  });
});
