import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type BlindSpot, type PackageFacts, packageKey } from "#engines/inventory-types";
import { parseApkInstalled } from "./apk.ts";
import { parseDpkgStatus } from "./dpkg.ts";
import { createInventoryReader } from "./index.ts";
import { parseRpmList } from "./rpm.ts";
import { makeHost } from "./testing/host-tree.ts";

const line = ({ name, version, arch, source, sourceVersion }: PackageFacts) =>
  [name, version, arch, source, sourceVersion].join(" ");

const stanza = (name: string, status: string, more = "") =>
  `Package: ${name}\nStatus: ${status}\nArchitecture: amd64\n${more}Version: 1:2.3-4+b1\nDescription: one\n Package: no field\n more\n`;

test("a binary package knows the source package and the revision that it was built from", () => {
  const read = (more: string) =>
    parseDpkgStatus(stanza("a", "install ok installed", more), "ignored").map(line);
  assert.deepEqual(read(""), ["a 1:2.3-4+b1 amd64 a 1:2.3-4+b1"]);
  assert.deepEqual(read("Source: src\n"), ["a 1:2.3-4+b1 amd64 src 1:2.3-4+b1"]);
  assert.deepEqual(read("Source: src (1:2.3-4)\n"), ["a 1:2.3-4+b1 amd64 src 1:2.3-4"]);
});

test("a package counts for as long as its files are on the disk, in the middle of an upgrade too", () => {
  const states = {
    "install ok installed": true,
    "hold ok installed": true,
    "deinstall ok installed": true,
    "install ok triggers-pending": true,
    "install ok unpacked": true,
    "install reinstreq half-installed": true,
    "deinstall ok config-files": false,
    "purge ok not-installed": false,
    unknown: false,
  };
  for (const [status, counts] of Object.entries(states)) {
    assert.equal(parseDpkgStatus(stanza("a", status), "installed").length, Number(counts), status);
  }
});

test("a stanza without a status is a package in the files of distroless images alone", async (t) => {
  const text = "Package: base-files\nVersion: 12.4\nArchitecture: amd64\n";
  assert.equal(parseDpkgStatus(text, "ignored").length, 0);
  const root = makeHost(t, {
    "/etc/os-release": "ID=debian\n",
    "/var/lib/dpkg/status.d/base": text,
    "/var/lib/dpkg/status.d/base.md5sums": "0  etc/issue\n",
  });
  const { host, packages } = await createInventoryReader({ root, platform: "linux" }).read();
  assert.deepEqual(packages.map(line), ["base-files 12.4 amd64 base-files 12.4"]);
  assert.equal(host.packageManager, "dpkg");
});

test("apk's list gives the origin, and files that look like packages are none", async (t) => {
  const installed = `C:Q1abc=
P:libcrypto3
V:3.1.4-r5
A:x86_64
o:openssl
t:1700000000
F:lib
R:libcrypto.so.3
P:evil

P:musl
V:1.2.4-r2
A:x86_64

`;
  assert.deepEqual(parseApkInstalled(installed).map(line), [
    "libcrypto3 3.1.4-r5 x86_64 openssl 3.1.4-r5",
    "musl 1.2.4-r2 x86_64 musl 1.2.4-r2",
  ]);
  const root = makeHost(t, {
    "/etc/os-release": "ID=alpine\nVERSION_ID=3.20.3\n",
    "/lib/apk/db/installed": installed,
  });
  const { host, packages } = await createInventoryReader({ root, platform: "linux" }).read();
  assert.deepEqual([host.packageManager, packages.length], ["apk", 2]);
});

test("rpm's list gives source packages by the names of their files, and no keys of vendors", () => {
  const text = `gpg-pubkey\t5a6340b3-6229229e\t(none)\t
openssl-libs\t1:3.0.7-27.el9\tx86_64\topenssl-3.0.7-27.el9.src.rpm
perl-Errno\t0:1.30-481.el9\tnoarch\tperl-5.32.1-481.el9.src.rpm
fglrx\t1-2\tx86_64\tfglrx-1-2.nosrc.rpm
home-made\t1-1\tnoarch\t
`;
  assert.deepEqual(parseRpmList(text).map(line), [
    "openssl-libs 1:3.0.7-27.el9 x86_64 openssl 1:3.0.7-27.el9",
    "perl-Errno 0:1.30-481.el9 noarch perl 0:5.32.1-481.el9",
    "fglrx 1-2 x86_64 fglrx 1-2",
    "home-made 1-1 noarch home-made 1-1",
  ]);
});

test("the packages of this host are those that dpkg-query names", async () => {
  const reader = createInventoryReader();
  const format =
    "${Package} ${Version} ${Architecture} ${source:Package} ${source:Version}\t${db:Status-Status}\n";
  for (;;) {
    const before = await reader.packagesStamp();
    const { packages } = await reader.read();
    const said = execFileSync("dpkg-query", ["-W", "-f", format], { encoding: "utf8" });
    if ((await reader.packagesStamp()) !== before) continue; // somebody installs something
    const expected = said
      .split("\n")
      .filter((one) => !/\t(config-files|not-installed)?$/.test(one) && one !== "")
      .map((one) => one.split("\t", 1)[0] ?? "");
    assert.ok(expected.length > 100);
    assert.deepEqual(packages.map(line).toSorted(), expected.toSorted());
    const keys = packages.map(packageKey);
    assert.deepEqual(keys, [...new Set(keys)].toSorted());
    return;
  }
});

const spec = `Name: vedette-sample
Epoch: 2
Version: 1.0
Release: 3.el9
Summary: a package without files
License: Apache-2.0
BuildArch: noarch
%description
none
%package libs
Summary: another with a version of its own
Version: 7.1~rc1
%description libs
none
%files
%files libs
`;

test("the packages of an rpm database are those that rpm names", async (t) => {
  const root = makeHost(t, {
    "/etc/os-release": 'ID="almalinux"\nID_LIKE="rhel centos fedora"\nVERSION_ID="9.4"\n',
    "/build/sample.spec": spec,
  });
  const build = join(root, "build");
  const database = join(root, "usr/lib/sysimage/rpm");
  mkdirSync(database, { recursive: true });
  const quiet = { stdio: "pipe", timeout: 60_000 } as const;
  execFileSync(
    "rpmbuild",
    ["-bb", "--define", `_topdir ${build}`, join(build, "sample.spec")],
    quiet,
  );
  const built = join(build, "RPMS/noarch");
  const files = readdirSync(built).map((name) => join(built, name));
  execFileSync("rpm", ["--dbpath", database, "--justdb", "--nodeps", "-i", ...files], quiet);

  const reader = createInventoryReader({ root, platform: "linux" });
  const { host, packages, blindSpots } = await reader.read();
  assert.equal(host.packageManager, "rpm");
  assert.deepEqual(packages.map(line), [
    "vedette-sample 2:1.0-3.el9 noarch vedette-sample 2:1.0-3.el9",
    "vedette-sample-libs 2:7.1~rc1-3.el9 noarch vedette-sample 2:1.0-3.el9",
  ]);
  assert.deepEqual(
    packages.map(({ name, version, arch }) => `${name}-${version.replace(/^\d+:/, "")}.${arch}`),
    execFileSync("rpm", ["--dbpath", database, "-qa"], { encoding: "utf8" })
      .split("\n")
      .filter((one) => one !== "")
      .toSorted(),
  );
  assert.deepEqual(blind(blindSpots, "packages"), []);

  // A database that is there and broken is a blind spot, not a host without packages.
  const stamp = await reader.packagesStamp();
  for (const name of readdirSync(database)) rmSync(join(database, name));
  writeFileSync(
    join(database, "rpmdb.sqlite"),
    "this is no database, but long enough for one. ".repeat(50),
  );
  const broken = await reader.read();
  assert.deepEqual([broken.packages, broken.host.packageManager], [[], "rpm"]);
  assert.match(blind(broken.blindSpots, "packages")[0] ?? "", /^\/\S*rpm ended with 1: error: /);
  assert.notEqual(await reader.packagesStamp(), stamp);
});

test("a list that is there and cannot be read is a blind spot, and no other list is taken for it", async (t) => {
  const root = makeHost(t, {
    "/etc/os-release": "ID=ubuntu\nID_LIKE=debian\n",
    "/lib/apk/db/installed": "P:musl\nV:1\nA:x86_64\n\n",
  });
  mkdirSync(join(root, "var/lib/dpkg/status"), { recursive: true });
  const { packages, host, blindSpots } = await createInventoryReader({
    root,
    platform: "linux",
  }).read();
  assert.deepEqual([packages, host.packageManager], [[], "dpkg"]);
  assert.deepEqual(blind(blindSpots, "packages"), [
    "/var/lib/dpkg/status is no file; it was not read.",
  ]);
});

test("a distribution of another manager has a blind spot, and what a known one has installed counts", async (t) => {
  const root = makeHost(t, { "/etc/os-release": "ID=arch\n" });
  const reader = createInventoryReader({ root, platform: "linux" });
  const none = await reader.read();
  assert.deepEqual([none.packages, none.host.packageManager], [[], null]);
  assert.match(blind(none.blindSpots, "packages")[0] ?? "", /No packages of dpkg, rpm or apk/);

  const other = makeHost(t, {
    "/etc/os-release": "ID=homemade\n",
    "/var/lib/dpkg/status": stanza("a", "install ok installed"),
  });
  const found = await createInventoryReader({ root: other, platform: "linux" }).read();
  assert.deepEqual([found.packages.length, found.host.packageManager], [1, "dpkg"]);
});

test("the list is read again, and its stamp another one, when it is written anew and at no other time", async (t) => {
  const path = "/var/lib/dpkg/status";
  const root = makeHost(t, { [path]: stanza("a", "install ok installed") });
  const { packagesStamp, read } = createInventoryReader({ root, platform: "linux" });
  const first = await packagesStamp();
  const { packages } = await read();
  assert.equal(await packagesStamp(), first);
  assert.equal((await read()).packages, packages);
  // As dpkg does it: the same length, put in place at once.
  writeFileSync(join(root, `${path}-new`), stanza("b", "install ok installed"));
  renameSync(join(root, `${path}-new`), join(root, path));
  assert.notEqual(await packagesStamp(), first);
  assert.deepEqual(
    (await read()).packages.map(({ name }) => name),
    ["b"],
  );
});

function blind(spots: readonly BlindSpot[], what: BlindSpot["what"]): string[] {
  return spots.filter((spot) => spot.what === what).map(({ why }) => why);
}
