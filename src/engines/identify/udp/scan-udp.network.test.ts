import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { scanUdp } from "#engines/identify";
import type { ServiceFacts } from "#engines/scan-types";
import { identifyContext } from "#test/identify";
import { enterOwnNetwork, ip } from "#test/own-network";
import { debianVersion, startService, workDirectory } from "#test/real-service";
import { selfSigned } from "#test/tls-fixtures";

const address = "10.79.0.1";
enterOwnNetwork();
ip("link add lan0 type veth peer name lan1");
ip(`addr add ${address}/24 brd + dev lan0`);
ip("link set lan0 up");
ip("link set lan1 up");

const io = identifyContext({ connectTimeoutMs: 400 });

/** UDP tells nobody that somebody listens: a server is ready when it answers. */
const answersOn = (port: number) => async () =>
  (await scanUdp(address, [port], io)).open.length > 0;

const one = async (port: number): Promise<ServiceFacts> => {
  const { open, looked } = await scanUdp(address, [port], io);
  assert.deepEqual(looked, [port]);
  const [service] = open;
  assert.ok(service !== undefined, `port ${port} answered`);
  return service;
};

describe("servers of Debian in a network of their own", { concurrency: false }, () => {
  const cleanUps: (() => Promise<void> | void)[] = [];
  const t = { after: (cleanUp: () => Promise<void> | void) => void cleanUps.push(cleanUp) };
  let directory = "";

  before(() => {
    directory = workDirectory(t, "udp");
  });
  after(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });

  const file = (name: string, content: string): string => {
    const path = join(directory, name);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  };
  const start = (command: string, args: readonly string[], port: number) =>
    startService(t, { command, args, ports: [], isReady: answersOn(port) });

  test("dnsmasq says its version, and serves files", async () => {
    const options = ["-k", "-C", "/dev/null", "--no-resolv", "--pid-file=", "--user=root"];
    const files = ["--enable-tftp", `--tftp-root=${directory}`];
    await start("dnsmasq", [...options, `--listen-address=${address}`, ...files], 53);
    const dns = await one(53);
    const version = debianVersion("dnsmasq-base").upstream;
    assert.partialDeepStrictEqual(dns, {
      protocol: "udp",
      port: 53,
      name: "dns",
      product: "dnsmasq",
      version,
      cpes: [`cpe:2.3:a:thekelleys:dnsmasq:${version}:*:*:*:*:*:*:*`],
      banner: `dnsmasq-${version}`,
      method: "probed",
      confidence: 80,
      unsettled: false,
    });
    const tftp = await one(69);
    assert.equal(tftp.name, "tftp");
    assert.match(tftp.banner ?? "", /not found/);
  });

  test("Net-SNMP answers to `public`, and tells what it is", async () => {
    const config = file("snmpd.conf", "rocommunity public\nsysName core-1\n");
    await start("snmpd", ["-f", "-Lo", "-C", "-c", config, `udp:${address}:161`], 161);
    const { open, names } = await scanUdp(address, [161], io);
    const [snmp] = open;
    assert.partialDeepStrictEqual(snmp, {
      name: "snmp",
      product: "Net-SNMP",
      observations: ["snmp_public"],
      extraInfo: "sysObjectID 1.3.6.1.4.1.8072.3.2.10; SNMPv3, engine of Net-SNMP (8072)",
    });
    assert.match(snmp?.banner ?? "", /^Linux /);
    assert.deepEqual(names, [{ name: "core-1", source: "snmp" }]);
  });

  test("an agent that knows another community shows its engine alone", async () => {
    const config = file("snmpd2.conf", "rocommunity other\n");
    await start("snmpd", ["-f", "-Lo", "-C", "-c", config, `udp:${address}:1161`], 1161);
    const snmp = await one(1161);
    assert.equal(snmp.name, "snmp");
    assert.deepEqual(snmp.observations, []);
    assert.equal(snmp.extraInfo, "SNMPv3, engine of Net-SNMP (8072)");
  });

  test("chrony tells the time, and no version", async () => {
    const lines = ["local stratum 8", "allow", `bindaddress ${address}`, "cmdport 0"];
    const config = file(
      "chrony.conf",
      [...lines, `pidfile ${directory}/chronyd.pid`, ""].join("\n"),
    );
    await start("chronyd", ["-x", "-n", "-f", config, "-u", "root"], 123);
    assert.partialDeepStrictEqual(await one(123), {
      name: "ntp",
      extraInfo: "stratum 8",
      cpes: [],
      unsettled: false,
    });
  });

  test("Samba's nmbd says the host's name and workgroup", async () => {
    const paths = [
      "private dir",
      "lock directory",
      "state directory",
      "cache directory",
      "pid directory",
    ];
    const config = file(
      "smb.conf",
      [
        "[global]",
        "workgroup = ACME",
        "netbios name = FILES1",
        "interfaces = lan0",
        ...paths.map((name) => `${name} = ${directory}`),
        `ncalrpc dir = ${directory}/ncalrpc`,
        "",
      ].join("\n"),
    );
    mkdirSync(join(directory, "log"));
    await start(
      "nmbd",
      ["-F", "--no-process-group", "-s", config, "-l", join(directory, "log")],
      137,
    );
    const { open, names, mac } = await scanUdp(address, [137], io);
    assert.partialDeepStrictEqual(open[0], { name: "netbios-ns", method: "probed" });
    assert.match(open[0]?.extraInfo ?? "", /workgroup ACME/);
    assert.deepEqual(names, [{ name: "FILES1", source: "netbios" }]);
    assert.equal(mac, undefined, "Samba does not tell it");
  });

  test("avahi tells the host's name and what it offers", async () => {
    const config = file(
      "avahi.conf",
      "[server]\nhost-name=printer-7\nuse-ipv6=no\nallow-interfaces=lan0\nenable-dbus=no\n[publish]\npublish-workstation=yes\n",
    );
    // Another one may run on this machine: then its file of the process id is in the way.
    const hidden = "mkdir -p /run/avahi-daemon && mount -t tmpfs none /run/avahi-daemon";
    const avahi = `avahi-daemon --no-drop-root --no-chroot --no-rlimits -f ${config}`;
    await start("unshare", ["--mount", "sh", "-c", `${hidden} && exec ${avahi}`], 5353);
    const { open, names } = await scanUdp(address, [5353], io);
    assert.equal(open[0]?.name, "mdns");
    assert.match(open[0]?.extraInfo ?? "", /_workstation\._tcp/);
    assert.deepEqual(names, [{ name: "printer-7.local", source: "mdns" }]);
  });

  test("OpenVPN answers its first message", async () => {
    const { key, cert } = selfSigned({ names: ["vpn.test"] });
    const [keyFile, certFile] = [file("vpn.key", key), file("vpn.crt", cert)];
    const identity = ["--key", keyFile, "--cert", certFile, "--ca", certFile, "--dh", "none"];
    const options = ["--dev", "null", "--tls-server", ...identity, "--local", address];
    await start("openvpn", [...options, "--port", "1194", "--verb", "0"], 1194);
    assert.partialDeepStrictEqual(await one(1194), { name: "openvpn", product: "OpenVPN" });
  });

  test("coturn says its version to STUN", async () => {
    const options = ["-n", "-L", address, "-E", address, "--no-tls", "--no-dtls", "--no-cli"];
    const files = [
      "--pidfile",
      join(directory, "turn.pid"),
      "-l",
      "stdout",
      "-b",
      join(directory, "turndb"),
    ];
    await start("turnserver", [...options, ...files], 3478);
    const version = debianVersion("coturn").upstream;
    assert.partialDeepStrictEqual(await one(3478), { name: "stun", product: "coturn", version });
  });

  test("libcoap lists its resources", async () => {
    await start("coap-server-notls", ["-A", address, "-p", "5683"], 5683);
    const coap = await one(5683);
    assert.equal(coap.name, "coap");
    assert.match(coap.banner ?? "", /<\/time>/);
  });

  test("ports where nothing listens are refused, and looked at", async () => {
    const found = await scanUdp(address, [9, 162, 514], io);
    assert.deepEqual(found, { open: [], looked: [9, 162, 514], names: [] });
  });
});
