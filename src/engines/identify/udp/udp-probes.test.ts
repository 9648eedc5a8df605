import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { dnsTypes, encodeDnsQuery, readDnsName } from "./dns-message.ts";
import { cldapProbe } from "./probes/cldap.ts";
import { coapProbe } from "./probes/coap.ts";
import { dnsProbe } from "./probes/dns.ts";
import { ikeProbe } from "./probes/ike.ts";
import { ipmiProbe } from "./probes/ipmi.ts";
import { mdnsProbe } from "./probes/mdns.ts";
import { memcachedProbe } from "./probes/memcached.ts";
import { mssqlProbe } from "./probes/mssql.ts";
import { netbiosProbe } from "./probes/netbios.ts";
import { ntpProbe } from "./probes/ntp.ts";
import { openvpnProbe } from "./probes/openvpn.ts";
import { quicProbe } from "./probes/quic.ts";
import { rpcbindProbe } from "./probes/rpcbind.ts";
import { sipProbe } from "./probes/sip.ts";
import { ssdpProbe } from "./probes/ssdp.ts";
import { stunProbe } from "./probes/stun.ts";
import { tftpProbe } from "./probes/tftp.ts";
import { wsDiscoveryProbe } from "./probes/ws-discovery.ts";
import type { UdpAnswer, UdpProbe } from "./udp-probe.ts";
import { commonUdpPorts, probesFor } from "./udp-probes.ts";

const address = "10.0.0.9";
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ""), "hex");
const uint16 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
const uint32 = (...values: number[]) =>
  Buffer.concat(values.map((value) => uint16(Math.floor(value / 65_536), value % 65_536)));
const cat = (...parts: (Buffer | string)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)),
  );

/** The reply to a query: its id and question, flags, and records. */
function dnsReply(query: Buffer, ...records: Buffer[]): Buffer {
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x8580, 2);
  head.writeUInt16BE(records.length, 6);
  return cat(head, query.subarray(12), ...records);
}

function record(type: number, data: Buffer, name: Buffer = hex("c00c")): Buffer {
  return cat(name, uint16(type, 1), uint32(60), uint16(data.length), data);
}

const dnsName = (name: string): Buffer =>
  encodeDnsQuery(0, [{ name, type: 0, class: 0 }]).subarray(12, -4);

function netbiosReply(query: Buffer): Buffer {
  const entry = (name: string, kind: number, flags: number) =>
    cat(name.padEnd(15, " "), Buffer.from([kind]), uint16(flags));
  const entries = [
    entry("FILESRV", 0x00, 0x0400),
    entry("ACME", 0x00, 0x8400),
    entry("FILESRV", 0x20, 0x0400),
    entry("ACME", 0x1c, 0x8400),
  ];
  const data = cat(
    Buffer.from([entries.length]),
    ...entries,
    hex("02005e100001"),
    Buffer.alloc(40),
  );
  const head = cat(query.subarray(0, 2), hex("8400 0000 0001 0000 0000"));
  return cat(head, query.subarray(12, 46), uint16(0x21, 1), uint32(0), uint16(data.length), data);
}

function ikeReply(question: Buffer): Buffer {
  const vendorId = hex("882fe56d6fd20dbc2251613b2ebe5beb");
  const payload = cat(hex("0000"), uint16(4 + vendorId.length), vendorId);
  const version = question.readUInt8(17);
  const head = cat(
    question.subarray(0, 8),
    hex("0102030405060708"),
    Buffer.from([version === 0x20 ? 43 : 13, version, 2, 0]),
  );
  return cat(head, uint32(0, 28 + payload.length), payload);
}

/** BER with short lengths. */
const ber = (tag: number, ...parts: (Buffer | string)[]) => {
  const content = cat(...parts);
  return content.length < 128
    ? cat(Buffer.from([tag, content.length]), content)
    : cat(Buffer.from([tag, 0x81, content.length]), content);
};

function cldapReply(question: Buffer): Buffer {
  const attribute = (name: string, value: string) =>
    ber(0x30, ber(0x04, name), ber(0x31, ber(0x04, value)));
  const attributes = [
    attribute("defaultNamingContext", "DC=acme,DC=test"),
    attribute("dnsHostName", "dc1.acme.test"),
  ];
  const at = question.indexOf(Buffer.from([0x02, 0x04]));
  const id = question.subarray(at, at + 6);
  return ber(0x30, id, ber(0x64, ber(0x04), ber(0x30, ...attributes)));
}

interface Example {
  what: string;
  probe: UdpProbe;
  port?: number;
  /** Of the probe's questions. */
  at?: number;
  reply: (question: Buffer) => Buffer;
  says: Partial<UdpAnswer>;
  /** Where the reply carries what only the asked one can know; null: the protocol has nothing of the kind. */
  id: { from: number; length: number } | ((reply: Buffer) => Buffer) | null;
}

const examples: readonly Example[] = [
  {
    what: "BIND of Debian",
    probe: dnsProbe,
    reply: (query) =>
      dnsReply(query, record(dnsTypes.txt, cat(Buffer.from([24]), "9.18.28-1~deb12u2-Debian"))),
    says: {
      name: "dns",
      product: "ISC BIND",
      version: "9.18.28",
      cpes: ["cpe:2.3:a:isc:bind:9.18.28:*:*:*:*:*:*:*"],
      package: { distribution: "debian", release: "bookworm", version: "9.18.28-1~deb12u2" },
      extraInfo: "offers recursion",
    },
    id: { from: 0, length: 2 },
  },
  {
    what: "an ntpd",
    probe: ntpProbe,
    reply: (query) =>
      cat(hex("240300e9"), Buffer.alloc(20), query.subarray(40, 48), Buffer.alloc(16)),
    says: { name: "ntp", extraInfo: "stratum 3" },
    id: { from: 24, length: 8 },
  },
  {
    what: "a Windows file server",
    probe: netbiosProbe,
    reply: netbiosReply,
    says: {
      name: "netbios-ns",
      names: [{ name: "FILESRV", source: "netbios" }],
      extraInfo: "workgroup ACME, file server, domain controller of ACME",
      mac: "02:00:5e:10:00:01",
    },
    id: { from: 0, length: 2 },
  },
  {
    what: "a printer with mDNS",
    probe: mdnsProbe,
    reply: (query) =>
      dnsReply(
        query,
        record(dnsTypes.ptr, dnsName("_ipp._tcp.local")),
        record(dnsTypes.ptr, dnsName("lp1.local"), dnsName("9.0.0.10.in-addr.arpa")),
      ),
    says: {
      name: "mdns",
      extraInfo: "offers _ipp._tcp",
      names: [{ name: "lp1.local", source: "mdns" }],
    },
    id: { from: 0, length: 2 },
  },
  {
    what: "a router with MiniUPnPd",
    probe: ssdpProbe,
    reply: () =>
      cat(
        "HTTP/1.1 200 OK\r\nST: upnp:rootdevice\r\nSERVER: OpenWrt/22.03 UPnP/1.1 MiniUPnPd/2.3.1\r\n",
        "LOCATION: http://10.0.0.9:5000/rootDesc.xml\r\n\r\n",
      ),
    says: {
      name: "upnp",
      product: "MiniUPnPd",
      version: "2.3.1",
      cpes: ["cpe:2.3:a:miniupnp_project:miniupnpd:2.3.1:*:*:*:*:*:*:*"],
      extraInfo: "description at http://10.0.0.9:5000/rootDesc.xml",
    },
    id: null,
  },
  {
    what: "a TFTP server",
    probe: tftpProbe,
    reply: () => hex("00050001 46696c65206e6f7420666f756e64 00"),
    says: { name: "tftp", banner: "File not found" },
    id: null,
  },
  {
    what: "strongSwan by IKEv2",
    probe: ikeProbe,
    port: 500,
    reply: ikeReply,
    says: { name: "ike", product: "strongSwan", extraInfo: "IKEv2" },
    id: { from: 0, length: 8 },
  },
  {
    what: "strongSwan by IKEv1 on the port for NAT",
    probe: ikeProbe,
    port: 4500,
    at: 1,
    reply: (question) => cat(Buffer.alloc(4), ikeReply(question.subarray(4))),
    says: { name: "ike", product: "strongSwan", extraInfo: "IKEv1" },
    id: { from: 4, length: 8 },
  },
  {
    what: "Asterisk",
    probe: sipProbe,
    reply: (question) => {
      const id = /Call-ID: (\S+)/.exec(question.toString("latin1"))?.[1] ?? "";
      return cat(
        `SIP/2.0 200 OK\r\nCall-ID: ${id}\r\nServer: Asterisk PBX 18.10.0~dfsg\r\nContent-Length: 0\r\n\r\n`,
      );
    },
    says: {
      name: "sip",
      product: "Asterisk",
      version: "18.10.0",
      cpes: ["cpe:2.3:a:digium:asterisk:18.10.0:*:*:*:*:*:*:*"],
    },
    id: (reply) =>
      Buffer.from(reply.toString("latin1").replace(/Call-ID: ./, "Call-ID: #"), "latin1"),
  },
  {
    what: "a port mapper with NFS",
    probe: rpcbindProbe,
    reply: (call) =>
      cat(
        call.subarray(0, 4),
        uint32(1, 0, 0, 0, 0),
        uint32(1, 100_000, 2, 17, 111),
        uint32(1, 100_003, 4, 6, 2049),
        uint32(1, 100_003, 3, 6, 2049),
        uint32(0),
      ),
    says: { name: "rpcbind", extraInfo: "portmapper 2, nfs 3 4" },
    id: { from: 0, length: 4 },
  },
  {
    what: "Memcached",
    probe: memcachedProbe,
    reply: (question) => cat(question.subarray(0, 8), "VERSION 1.6.18\r\n"),
    says: { name: "memcached", version: "1.6.18", observations: ["open_access"] },
    id: { from: 0, length: 2 },
  },
  {
    what: "a domain controller",
    probe: cldapProbe,
    reply: cldapReply,
    says: {
      name: "ldap",
      product: "Active Directory",
      extraInfo: "directory DC=acme,DC=test, host dc1.acme.test",
    },
    id: { from: 4, length: 4 },
  },
  {
    what: "SQL Server's browser",
    probe: mssqlProbe,
    reply: () => {
      const text =
        "ServerName;DB1;InstanceName;MSSQLSERVER;IsClustered;No;Version;15.0.2000.5;tcp;1433;;";
      return cat(Buffer.from([5, text.length & 255, text.length >> 8]), text);
    },
    says: {
      name: "ms-sql-m",
      product: "Microsoft SQL Server 2019",
      version: "15.0.2000.5",
      extraInfo: "instance MSSQLSERVER, tcp 1433",
      names: [{ name: "DB1", source: "netbios" }],
    },
    id: null,
  },
  {
    what: "a thing with CoAP",
    probe: coapProbe,
    reply: (question) =>
      cat(hex("6845"), question.subarray(2, 12), hex("c128ff"), "</temperature>"),
    says: { name: "coap", banner: "</temperature>" },
    id: { from: 4, length: 8 },
  },
  {
    what: "a STUN server",
    probe: stunProbe,
    reply: (question) =>
      cat(hex("01010014"), question.subarray(4, 20), hex("80220010"), "Coturn-4.6.1 'G'"),
    says: { name: "stun", product: "coturn", version: "4.6.1" },
    id: { from: 8, length: 12 },
  },
  {
    what: "OpenVPN",
    probe: openvpnProbe,
    reply: (question) =>
      cat(hex("40 1122334455667788 01 00000000"), question.subarray(1, 9), hex("00000000")),
    says: { name: "openvpn", product: "OpenVPN" },
    id: { from: 14, length: 8 },
  },
  {
    what: "QUIC",
    probe: quicProbe,
    reply: (question) =>
      cat(
        hex("80 00000000 08"),
        question.subarray(15, 23),
        hex("08"),
        question.subarray(6, 14),
        uint32(1, 0x6b33_43cf),
      ),
    says: { name: "quic", extraInfo: "version 1, 2" },
    id: { from: 6, length: 8 },
  },
  {
    what: "a camera with ONVIF",
    probe: wsDiscoveryProbe,
    reply: (question) => {
      const id = /urn:uuid:[0-9a-f-]+/.exec(question.toString())?.[0] ?? "";
      return cat(
        `<e:Envelope><e:Header><w:RelatesTo>${id}</w:RelatesTo></e:Header><e:Body><d:ProbeMatches><d:ProbeMatch>`,
        "<d:Types>dn:NetworkVideoTransmitter tds:Device</d:Types></d:ProbeMatch></d:ProbeMatches></e:Body></e:Envelope>",
      );
    },
    says: { name: "ws-discovery", extraInfo: "is NetworkVideoTransmitter Device" },
    id: (reply) => Buffer.from(reply.toString().replace(/urn:uuid:./, "urn:uuid:#")),
  },
  {
    what: "a management controller",
    probe: ipmiProbe,
    reply: (question) => {
      const sequence = question.readUInt8(18);
      const head = hex("0600ff07 00 00000000 00000000 10 81 1c 63 20");
      return cat(head, Buffer.from([sequence]), hex("38 00 01 87 06 02 000000 00 00"));
    },
    says: {
      name: "ipmi",
      extraInfo: "IPMI 2.0, sessions without authentication, null user names",
      observations: ["no_authentication"],
    },
    id: { from: 18, length: 1 },
  },
];

/** As the talk reads it: what leads beyond the end is no answer. */
function read({ read: take }: { read: (reply: Buffer) => UdpAnswer | null }, reply: Buffer) {
  try {
    return take(reply);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function questionOf({ probe, port = 1, at = 0 }: Example) {
  const question = probe.ask(address, port)[at];
  assert.ok(question !== undefined);
  return question;
}

/** The reply with each byte of its id wrong, one at a time. */
function withOtherIds(reply: Buffer, id: NonNullable<Example["id"]>): Buffer[] {
  if (typeof id === "function") return [id(reply)];
  return Array.from({ length: id.length }, (_, at) => {
    const forged = Buffer.from(reply);
    forged.writeUInt8(forged.readUInt8(id.from + at) ^ 0x54, id.from + at);
    return forged;
  });
}

for (const example of examples) {
  describe(example.what, () => {
    test("is recognised", () => {
      const question = questionOf(example);
      assert.partialDeepStrictEqual(read(question, example.reply(question.datagram)), example.says);
    });

    const { id } = example;
    if (id !== null) {
      test("is not taken from a reply to another question", () => {
        const question = questionOf(example);
        const reply = example.reply(question.datagram);
        for (const forged of withOtherIds(reply, id)) assert.equal(read(question, forged), null);
      });
    }

    test("does no harm however it is cut off or spoilt", () => {
      const question = questionOf(example);
      const reply = example.reply(question.datagram);
      for (let length = 0; length < reply.length; length++)
        read(question, reply.subarray(0, length));
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(reply.length - 1), fc.nat(255)), { maxLength: 8 }),
          (spots) => {
            const spoilt = Buffer.from(reply);
            for (const [at, value] of spots) spoilt.writeUInt8(value, at);
            read(question, spoilt);
          },
        ),
      );
    });

    test("is not mistaken for an echo of the question", () => {
      const question = questionOf(example);
      assert.equal(read(question, question.datagram), null);
    });
  });
}

test("an ntpd tells its version when asked for its variables", () => {
  const [time] = ntpProbe.ask(address, 123);
  assert.ok(time !== undefined);
  const reply = cat(
    hex("240100e9"),
    Buffer.alloc(20),
    time.datagram.subarray(40, 48),
    Buffer.alloc(16),
  );
  const next = read(time, reply)?.next;
  assert.ok(next !== undefined);
  const text =
    'version="ntpd 4.2.8p15@1.3728-o Wed Sep 23 2020", processor="x86_64", system="Linux/5.10.0"';
  const told = cat(
    hex("1682"),
    next.datagram.subarray(2, 4),
    hex("0615 0000 0000"),
    uint16(text.length),
    text,
  );
  assert.partialDeepStrictEqual(read(next, told), {
    product: "ntpd",
    version: "4.2.8p15",
    cpes: ["cpe:2.3:a:ntp:ntp:4.2.8:p15:*:*:*:*:*:*"],
    extraInfo: "answers control messages, system Linux/5.10.0",
  });
  told.writeUInt16BE(told.readUInt16BE(2) ^ 1, 2);
  assert.equal(read(next, told), null);
});

describe("a name in a DNS reply", () => {
  test("that leads in a circle, forwards or too far ends in an error", () => {
    for (const bytes of [
      "c000",
      "0161c000",
      "c002c000",
      "c004",
      "40",
      "8001",
      `3f${"61".repeat(10)}`,
    ]) {
      assert.throws(() => readDnsName(hex(bytes), 0), RangeError, bytes);
    }
    const long = hex(`${`3f${"61".repeat(63)}`.repeat(5)}00`);
    assert.throws(() => readDnsName(long, 0), RangeError);
  });

  test("is read in bounded time, whatever it is", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), fc.nat(600), (bytes, at) => {
        try {
          const { name, end } = readDnsName(Buffer.from(bytes), at);
          assert.ok(name.length <= 255 && end <= bytes.length && end > at);
        } catch (error) {
          assert.ok(error instanceof RangeError);
        }
      }),
    );
  });
});

describe("what is asked where", () => {
  test("the common ports are those of the protocols, and each is asked in its own", () => {
    for (const port of commonUdpPorts) {
      const probes = probesFor(port);
      assert.ok(probes.length > 0 && probes.every(({ ports }) => ports.includes(port)));
    }
    for (const port of [
      53, 69, 111, 123, 137, 161, 389, 500, 623, 1194, 1434, 1900, 3478, 5060, 5353, 5683, 11_211,
    ]) {
      assert.ok(commonUdpPorts.includes(port), String(port));
    }
  });

  test("a port that none claims is asked in all", () => {
    assert.ok(probesFor(40_000).length >= 19);
  });

  test("no question is long enough to flood anybody, nor the same twice", () => {
    for (const port of commonUdpPorts) {
      for (const probe of probesFor(port)) {
        for (const { datagram } of probe.ask("::1", port)) assert.ok(datagram.length <= 1200);
      }
    }
    const ids = new Set(
      Array.from({ length: 100 }, () => ntpProbe.ask(address, 123)[0]?.datagram.toString("hex")),
    );
    assert.equal(ids.size, 100);
  });
});
