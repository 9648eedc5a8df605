import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { hostname, networkInterfaces, type NetworkInterfaceInfo, release } from "node:os";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { createBlindSpots } from "./blind-spots.ts";
import { bootTimeOfUptime, createSteadyTime, parseBootTime } from "./boot-time.ts";
import { readHardware, uuidOf } from "./hardware.ts";
import { hostFiles } from "./host-files.ts";
import { hostNameOf } from "./host-name.ts";
import { createInventoryReader } from "./index.ts";
import { interfacesOf } from "./interfaces.ts";
import { osOfRelease, parseOsRelease } from "./os-release.ts";
import { macVersion } from "./other-systems.ts";
import { linuxPrimaryAddress } from "./primary-address.ts";
import { type HostTree, machineNamespaces, makeHost } from "./testing/host-tree.ts";

test("os-release is read as a shell would read it", () => {
  const text = `# comment\nA=plain\nB="a \\"b\\" \\$c \\\\ d"\nC='single \\" quoted'\nA=again\nnot an assignment\nD=\nE="half\n`;
  assert.deepEqual(Object.fromEntries(parseOsRelease(text)), {
    A: "again",
    B: 'a "b" $c \\ d',
    C: 'single \\" quoted',
    D: "",
    E: '"half',
  });
});

test("every value of os-release survives quoting", () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const quoted = value.replace(/[$"\\`]/g, "\\$&");
      assert.equal(parseOsRelease(`NAME="${quoted}"\n`).get("NAME"), value);
    }),
  );
});

test("the distribution is told by its own words, and a release without number has none", () => {
  const alma = osOfRelease(
    'NAME="AlmaLinux"\nVERSION="9.4 (Seafoam Ocelot)"\nID="almalinux"\nID_LIKE="rhel centos fedora"\nVERSION_ID="9.4"\n',
  );
  assert.deepEqual(alma, {
    family: "linux",
    id: "almalinux",
    like: ["rhel", "centos", "fedora"],
    name: "AlmaLinux 9.4 (Seafoam Ocelot)",
    version: "9.4",
    codename: null,
  });
  const sid = osOfRelease(
    'PRETTY_NAME="Debian GNU/Linux forky/sid"\nVERSION_CODENAME=forky\nID=debian\n',
  );
  assert.deepEqual(
    [sid.version, sid.codename, sid.name],
    [null, "forky", "Debian GNU/Linux forky/sid"],
  );
  assert.deepEqual([osOfRelease("").id, osOfRelease("").name], ["linux", "Linux"]);
});

test("the domain of a host comes from its name or from /etc/hosts, and none that every host has", () => {
  const hosts = `127.0.0.1 localhost
# 10.0.0.1 web.commented.example web
::1 ip6-localhost
127.0.1.1\tWeb.Example.NET web # first
10.0.0.5 web.other.example web
`;
  assert.deepEqual(hostNameOf("web", hosts), { hostname: "web", fqdn: "web.example.net" });
  assert.deepEqual(hostNameOf("db1.corp.example.", hosts), {
    hostname: "db1",
    fqdn: "db1.corp.example",
  });
  for (const [name, text] of [
    ["db", hosts],
    ["web", "127.0.0.1 localhost web\n"],
    ["localhost", "127.0.0.1 localhost.localdomain localhost\n"],
    ["web", "web.example.net web\n"],
  ] as const) {
    assert.deepEqual(hostNameOf(name, text), { hostname: name, fqdn: null }, text);
  }
});

test("the start is stable: to the second of the kernel's own, and to the minute of an uptime", () => {
  assert.equal(parseBootTime("cpu 1 2\nbtime 1795236856\nprocesses 5\n"), 1_795_236_856_000);
  assert.equal(parseBootTime("btime 9999999999999\n"), null);
  assert.equal(parseBootTime("cpu 1\n"), null);
  assert.equal(bootTimeOfUptime(30.4, 1_795_236_890_400) % 60_000, 0);
  const steady = createSteadyTime();
  const first = steady(1_795_236_840_000);
  assert.equal(steady(1_795_236_900_000), first);
  assert.equal(steady(1_795_236_839_000), first);
  assert.equal(steady(1_795_240_000_000), 1_795_240_000_000);
});

test("a UUID that many machines share is none", () => {
  for (const text of [
    "00000000-0000-0000-0000-000000000000",
    "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
    "FEFEFEFE-FEFE-FEFE-FEFE-FEFEFEFEFEFE",
    "03000200-0400-0500-0006-000700080009",
    "02000100-0300-0400-0005-000600070008",
    "12345678-1234-5678-90AB-CDDEEFAABBCC",
    "Not Settable",
    "Not Present",
    "",
  ]) {
    assert.equal(uuidOf(text), null, text);
  }
  const own = "4C4C4544-0042-3510-8052-B3C04F4B4E32";
  assert.equal(uuidOf(`${own}\n`), own.toLowerCase());
});

const dmi = (vendor: string, product: string, flags = "fpu vme"): HostTree => ({
  "/sys/class/dmi/id/sys_vendor": `${vendor}\n`,
  "/sys/class/dmi/id/product_name": `${product}\n`,
  "/sys/class/dmi/id/product_uuid": "4c4c4544-0042-3510-8052-b3c04f4b4e32\n",
  "/proc/cpuinfo": `processor\t: 0\nflags\t\t: ${flags} lm\n`,
  ...machineNamespaces,
});

test("a real machine, a virtual one and a container are told apart", async (t) => {
  const kindOf = async (tree: HostTree) =>
    (await readHardware(hostFiles(makeHost(t, tree)), assert.fail)).kind;
  for (const [vendor, product, kind] of [
    ["Dell Inc.", "PowerEdge R740", "physical"],
    ["QEMU", "Standard PC (Q35 + ICH9, 2009)", "virtual"],
    ["VMware, Inc.", "VMware Virtual Platform", "virtual"],
    ["Microsoft Corporation", "Virtual Machine", "virtual"],
    ["Microsoft Corporation", "Surface Pro", "physical"],
    ["Xen", "HVM domU", "virtual"],
    ["Amazon EC2", "t3.micro", "virtual"],
    ["Amazon EC2", "m7i.metal-24xl", "physical"],
    ["Google", "Google Compute Engine", "virtual"],
    ["innotek GmbH", "VirtualBox", "virtual"],
    ["To Be Filled By O.E.M.", "Default string", "unknown"],
  ] as const) {
    assert.equal(await kindOf(dmi(vendor, product)), kind, `${vendor} ${product}`);
  }
  assert.equal(await kindOf(dmi("Somebody", "New cloud", "fpu hypervisor")), "virtual");
  const dom0 = { "/proc/xen/capabilities": "control_d\n" };
  assert.equal(await kindOf({ ...dmi("Dell Inc.", "R740", "hypervisor"), ...dom0 }), "physical");
  assert.equal(
    await kindOf({ "/sys/firmware/devicetree/base/model": "Raspberry Pi 4\0" }),
    "physical",
  );
  assert.equal(await kindOf({}), "unknown");
});

test("a container has nothing of its host's machine, however it shows itself", async (t) => {
  const machine = dmi("Dell Inc.", "R740");
  const { "/proc/self/ns/uts": _, ...others } = machine;
  const ownName = { ...others, "/proc/self/ns/uts": { link: "uts:[4026532200]" } };
  const inner: HostTree = { "/proc/self/ns/pid": { link: "pid:[4026532201]" } };
  const { "/proc/self/ns/pid": __, ...withoutPid } = machine;
  const layers = "22 1 0:21 / / rw,relatime - overlay overlay rw,lowerdir=/x\n";
  const disk = "22 1 254:0 / / rw,relatime - ext4 /dev/root rw\n";
  const hardware = async (tree: HostTree) =>
    await readHardware(hostFiles(makeHost(t, tree)), assert.fail);
  for (const tree of [
    { ...withoutPid, ...inner },
    { ...ownName, "/.dockerenv": "" },
    { ...ownName, "/run/.containerenv": "engine=podman\n" },
    { ...ownName, "/proc/1/environ": "HOME=/\0container=lxc\0" },
    { ...machine, "/.dockerenv": "", "/proc/self/mountinfo": layers },
    { ...withoutPid, "/run/systemd/container": "systemd-nspawn" },
  ]) {
    const none = { uuid: null, vendor: null, product: null, kind: "container" };
    assert.deepEqual(await hardware(tree), none, JSON.stringify(tree));
  }
  // A virtual machine made from a container's image.
  const micro = await hardware({ ...machine, "/.dockerenv": "", "/proc/self/mountinfo": disk });
  assert.deepEqual(micro, {
    uuid: "4c4c4544-0042-3510-8052-b3c04f4b4e32",
    vendor: "Dell Inc.",
    product: "R740",
    kind: "physical",
  });
});

const at = (address: string, mac: string, internal = false): NetworkInterfaceInfo =>
  address.includes(":")
    ? { address, netmask: "", mac, internal, cidr: null, family: "IPv6", scopeid: 0 }
    : { address, netmask: "", mac, internal, cidr: null, family: "IPv4" };

test("interfaces that lead out are kept with their global addresses, inner ones are left out", () => {
  const mac = "02:FC:00:00:00:01";
  const none = "00:00:00:00:00:00";
  const inner = [
    "veth12ab",
    "docker0",
    "br-0123456789ab",
    "virbr0",
    "cni0",
    "flannel.1",
    "cali1",
    "podman1",
  ];
  const found = interfacesOf(
    {
      lo: [at("127.0.0.1", none, true), at("192.0.2.200", none, true)],
      lo0: [at("127.0.0.1", none, true)],
      wg0: [at("10.9.0.1", none)],
      eth0: [
        at("fe80::1%eth0", mac),
        at("2001:DB8::0:1", mac),
        at("10.0.0.5", mac),
        at("169.254.1.1", mac),
      ],
      "br-lan": [at("10.0.1.1", mac)],
      ...Object.fromEntries(inner.map((name) => [name, [at("172.17.0.1", mac)]])),
    },
    new Map([
      ["eth1", "02:fc:00:00:00:02"],
      ["tun9", ""],
      ["lo", none],
    ]),
    assert.fail,
  );
  assert.deepEqual(found, [
    { name: "br-lan", mac: mac.toLowerCase(), addresses: ["10.0.1.1"] },
    { name: "eth0", mac: mac.toLowerCase(), addresses: ["10.0.0.5", "2001:db8::1"] },
    { name: "eth1", mac: "02:fc:00:00:00:02", addresses: [] },
    { name: "wg0", mac: null, addresses: ["10.9.0.1"] },
  ]);
  const spots = createBlindSpots();
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [`eth${n}`, [at("10.0.0.1", mac)]]),
  );
  assert.equal(interfacesOf(many, new Map(), spots.tell).length, 200);
  assert.match(spots.all()[0]?.why ?? "", /more than 200 interfaces/);
});

test("the primary address is that of the best default route, IPv4 before IPv6", async (t) => {
  const seen = {
    eth0: [at("10.0.0.5", ""), at("2001:db8::5", "")],
    wlan0: [at("10.0.1.5", "")],
    eth1: [at("169.254.0.9", "")],
  };
  const four = (device: string, metric: number, flags = "0003", to = "00000000") =>
    `${device}\t${to}\t010200C0\t${flags}\t0\t0\t${metric}\t${to}\t0\t0\t0 \n`;
  const six = (device: string, flags = "00000003") =>
    `${"0".repeat(32)} 00 ${"0".repeat(32)} 00 fd000000000000000000000000000001 00000400 00000003 00000000 ${flags}     ${device}\n`;
  const primary = async (route: string, route6 = "") =>
    await linuxPrimaryAddress(
      hostFiles(
        makeHost(t, {
          "/proc/net/route": `Iface\tDestination\n${route}`,
          "/proc/net/ipv6_route": route6,
        }),
      ),
      seen,
    );
  assert.equal(await primary(four("wlan0", 600) + four("eth0", 100)), "10.0.0.5");
  assert.equal(await primary(four("eth1", 0) + four("wlan0", 600)), "10.0.1.5");
  assert.equal(await primary(four("eth0", 0, "0201") + four("eth0", 0, "0001", "000A0A0A")), null);
  assert.equal(await primary("", six("eth0")), "2001:db8::5");
  assert.equal(await primary("", six("lo", "00200200")), null);
});

test("macOS tells its version in its own file", () => {
  const plist =
    "<dict>\n<key>ProductName</key>\n\t<string>macOS</string>\n<key>ProductVersion</key>\n\t<string>15.1</string>\n</dict>";
  assert.deepEqual(macVersion(plist), { name: "macOS 15.1", version: "15.1", codename: null });
  assert.deepEqual(macVersion("garbage"), { name: "macOS", version: null, codename: null });
});

test("this host is told as its own programs tell it", async () => {
  const { host } = await createInventoryReader().read();
  const said = (command: string, ...args: string[]) =>
    execFileSync(command, args, { encoding: "utf8" }).trim();
  assert.equal(host.kernel, release());
  assert.equal(host.architecture, said("uname", "-m"));
  assert.equal(host.hostname, hostname().split(".", 1)[0]);
  assert.match(
    readFileSync("/proc/stat", "utf8"),
    new RegExp(`^btime ${host.bootedAt / 1000}$`, "m"),
  );
  assert.equal(
    `${host.os.id} ${host.os.version}`,
    said("sh", "-c", '. /etc/os-release; echo "$ID $VERSION_ID"'),
  );
  const own = Object.values(networkInterfaces()).flatMap((infos) => infos ?? []);
  for (const { addresses } of host.interfaces) {
    for (const address of addresses)
      assert.ok(
        own.some((one) => one.address === address),
        address,
      );
  }
});
