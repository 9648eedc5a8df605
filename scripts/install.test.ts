import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { isInstalled } from "./install.mjs";

type Packages = Record<string, object>;

/** A checkout that wants some packages and has some. */
async function checkout(t: TestContext, wanted: Packages, installed?: Packages): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "vedette-install-"));
  t.after(() => rm(root, { recursive: true }));
  await writeFile(join(root, "package-lock.json"), JSON.stringify({ packages: wanted }));
  if (installed === undefined) return root;
  await mkdir(join(root, "node_modules"));
  const file = join(root, "node_modules", ".package-lock.json");
  await writeFile(file, JSON.stringify({ packages: installed }));
  return root;
}

const wanted = {
  "": { name: "vedette" },
  "node_modules/a": { version: "1.0.0" },
  "node_modules/for-others": { version: "1.0.0", optional: true, os: ["plan9"] },
  "node_modules/for-us": { version: "1.0.0", optional: true, os: [process.platform] },
};
const complete = {
  "node_modules/a": { version: "1.0.0" },
  "node_modules/for-us": { version: "1.0.0" },
};

test("a checkout that has what it wants is left alone", async (t) => {
  assert.equal(isInstalled(await checkout(t, wanted, complete)), true);
});

test("what only an optional package of another platform would need may be missing", async (t) => {
  const more = {
    ...wanted,
    "node_modules/wasm-build": { version: "1.0.0", optional: true, cpu: "wasm32" },
    "node_modules/part-of-it": { version: "1.0.0", optional: true },
  };
  assert.equal(isInstalled(await checkout(t, more, complete)), true);
});

test("a fresh clone, an old version and a missing package are noticed", async (t) => {
  const { "node_modules/a": a, "node_modules/for-us": forUs } = complete;
  const stale: (Packages | undefined)[] = [
    undefined,
    { ...complete, "node_modules/a": { version: "0.9.0" } },
    { "node_modules/for-us": forUs },
    { "node_modules/a": a },
  ];
  for (const installed of stale) {
    assert.equal(
      isInstalled(await checkout(t, wanted, installed)),
      false,
      JSON.stringify(installed),
    );
  }
});

test("a damaged lock file is not taken for an empty one", async (t) => {
  const root = await checkout(t, wanted, complete);
  await writeFile(join(root, "package-lock.json"), "<<<<<<<");
  assert.throws(() => isInstalled(root), /package-lock\.json is missing or damaged/);
});
