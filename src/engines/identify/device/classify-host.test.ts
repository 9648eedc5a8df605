import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { ServiceFacts } from "#engines/scan-types";
import { parseCpe } from "#engines/vulnerability-types";
import { anyCharacter } from "#test/any-text";
import { serviceFacts } from "#test/host-reports";
import { classifyHost } from "./classify-host.ts";
import type { HostEvidence } from "./evidence.ts";

const service = (more: Partial<ServiceFacts>) => serviceFacts(4000, more);

const snmp = (banner: string, objectId?: string): ServiceFacts =>
  service({
    protocol: "udp",
    port: 161,
    name: "snmp",
    banner,
    ...(objectId === undefined ? {} : { extraInfo: `sysObjectID ${objectId}` }),
  });

const ssh = (distribution: "debian" | "ubuntu", version: string, release?: string): ServiceFacts =>
  service({
    name: "ssh",
    port: 22,
    product: "OpenSSH",
    package: { distribution, version, ...(release === undefined ? {} : { release }) },
  });

const web = (title: string): ServiceFacts =>
  service({ name: "http", port: 80, http: { status: 200, title, headers: {}, authSchemes: [] } });

const host = (more: Partial<HostEvidence>): HostEvidence => ({
  services: [],
  openTcp: [],
  names: [],
  ...more,
});

const debian12 = ssh("debian", "9.2p1-2+deb12u3", "bookworm");

/** Hosts as they are met, and what they are. */
const hosts: readonly {
  what: string;
  evidence: HostEvidence;
  os?: string;
  family?: string;
  cpe?: string;
  device?: string;
}[] = [
  {
    what: "a Debian server by its SSH banner",
    evidence: host({ services: [debian12], openTcp: [22], ttl: 64 }),
    os: "Debian GNU/Linux 12",
    family: "linux",
    cpe: "cpe:2.3:o:debian:debian_linux:12:*:*:*:*:*:*:*",
    device: "server",
  },
  {
    what: "a Debian whose banner keeps its release to itself",
    evidence: host({ services: [ssh("debian", "8.4p1-5")] }),
    os: "Debian GNU/Linux 11",
    cpe: "cpe:2.3:o:debian:debian_linux:11:*:*:*:*:*:*:*",
  },
  {
    what: "an Ubuntu",
    evidence: host({ services: [ssh("ubuntu", "8.9p1-3ubuntu0.10")] }),
    os: "Ubuntu 22.04",
    cpe: "cpe:2.3:o:canonical:ubuntu_linux:22.04:*:*:*:*:*:*:*",
    device: "server",
  },
  {
    what: "many vague words for Linux do not hide the one that is precise",
    evidence: host({
      services: [
        debian12,
        service({ product: "Docker Engine" }),
        service({ product: "Dropbear SSH" }),
        service({ product: "CUPS" }),
        service({ product: "Apache httpd", package: { distribution: "debian" } }),
        service({ product: "Postfix", package: { distribution: "debian" } }),
      ],
    }),
    os: "Debian GNU/Linux 12",
  },
  {
    what: "a domain controller",
    evidence: host({
      services: [
        service({ name: "smb", port: 445, product: "Windows Server 2022", version: "10.0.20348" }),
        service({ name: "ldap", port: 389, product: "Microsoft Active Directory" }),
      ],
      openTcp: [53, 88, 135, 139, 389, 445, 3389],
      ttl: 128,
    }),
    os: "Windows Server 2022",
    family: "windows",
    cpe: "cpe:2.3:o:microsoft:windows_server_2022:10.0.20348:*:*:*:*:*:*:*",
    device: "server",
  },
  {
    what: "a Windows workstation",
    evidence: host({
      services: [service({ name: "smb", product: "Windows 11 23H2", version: "10.0.22631" })],
      openTcp: [135, 139, 445],
    }),
    os: "Windows 11 23H2",
    cpe: "cpe:2.3:o:microsoft:windows_11_23h2:10.0.22631:*:*:*:*:*:*:*",
    device: "workstation",
  },
  {
    what: "a Windows that may be two",
    evidence: host({
      services: [
        service({ name: "smb", product: "Windows 10 1809 or Server 2019", version: "10.0.17763" }),
      ],
    }),
    os: "Windows 10 1809 or Server 2019",
    family: "windows",
  },
  {
    what: "a Windows by its SNMP agent",
    evidence: host({
      services: [
        snmp(
          "Hardware: Intel64 Family 6 Model 85 Stepping 7 AT/AT COMPATIBLE - Software: Windows Version 6.3 (Build 20348 Multiprocessor Free)",
          "1.3.6.1.4.1.311.1.1.3.1.2",
        ),
      ],
    }),
    os: "Windows Server 2022",
    device: "server",
  },
  {
    what: "a Cisco switch",
    evidence: host({
      services: [
        snmp(
          "Cisco IOS Software, C2960X Software (C2960X-UNIVERSALK9-M), Version 15.2(4)E7, RELEASE SOFTWARE (fc2)",
          "1.3.6.1.4.1.9.1.1208",
        ),
      ],
      vendor: "Cisco Systems",
      openTcp: [22, 80],
      ttl: 255,
    }),
    os: "Cisco IOS 15.2(4)E7",
    family: "network",
    cpe: String.raw`cpe:2.3:o:cisco:ios:15.2\(4\)e7:*:*:*:*:*:*:*`,
    device: "switch",
  },
  {
    what: "a Cisco router",
    evidence: host({
      services: [
        snmp(
          "Cisco IOS Software, 2800 Software (C2800NM-ADVENTERPRISEK9-M), Version 12.4(24)T, RELEASE SOFTWARE",
        ),
      ],
    }),
    os: "Cisco IOS 12.4(24)T",
    device: "router",
  },
  {
    what: "a MikroTik router",
    evidence: host({
      services: [
        web("RouterOS router configuration page"),
        snmp("RouterOS CCR1009-7G-1C-1S+", "1.3.6.1.4.1.14988.1"),
      ],
      openTcp: [22, 80, 8291],
      vendor: "Routerboard.com",
    }),
    os: "MikroTik RouterOS",
    device: "router",
  },
  {
    what: "a FortiGate",
    evidence: host({ services: [web("FortiGate")], vendor: "Fortinet" }),
    device: "firewall",
  },
  {
    what: "an HP printer",
    evidence: host({
      services: [
        snmp(
          "HP ETHERNET MULTI-ENVIRONMENT,ROM none,JETDIRECT,JD153,EEPROM JSI24090012",
          "1.3.6.1.4.1.11.2.3.9.1",
        ),
      ],
      openTcp: [80, 515, 631, 9100],
      vendor: "Hewlett Packard",
    }),
    device: "printer",
  },
  {
    what: "a server that shares its printer",
    evidence: host({
      services: [debian12, service({ name: "ipp", product: "CUPS" })],
      openTcp: [22, 631],
    }),
    device: "server",
  },
  {
    what: "a camera",
    evidence: host({
      services: [
        service({
          protocol: "udp",
          name: "ws-discovery",
          extraInfo: "is NetworkVideoTransmitter Device",
        }),
      ],
      openTcp: [80, 554, 8000],
      vendor: "Hangzhou Hikvision Digital Technology",
    }),
    device: "camera",
  },
  {
    what: "a telephone",
    evidence: host({
      services: [service({ protocol: "udp", name: "sip", product: "Yealink SIP-T46S 66.85.0.5" })],
      vendor: "YEALINK(XIAMEN) NETWORK TECHNOLOGY",
    }),
    device: "phone",
  },
  {
    what: "a Proxmox host",
    evidence: host({
      services: [
        debian12,
        service({ name: "https", port: 8006, product: "Proxmox Virtual Environment" }),
      ],
      openTcp: [22, 8006],
    }),
    os: "Debian GNU/Linux 12",
    device: "hypervisor",
  },
  {
    what: "a NAS",
    evidence: host({
      services: [web("DiskStation - Synology DiskStation")],
      vendor: "Synology",
      openTcp: [5000, 5001],
    }),
    device: "storage",
  },
  {
    what: "a controller",
    evidence: host({ openTcp: [102], vendor: "Siemens AG, Automations & Drives" }),
    device: "industrial",
  },
  {
    what: "a management controller",
    evidence: host({ services: [web("iDRAC9 - Login")], vendor: "Dell" }),
    device: "management_controller",
  },
  {
    what: "a FreeBSD",
    evidence: host({
      services: [snmp("FreeBSD ns1.test 13.2-RELEASE-p4 FreeBSD 13.2-RELEASE-p4 GENERIC amd64")],
    }),
    os: "FreeBSD 13.2",
    family: "bsd",
    cpe: "cpe:2.3:o:freebsd:freebsd:13.2:*:*:*:*:*:*:*",
    device: "server",
  },
  {
    what: "a Linux by its SNMP agent",
    evidence: host({
      services: [
        snmp("Linux box 6.1.0-18-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.76-1 (2024-02-01) x86_64"),
      ],
    }),
    os: "Debian GNU/Linux",
    family: "linux",
  },
];

describe("what a host is", () => {
  for (const { what, evidence, os, family, cpe, device } of hosts) {
    test(what, () => {
      const found = classifyHost(evidence);
      if (os !== undefined) assert.equal(found.os?.name, os);
      if (family !== undefined) assert.equal(found.os?.family, family);
      if (cpe !== undefined) assert.equal(found.os?.cpe, cpe);
      if (device !== undefined) assert.equal(found.device?.type, device);
    });
  }

  test("is told with all that speaks for it, the best first", () => {
    const camera = hosts.find(({ what }) => what === "a camera");
    assert.deepEqual(classifyHost(camera?.evidence ?? host({})).device, {
      type: "camera",
      confidence: 97,
      evidence: [
        "it announces video (ws-discovery)",
        "its network card is from Hangzhou Hikvision Digital Technology",
        "TCP port 554 is open: streams video",
        "TCP ports 8000, 554 are open: a camera's own service",
      ],
    });
  });

  test("is not guessed from nothing, nor from a TTL alone", () => {
    assert.deepEqual(classifyHost(host({})), {});
    assert.deepEqual(classifyHost(host({ ttl: 64, openTcp: [80, 443] })), {});
  });

  test("is less sure when something speaks for another", () => {
    const confidence = (more: Partial<HostEvidence>) =>
      classifyHost(host(more)).os?.confidence ?? 0;
    const smb = service({ name: "smb", product: "Windows Server 2022", version: "10.0.20348" });
    assert.ok(confidence({ services: [debian12, smb] }) < confidence({ services: [debian12] }));
  });
});

/** As long as the report's schema lets them be. */
const text = (maxLength: number) => fc.string({ maxLength, unit: anyCharacter });
const anyService = fc
  .record(
    {
      name: fc.constantFrom("snmp", "ssh", "mdns", "http", "smb", "x"),
      product: text(100),
      version: text(60),
      banner: text(1000),
      extraInfo: text(300),
      cpes: fc.array(text(300), { maxLength: 3 }),
      package: fc.record(
        {
          distribution: fc.constantFrom("debian", "ubuntu", "rhel", "alpine", "other"),
          release: text(30),
          version: text(100),
        },
        { requiredKeys: ["distribution"] },
      ),
    },
    { requiredKeys: [] },
  )
  .map((more) => service(more as Partial<ServiceFacts>));

describe("whatever strangers say", () => {
  test("the answer fits the report, has a cause, and is the same each time", () => {
    const services = fc.array(anyService, { maxLength: 8 });
    const ports = fc.uniqueArray(fc.integer({ min: 1, max: 65_535 }), { maxLength: 30 });
    fc.assert(
      fc.property(services, ports, text(100), (all, openTcp, vendor) => {
        const evidence = host({ services: all, openTcp, vendor });
        const found = classifyHost(evidence);
        assert.deepEqual(classifyHost(structuredClone(evidence)), found);
        if (found.os !== undefined) {
          assert.ok(found.os.name.length > 0 && found.os.name.length <= 200);
          assert.ok((found.os.cpe ?? "").length <= 300);
          if (found.os.cpe !== undefined) assert.notEqual(parseCpe(found.os.cpe), null);
        }
        if (found.device !== undefined) {
          assert.ok(found.device.evidence.length > 0 && found.device.evidence.length <= 20);
          assert.ok(found.device.evidence.every((words) => words.length <= 200));
          assert.ok(found.device.confidence <= 98);
        }
      }),
    );
  });

  test("no text makes a pattern slow", () => {
    const hostile = [
      "Linux ".repeat(160),
      "Cisco IOS Software, ".repeat(50),
      "Juniper Networks ".repeat(58),
      "a ".repeat(500),
    ];
    const startedAt = performance.now();
    for (const banner of hostile) {
      for (let time = 0; time < 100; time++) {
        classifyHost(host({ services: [snmp(banner), service({ product: banner, banner })] }));
      }
    }
    // 400 of them take about 100 ms; a pattern that backtracks takes minutes.
    assert.ok(performance.now() - startedAt < 5000);
  });
});
