import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, symlinkSync, truncateSync } from "node:fs";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import Type from "typebox";
import { Compile } from "typebox/compile";
import {
  BlindSpot,
  HostFacts,
  type Inventory,
  ListenerFacts,
  PackageFacts,
  packageKey,
} from "#engines/inventory-types";
import { anyCharacter } from "#test/any-text";
import { parseRpmList } from "./rpm.ts";
import { createInventoryReader } from "./index.ts";
import { fillHost, type HostTree, machineNamespaces, makeHost } from "./testing/host-tree.ts";

const schema = Compile(
  Type.Object({
    host: HostFacts,
    packages: Type.Array(PackageFacts),
    listeners: Type.Array(ListenerFacts),
    blindSpots: Type.Array(BlindSpot),
  }),
);

function assertFits(inventory: unknown): asserts inventory is Inventory {
  assert.deepEqual([...schema.Errors(inventory)], []);
  JSON.stringify(inventory, (_key, value: unknown) => {
    if (typeof value === "string") assert.doesNotMatch(value, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    return value;
  });
}

test("an inventory of this host fits the message, and an unchanged host gives an equal text", async () => {
  const reader = createInventoryReader();
  const [stamp, first, second, after] = [
    await reader.packagesStamp(),
    await reader.read(),
    await reader.read(),
    await reader.packagesStamp(),
  ];
  assertFits(first);
  assert.deepEqual(second.host, first.host);
  if (stamp === after)
    assert.equal(JSON.stringify(second.packages), JSON.stringify(first.packages));
});

test("without rights everything else is seen, and one sentence says what root would see", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const inventory = readWithoutRights();
  const whole = await createInventoryReader().read();
  assert.deepEqual(inventory.packages.length, whole.packages.length);
  assert.deepEqual(inventory.host.interfaces, whole.host.interfaces);
  assert.ok(inventory.listeners.some((one) => one.port === port && one.address === "127.0.0.1"));
  // Where the tests are not root there are no rights to give up, and it sees what is its user's.
  const isRoot = process.getuid?.() === 0;
  for (const listener of isRoot ? inventory.listeners : []) assert.equal(listener.process, null);
  const said = inventory.blindSpots.filter(({ what }) => what === "processes");
  const expected = "Which programs listen is for root to see: run the agent as root.";
  assert.deepEqual(
    said.map(({ why }) => why),
    isRoot || said.length > 0 ? [expected] : [],
  );
  await server[Symbol.asyncDispose]();
});

test("where the processes of others are hidden altogether, that is a blind spot too", (t) => {
  const root = makeHost(t, {
    "/proc/net/tcp":
      "   0: 0100007F:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 77 1\n",
    "/proc/net/udp": "",
    "/proc/7/comm": "sh\n",
  });
  chmodSync(root, 0o755);
  const { listeners, blindSpots } = readWithoutRights(root);
  const { length } = blindSpots.filter(({ what }) => what === "processes");
  assert.deepEqual([listeners[0]?.process, length], [null, 1]);
});

function readWithoutRights(...root: string[]): Inventory {
  const fixture = fileURLToPath(new URL("./testing/unprivileged.fixture.ts", import.meta.url));
  const limits = { encoding: "utf8", timeout: 30_000 } as const;
  const inventory: unknown = JSON.parse(execFileSync(process.execPath, [fixture, ...root], limits));
  assertFits(inventory);
  return inventory;
}

for (const platform of ["win32", "darwin", "freebsd"] as const) {
  test(`on ${platform} it tells what the runtime knows, and says what is not read there`, async () => {
    const inventory = await createInventoryReader({ platform }).read();
    assertFits(inventory);
    const { host, blindSpots } = inventory;
    assert.equal(host.os.family, { win32: "windows", darwin: "macos", freebsd: "bsd" }[platform]);
    assert.ok(host.hostname !== "" && host.kernel !== "" && host.bootedAt % 60_000 === 0);
    const linux = await createInventoryReader().read();
    assert.deepEqual(host.primaryAddress, linux.host.primaryAddress);
    assert.deepEqual(
      blindSpots.map(({ what }) => what),
      ["hardware", "listeners", "packages"],
    );
    assert.equal(await createInventoryReader({ platform }).packagesStamp(), "");
  });
}

test("an image has its own packages and name, and nothing of the machine that looks at it", async (t) => {
  const root = makeHost(t, {
    "/usr/lib/os-release": "ID=debian-image\nVERSION_ID=12\n",
    "/etc/hostname": "image.example.net\n",
    "/var/lib/dpkg/list": "Package: a\nStatus: install ok installed\nVersion: 1\n",
  });
  symlinkSync("../dpkg/list", join(root, "var/lib/dpkg/status"));
  // Leads out of the image, to this machine's own.
  symlinkSync("/etc/os-release", join(root, "etc/os-release"));
  const inventory = await createInventoryReader({ root, platform: "linux" }).read();
  assertFits(inventory);
  const { os, ...host } = inventory.host;
  assert.equal(`${os.id} ${os.version}`, "debian-image 12");
  assert.deepEqual(host, {
    hostname: "image",
    fqdn: "image.example.net",
    kernel: "",
    architecture: "",
    hardware: { uuid: null, vendor: null, product: null, kind: "unknown" },
    interfaces: [],
    primaryAddress: null,
    bootedAt: 0,
    packageManager: "dpkg",
  });
  assert.deepEqual(inventory.packages.map(packageKey), ["a\n\n1"]);
});

test("a file that is too large, a pipe and a folder are no lists of packages, and hold nothing up", async (t) => {
  const why = async (root: string) => {
    const { blindSpots, packages } = await createInventoryReader({
      root,
      platform: "linux",
    }).read();
    assert.deepEqual(packages, []);
    return blindSpots.filter(({ what }) => what === "packages").map((spot) => spot.why);
  };
  const large = makeHost(t, { "/var/lib/dpkg/status": "" });
  truncateSync(join(large, "var/lib/dpkg/status"), 64 * 2 ** 20 + 1);
  assert.deepEqual(await why(large), [
    "/var/lib/dpkg/status is larger than 64 MB; it was not read.",
  ]);
  const pipe = makeHost(t, { "/var/lib/dpkg/x": "" });
  execFileSync("mkfifo", [join(pipe, "var/lib/dpkg/status")]);
  assert.deepEqual(await why(pipe), ["/var/lib/dpkg/status is no file; it was not read."]);
});

const anything = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: anyCharacter, maxLength: 400 }) },
  { weight: 1, arbitrary: fc.integer({ min: 40, max: 400 }).map((length) => "x".repeat(length)) },
);
/** Lines of which some are nearly right. */
const lines = (...starts: string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...starts, ""), anything), { maxLength: 12 })
    .map((parts) => parts.map(([start, rest]) => `${start}${rest}\n`).join(""));
const hostile: fc.Arbitrary<HostTree> = fc
  .record({
    "/etc/os-release": lines(
      'ID="',
      "ID=",
      "ID_LIKE=",
      "PRETTY_NAME=",
      "VERSION_ID=",
      "VERSION_CODENAME=",
    ),
    "/etc/hostname": anything,
    "/etc/hosts": lines("10.0.0.1 ", "::1 "),
    "/var/lib/dpkg/status": lines(
      "Package: ",
      "Version: ",
      "Status: install ok installed\n",
      "Source: a (",
      "Architecture: ",
      "\nPackage: a\nStatus: install ok installed\nVersion: 1\nSource: ",
      "\nStatus: install ok installed\nVersion: 1\nPackage: ",
    ),
    "/lib/apk/db/installed": lines("P:", "V:", "A:", "o:", "\n", "P:a\nV:"),
    "/proc/stat": lines("btime 1", "btime "),
    "/proc/cpuinfo": lines("flags : "),
    "/proc/sys/kernel/osrelease": anything,
    "/proc/net/tcp": lines(
      "   0: 0100007F:0016 00000000:0000 0A 0:0 0:0 0     0        0 ",
      "   0: FFFFFFFF:FFFF 00000000:0000 0A 0:0 0:0 0     0        0 1",
    ),
    "/proc/net/udp": lines("   0: 0100007F:0016 00000000:0000 07 0:0 0:0 0     0        0 "),
    "/proc/net/route": lines("eth0\t00000000\t010200C0\t0003\t0\t0\t", "eth0\t"),
    "/proc/7/comm": anything,
    "/sys/class/dmi/id/sys_vendor": anything,
    "/sys/class/dmi/id/product_name": anything,
    "/sys/class/dmi/id/product_uuid": anything,
    "/sys/class/net/eth0/flags": fc.constantFrom("0x1003", "x", ""),
    "/sys/class/net/eth0/address": fc.oneof(anything, fc.constant("02:00:00:00:00:01")),
  })
  .map((texts) => ({ ...texts }));

test("whatever stands in a host's files, the inventory fits the message, clean and in order", async (t) => {
  const root = makeHost(t, {
    ...machineNamespaces,
    "/proc/7/fd/3": { link: "socket:[1]" },
  });
  const reader = createInventoryReader({ root, platform: "linux" });
  let packages = 0;
  let listeners = 0;
  await fc.assert(
    fc.asyncProperty(hostile, async (tree) => {
      fillHost(root, tree);
      const inventory = await reader.read();
      assertFits(inventory);
      const keys = inventory.packages.map(packageKey);
      assert.deepEqual(keys, [...new Set(keys)].toSorted());
      packages += keys.length;
      listeners += inventory.listeners.length;
    }),
    { numRuns: 60 },
  );
  // The hostile files are not all thrown away.
  assert.ok(packages > 0 && listeners > 0, `${packages} packages, ${listeners} listeners`);
});

test("whatever rpm prints, its packages fit the message", () => {
  const all = Compile(Type.Array(PackageFacts));
  fc.assert(
    fc.property(fc.array(fc.array(anything, { maxLength: 6 })), (rows) => {
      const text = rows.map((row) => row.join("\t")).join("\n");
      assert.deepEqual([...all.Errors(parseRpmList(text))], []);
    }),
  );
});
