import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Compile } from "typebox/compile";
import { HostReport } from "#engines/scan-types";
import type { ImportedFinding, ImportedHost, HostRef } from "./imported-report.ts";
import { openReport } from "./open-report.ts";
import { hostRefOf } from "./texts.ts";

const folder = new URL("../../../test/fixtures/reports/", import.meta.url);
const validHost = Compile(HostReport);

async function read(name: string, host: HostRef | null = null) {
  const report = await openReport(fileURLToPath(new URL(name, folder)), { host });
  const hosts: ImportedHost[] = [];
  const findings: ImportedFinding[] = [];
  const passedOver: string[] = [];
  for await (const part of report.parts()) {
    if ("host" in part) hosts.push(part.host);
    else if ("finding" in part) findings.push(part.finding);
    else passedOver.push(part.passedOver);
  }
  for (const one of hosts) assert.ok(one.report === null || validHost.Check(one.report));
  return { format: report.format, hosts, findings, passedOver };
}

const short = ({ ref, protocol, port, cve, checkId, ...rest }: ImportedFinding) =>
  `${ref.address ?? ref.hostname} ${protocol}/${port} ${cve ?? "-"} ${checkId} ${rest.severity} ${rest.confidence}`;

test("nmap: hosts with the ports that were looked at and what answers there", async () => {
  const { format, hosts, findings } = await read("nmap.xml");
  assert.deepEqual([format, hosts.length, findings.length], ["nmap", 1, 0]);
  const report = hosts[0]?.report;
  assert.deepEqual(report?.tcp, { ports: "2200-2230,8080", open: [2222, 8080] });
  assert.deepEqual(
    report?.services.map(({ port, product, version }) => [port, product, version]),
    [
      [2222, "OpenSSH", "9.2p1"],
      [8080, "nginx", "1.14.0"],
    ],
  );
});

test("Nessus: one finding for each CVE of a plugin, hosts with what is known of them, the scope by policy and login", async () => {
  const { format, hosts, findings, passedOver } = await read("scan.nessus");
  assert.equal(format, "nessus");
  assert.deepEqual(findings.map(short), [
    "10.20.0.5 tcp/443 CVE-2019-20372 nessus:134220 MEDIUM 80",
    "10.20.0.5 tcp/22 CVE-2025-26465 nessus:999001 CRITICAL 97",
    "10.20.0.5 tcp/22 CVE-2017-7494 nessus:999001 CRITICAL 97",
    "10.20.0.5 /0 - nessus:19506 INFO 80",
    "10.20.0.6 udp/53 - nessus:12217 LOW 80",
  ]);
  const [web] = findings;
  assert.ok(web !== undefined);
  assert.partialDeepStrictEqual(web, {
    ref: { address: "10.20.0.5", hostname: "web.example.test" },
    service: "www",
    installedVersion: "1.16.1",
    fixedVersion: "1.17.7",
    remediation: "Upgrade to nginx version 1.17.7 or later.",
    scope: "Basic Network Scan",
    at: 1_790_000_600_000,
  });
  assert.partialDeepStrictEqual(web.score, { version: "3.0", base: 5.3 });
  assert.equal(findings[1]?.remediation, "");
  const [first, second] = hosts;
  assert.partialDeepStrictEqual(first?.report ?? {}, {
    mac: "00:16:3e:00:20:05",
    names: [{ name: "web.example.test", source: "dns" }],
    os: { name: "Linux Kernel 6.1 on Debian 12.0", family: "linux" },
    tcp: { ports: "22,443", open: [22, 443] },
  });
  // The second was not scanned to its end: nothing that is missing there is known to be gone.
  assert.deepEqual([first?.scopes, second?.scopes], [["Basic Network Scan"], []]);
  assert.deepEqual(passedOver, ["a compliance check, which is no finding"]);
});

test("OpenVAS: results with their quality of detection, hosts from behind them, what is no finding left out", async () => {
  const { format, hosts, findings, passedOver } = await read("openvas.xml");
  assert.equal(format, "openvas");
  assert.deepEqual(findings.map(short), [
    "10.20.0.7 tcp/443 CVE-2023-44487 openvas:1.3.6.1.4.1.25623.1.0.836484 HIGH 30",
    "10.20.0.7 tcp/443 CVE-2021-23017 openvas:1.3.6.1.4.1.25623.1.0.836484 HIGH 30",
    "10.20.0.7 /0 - openvas:1.3.6.1.4.1.25623.1.0.10330 INFO 80",
  ]);
  assert.partialDeepStrictEqual(findings[0], {
    score: { version: "3.1", base: 7.5, vector: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H" },
    remediation: "Update to version 1.25.3, 1.24.1 or later.",
    installedVersion: "1.20.0",
    fixedVersion: "1.20.1",
    at: Date.UTC(2026, 8, 21, 11, 20),
  });
  assert.equal(findings[2]?.score, null);
  assert.deepEqual(
    hosts.map(({ ref }) => ref.address),
    ["10.20.0.7"],
  );
  assert.partialDeepStrictEqual(hosts[0]?.report ?? {}, {
    mac: "00:16:3e:00:20:07",
    os: { name: "Debian GNU/Linux 12" },
    finishedAt: Date.UTC(2026, 8, 21, 13, 30),
  });
  assert.deepEqual(hosts[0]?.scopes, [
    "4949d3d6-0000-4000-8000-000000000002 apply_overrides=0 levels=hml min_qod=70",
  ]);
  assert.equal(passedOver.length, 1);
});

test("nuclei: address, port and time of each match, without the requests, and no claim that anything is gone", async () => {
  const { format, hosts, findings, passedOver } = await read("nuclei.jsonl");
  assert.equal(format, "nuclei");
  assert.deepEqual(findings.map(short), [
    "10.20.0.8 tcp/8443 CVE-2021-44228 nuclei:CVE-2021-44228 CRITICAL 95",
    "10.20.0.8 tcp/8443 - nuclei:tls-version:tls12 INFO 95",
    "web.example.test /0 - nuclei:caa-fingerprint INFO 95",
  ]);
  assert.deepEqual(findings[0]?.evidence, "https://app.example.test:8443/?x=1\napp");
  assert.equal(findings[0]?.at, Date.UTC(2026, 8, 21, 12, 0, 0, 500));
  assert.deepEqual([hosts.length, passedOver.length], [0, 1]);
});

const host = hostRefOf("10.20.0.9");

test("Trivy: packages, misconfigurations and secrets of the host that was named, never the secret itself", async () => {
  const { format, hosts, findings } = await read("trivy.json", host);
  assert.equal(format, "trivy");
  assert.deepEqual(
    findings.map((one) => `${short(one)} ${one.package}`),
    [
      "10.20.0.9 /0 CVE-2024-6387 trivy:CVE-2024-6387 HIGH 97 openssh-server",
      "10.20.0.9 /0 - trivy:TEMP-0290435-0B57B5 LOW 97 tar",
      "10.20.0.9 /0 - trivy:GHSA-xxxx-yyyy-zzzz MEDIUM 97 left-pad",
      "10.20.0.9 /0 - trivy:DS002 HIGH 97 Dockerfile",
      "10.20.0.9 /0 - trivy:github-pat CRITICAL 97 secret.txt",
    ],
  );
  assert.doesNotMatch(JSON.stringify(findings), /verysecret/);
  assert.partialDeepStrictEqual(findings[2]?.score ?? {}, { version: "4.0", base: 8.7 });
  assert.deepEqual(hosts[0]?.scopes, [
    "registry.example.test/app:1.2 packages",
    "registry.example.test/app:1.2 config",
    "registry.example.test/app:1.2 secret",
  ]);
  await assert.rejects(read("trivy.json"), /Trivy does not say on which host it looked; name it/);
});

test("Grype: an advisory under the CVE it stands for, surer by package than by name", async () => {
  const { format, findings } = await read("grype.json", host);
  assert.equal(format, "grype");
  assert.deepEqual(findings.map(short), [
    "10.20.0.9 /0 CVE-2021-44228 grype:GHSA-jfh8-c2jp-5v3q CRITICAL 97",
    "10.20.0.9 /0 CVE-2009-3882 grype:CVE-2009-3882 INFO 80",
  ]);
  assert.equal(findings[0]?.installedVersion, "2.14.1 x");
  assert.partialDeepStrictEqual(findings[1]?.score ?? {}, { version: "2.0", base: 7.5 });
  await assert.rejects(read("grype.json"), /name it with --host/);
});

test("SARIF: results at the host of their location, else at the one that was named, suppressed ones left out", async () => {
  const { format, hosts, findings, passedOver } = await read("code.sarif", host);
  assert.equal(format, "sarif");
  assert.deepEqual(
    findings.map((one) => `${short(one)} ${one.package}`),
    [
      "10.20.0.9 /0 - some-scanner:js/sql HIGH 95 src/index.js",
      "10.20.0.11 tcp/8443 CVE-2024-6387 some-scanner:CVE-2024-6387-openssh LOW 80 openssh",
    ],
  );
  assert.deepEqual(
    hosts.map((one) => [one.ref.address, one.scopes]),
    [
      ["10.20.0.9", ["some-scanner nightly/2026"]],
      ["10.20.0.11", ["some-scanner nightly/2026"]],
    ],
  );
  assert.equal(passedOver.length, 2);
  const without = await read("code.sarif");
  assert.deepEqual([without.findings.length, without.passedOver.length], [1, 3]);
});
