/*
 * The packages of this very host against Debian's tracker, from the database; dpkg itself and the tracker's JSON are the other
 * opinion.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { HostFacts, PackageFacts } from "#engines/inventory-types";
import { fixCommand, softwareKey, softwareOfPackages } from "#engines/matching";
import { importFeedFiles } from "#exposure/feeds";
import { createTestDatabase } from "#test/database";
import { findMatches } from "./find-matches.ts";

const db = await createTestDatabase();
const fixtures = new URL("../../../test/fixtures/", import.meta.url);

/** As dpkg tells them, read with nothing of ours. */
function packagesOfThisHost(): PackageFacts[] {
  const format =
    "${Package}\\t${Version}\\t${Architecture}\\t${source:Package}\\t${source:Version}\\t${db:Status-Status}\\n";
  const text = execFileSync("dpkg-query", ["-W", "-f", format], { encoding: "utf8" });
  return text
    .trim()
    .split("\n")
    .map((line) => line.split("\t"))
    .filter((fields) => fields[5] === "installed")
    .map(([name = "", version = "", arch = "", source = "", sourceVersion = ""]) => ({
      name,
      version,
      arch,
      source,
      sourceVersion,
    }));
}

const bookworm: HostFacts = {
  hostname: "here",
  fqdn: null,
  os: {
    family: "linux",
    id: "debian",
    like: [],
    name: "Debian GNU/Linux 12 (bookworm)",
    version: "12",
    codename: "bookworm",
  },
  kernel: "6.1.0-1-none",
  architecture: "x86_64",
  hardware: { uuid: null, vendor: null, product: null, kind: "unknown" },
  interfaces: [],
  primaryAddress: null,
  bootedAt: 0,
  packageManager: "dpkg",
};

interface TrackerEntry {
  status: string;
  fixed_version?: string;
}
type Tracker = Record<string, Record<string, { releases: Record<string, TrackerEntry> }>>;

/** What the tracker says of one entry, by dpkg's own order of versions. */
function isAffected({ status, fixed_version: fixed }: TrackerEntry, version: string): boolean {
  if (status === "undetermined" || fixed === "0") return false;
  if (fixed === undefined) return true;
  const { status: code } = spawnSync("dpkg", ["--compare-versions", version, "lt", fixed]);
  assert.ok(code === 0 || code === 1, `dpkg compares ${version} and ${fixed}`);
  return code === 0;
}

for (const folder of ["feeds", "host-feeds"]) {
  test(`the verdict on every installed package is the one that dpkg and the tracker's JSON give: ${folder}`, async () => {
    const file = new URL(`${folder}/debian.json`, fixtures);
    const { failures } = await importFeedFiles({ connection: db.connection, now: Date.now }, [
      fileURLToPath(file),
    ]);
    assert.deepEqual(failures, []);
    const tracker = JSON.parse(await readFile(file, "utf8")) as Tracker;
    const packages = packagesOfThisHost();
    const { judged } = softwareOfPackages(bookworm, packages);
    const matches = await findMatches(
      db.database.system,
      judged.map(({ software }) => software),
    );
    const ours = judged.flatMap(({ software, source, binaries }) =>
      matches
        .of(softwareKey(software))
        .filter(({ affected }) => affected)
        .map(({ cve, confidence, fixedVersion }) => {
          assert.equal(confidence, 100);
          const command = fixCommand(bookworm, binaries, fixedVersion);
          assert.equal(command === null, fixedVersion === null);
          return `${source} ${cve} ${fixedVersion}`;
        }),
    );
    const installed = new Map(
      packages
        .filter(({ source }) => source in tracker && !source.startsWith("linux"))
        .map(({ source, sourceVersion }) => [
          `${source} ${sourceVersion}`,
          { source, sourceVersion },
        ]),
    );
    let cleared = 0;
    const theirs = [...installed.values()].flatMap(({ source, sourceVersion }) =>
      Object.entries(tracker[source] ?? {}).flatMap(([cve, { releases }]) => {
        const entry = releases["bookworm"];
        if (entry === undefined) return [];
        if (isAffected(entry, sourceVersion))
          return [`${source} ${cve} ${entry.fixed_version ?? null}`];
        cleared += 1;
        return [];
      }),
    );
    assert.deepEqual(ours.toSorted(), theirs.toSorted());
    assert.ok(cleared >= 5, `${cleared} entries clear what is installed`);
    if (folder === "host-feeds") assert.ok(theirs.length >= 8, `${theirs.length} are affected`);
  });
}
