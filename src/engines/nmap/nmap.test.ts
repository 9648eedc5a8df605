import assert from "node:assert/strict";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { test } from "node:test";
import { Compile } from "typebox/compile";
import { HostReport } from "#engines/scan-types";
import { InvalidXml } from "#lib/xml-elements";
import { cpeOfUri } from "./nmap-cpe.ts";
import { findNmap, nmapArguments } from "./nmap-engine.ts";
import { packagedVersion } from "./packaged-version.ts";
import { readNmapXml } from "./read-nmap-xml.ts";

const valid = Compile(HostReport);

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function read(hosts: string): Promise<HostReport[]> {
  const reports: HostReport[] = [];
  for await (const one of readNmapXml(bytes(`<nmaprun>${hosts}</nmaprun>`))) reports.push(one);
  return reports;
}

const used = (state: string) => `<portused state="${state}" proto="tcp" portid="22"/>`;

test("what nmap writes of a host becomes a report in our own terms", async () => {
  const [report, ...more] = await read(`
    <host starttime="1795251086" endtime="1795251087"><status state="up" reason="arp-response"/>
    <address addr="10.0.0.5" addrtype="ipv4"/><address addr="3C:52:82:00:00:01" addrtype="mac" vendor="Hewlett Packard"/>
    <hostnames><hostname name="db.example.net" type="PTR"/></hostnames>
    <ports><extraports state="closed" count="997"/>
    <port protocol="tcp" portid="22"><state state="open" reason="syn-ack"/><service name="ssh" product="OpenSSH" version="9.2p1 Debian 2+deb12u3" extrainfo="protocol 2.0" method="probed" conf="10"><cpe>cpe:/a:openbsd:openssh:9.2p1</cpe><cpe>cpe:/o:linux:linux_kernel</cpe></service></port>
    <port protocol="tcp" portid="80"><state state="closed" reason="reset"/><service name="http" method="table" conf="3"/></port>
    <port protocol="udp" portid="161"><state state="open|filtered" reason="no-response"/></port></ports>
    <os>${used("open")}${used("closed")}<osmatch name="Linux 5.0 - 6.2" accuracy="100"><osclass type="general purpose" vendor="Linux" osfamily="Linux" osgen="5.X" accuracy="98"><cpe>cpe:/o:linux:linux_kernel:5</cpe></osclass></osmatch></os></host>`);
  assert.ok(report !== undefined && more.length === 0 && valid.Check(report));
  assert.deepEqual(
    [report.address, report.mac, report.vendor, report.startedAt, report.names],
    [
      "10.0.0.5",
      "3c:52:82:00:00:01",
      "Hewlett Packard",
      1_795_251_086_000,
      [{ name: "db.example.net", source: "dns" }],
    ],
  );
  // An UDP port that stays silent was not seen to be closed.
  assert.deepEqual([report.tcp, report.udp], [{ ports: "22,80", open: [22] }, undefined]);
  assert.deepEqual(report.os, {
    name: "Linux 5.0 - 6.2",
    family: "linux",
    cpe: "cpe:2.3:o:linux:linux_kernel:5:*:*:*:*:*:*:*",
    confidence: 60,
  });
  assert.deepEqual(report.services[0]?.cpes, ["cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*"]);
  assert.deepEqual([report.services.length, report.services[0]?.engine], [1, "nmap"]);
  assert.equal(report.services[0]?.version, "9.2p1");
  assert.deepEqual(report.services[0]?.package, {
    distribution: "debian",
    version: "9.2p1-2+deb12u3",
  });
});

test("a guess at the operating system that nmap calls unreliable tells its family alone", async () => {
  const told = async (ports: string, accuracy: number) => {
    const osClass = `<osclass type="webcam" osfamily="Linux" accuracy="${accuracy}"/>`;
    const match = `<osmatch name="AXIS 210A" accuracy="${accuracy}">${osClass}</osmatch>`;
    const [report] = await read(
      `<host><status state="up"/><address addr="10.0.0.7" addrtype="ipv4"/><os>${ports}${match}</os></host>`,
    );
    return [report?.os?.name, report?.os?.confidence, report?.device?.confidence];
  };
  const both = used("open") + used("closed");
  assert.deepEqual(await told(both, 100), ["AXIS 210A", 60, 50]);
  assert.deepEqual(await told(both, 97), ["Linux", 30, 30]);
  assert.deepEqual(await told(used("open"), 100), ["Linux", 30, 30]);
});

test("the ports that nmap looked at are those that it scanned, but for those that stayed silent", async () => {
  const scan = (type: string, services: string) =>
    `<scaninfo type="${type}" protocol="tcp" numservices="5" services="${services}"/>`;
  const looked = async (info: string, rest = "closed", other = "filtered") => {
    const ports = `<extraports state="${rest}" count="3"/>
      <port protocol="tcp" portid="22"><state state="open"/></port>
      <port protocol="tcp" portid="25"><state state="${other}"/></port>`;
    const host = `<host><status state="up"/><address addr="10.0.0.7" addrtype="ipv4"/><ports>${ports}</ports></host>`;
    const [report] = await read(info + host);
    return report?.tcp?.ports;
  };
  const udp = `<scaninfo type="udp" protocol="udp" numservices="1" services="53"/>`;
  assert.equal(await looked(scan("syn", "21-25,80") + udp), "21-24,80");
  assert.equal(await looked(scan("connect", "0-30"), "closed", "closed"), "1-30");
  assert.equal(await looked(scan("syn", "21-25,80"), "filtered", "closed"), "22,25");
  assert.equal(await looked(scan("ack", "21-25,80"), "unfiltered", "unfiltered"), "22");
  assert.equal(await looked("", "closed", "closed"), "22,25");
  await assert.rejects(looked(scan("syn", "all of them")), /scaninfo lists no ports/);
});

test("hosts without an address are passed over, and hostile values are cut and cleaned", async () => {
  assert.deepEqual(
    await read(`<host><status state="up"/></host><host><address addr="x" addrtype="ipv4"/></host>`),
    [],
  );
  const long = "&#x1b;[2J".repeat(500);
  const [report] = await read(
    `<host endtime="-5"><address addr="10.0.0.6" addrtype="ipv4"/><ports><port protocol="tcp" portid="99999"><state state="open"/></port>
     <port protocol="tcp" portid="80"><state state="open"/><service name="${"n".repeat(99)}" product="p${"q".repeat(999)}" conf="10" method="probed"><cpe>cpe:/a:%zz:x</cpe></service></port></ports></host>`,
  );
  assert.ok(valid.Check(report) && report.services.length === 1);
  await assert.rejects(read(`<host a="${long}"/>`), InvalidXml);
});

test("a version that a distribution packaged is told apart from one that is only a version", () => {
  assert.deepEqual(packagedVersion("8.9p1 Ubuntu 3ubuntu0.10", "Ubuntu Linux; protocol 2.0"), {
    version: "8.9p1",
    package: { distribution: "ubuntu", version: "8.9p1-3ubuntu0.10" },
  });
  assert.deepEqual(packagedVersion("2.4.57", "(Debian) PHP/8.2"), {
    version: "2.4.57",
    package: { distribution: "debian" },
  });
  assert.deepEqual(packagedVersion("1.24.0", ""), { version: "1.24.0" });
  assert.deepEqual(packagedVersion("", "workgroup: WORK"), {});
});

test("CPE URIs become the names that NVD uses", () => {
  assert.equal(
    cpeOfUri("cpe:/a:igor_sysoev:nginx:1.24.0"),
    "cpe:2.3:a:f5:nginx:1.24.0:*:*:*:*:*:*:*",
  );
  assert.equal(cpeOfUri("cpe:/o:microsoft:windows"), "cpe:2.3:o:microsoft:windows:*:*:*:*:*:*:*:*");
  for (const none of ["", "cpe:/", "cpe:/a:x", "cpe:2.3:a:x:y", "a:b:c"])
    assert.equal(cpeOfUri(none), null);
});

test("only addresses, ports and limits reach the command line", () => {
  const limits = { timeoutMs: 30_500, maxPerSec: 50, mayUseRaw: true };
  const wanted =
    "-6 -n -Pn -sT -sU -sV -O -p T:22-23,80,U:161 --host-timeout 30s --max-rate 50 -oX - ::1";
  const host = {
    address: "::1",
    tcp: [80, 22, 23],
    udp: [161],
    refusedTcp: null,
    askServices: true,
  };
  assert.equal(nmapArguments(host, limits).join(" "), wanted);
  const osAlone = nmapArguments({ ...host, askServices: false }, limits);
  assert.ok(osAlone.includes("-O") && !osAlone.includes("-sV"));
  const withRefused = { ...host, refusedTcp: 9 };
  assert.ok(nmapArguments(withRefused, limits).includes("T:9,22-23,80,U:161"));
  // Whoever may not fingerprint has no use for it.
  const unprivileged = nmapArguments(withRefused, { ...limits, mayUseRaw: false });
  assert.ok(unprivileged.includes("T:22-23,80"));
});

test("the nmap that is installed names real services; a program that is not there is said so", async (t) => {
  const nmap = await findNmap();
  assert.ok(nmap !== null && /^\d+\.\d+/.test(nmap.version));
  const web = createHttpServer((_request, response) =>
    response.setHeader("Server", "nginx/1.24.0").end(),
  );
  const ssh = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.write("SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n");
  });
  const ports = await Promise.all(
    [web, ssh].map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, "127.91.0.1", resolve));
      return (server.address() as AddressInfo).port;
    }),
  );
  t.after(() => {
    web.closeAllConnections();
    web.close();
    ssh.close();
  });
  const options = { signal: t.signal, timeoutMs: 60_000 };
  const [report] = await nmap.examine(
    [{ address: "127.91.0.1", tcp: ports, udp: [], refusedTcp: null, askServices: true }],
    options,
  );
  assert.ok(valid.Check(report));
  const named = report.services.map(({ port, name, product }) => [port, name, product]);
  assert.deepEqual(
    new Set(named.map((one) => one.join(" "))),
    new Set([`${ports[0]} http nginx`, `${ports[1]} ssh OpenSSH`]),
  );
  assert.equal(await findNmap("/nonexistent/nmap"), null);
  const stop = new AbortController();
  const target = [
    { address: "127.91.0.1", tcp: ports, udp: [], refusedTcp: null, askServices: true },
  ];
  const running = nmap.examine(target, { ...options, signal: stop.signal });
  stop.abort(new Error("enough"));
  await assert.rejects(running, /enough/);
  await assert.rejects(nmap.examine(target, { ...options, signal: stop.signal }), /enough/);
});
