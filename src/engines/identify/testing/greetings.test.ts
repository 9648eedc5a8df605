import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ServiceFacts } from "#engines/scan-types";
import { script, startBannerServer } from "#test/banner-server";
import { identifyPort } from "#test/identify";

/** A server that says this, on a port that suggests nothing, and what is to be found out. */
interface Case {
  readonly what: string;
  readonly serve: Parameters<typeof startBannerServer>[0];
  readonly expect: Partial<ServiceFacts>;
}

const cpe = (name: string, version = "*", update = "*"): string =>
  `cpe:2.3:${name}:${version}:${update}:*:*:*:*:*:*`;

const cases: readonly Case[] = [
  {
    what: "OpenSSH of Ubuntu",
    serve: "SSH-2.0-OpenSSH_8.9p1 Ubuntu-3ubuntu0.10\r\n",
    expect: {
      name: "ssh",
      version: "8.9p1",
      cpes: [cpe("a:openbsd:openssh", "8.9", "p1")],
      package: { distribution: "ubuntu", version: "8.9p1-3ubuntu0.10" },
    },
  },
  {
    what: "OpenSSH of a Debian that is to come, after lines of text",
    serve: "Welcome to the jungle\r\nSSH-2.0-OpenSSH_10.0p2 Debian-7\r\n",
    expect: {
      version: "10.0p2",
      package: { distribution: "debian", version: "10.0p2-7" },
      banner: "SSH-2.0-OpenSSH_10.0p2 Debian-7",
    },
  },
  {
    what: "an SSH server without a package",
    serve: "SSH-2.0-OpenSSH_9.3\r\n",
    expect: { version: "9.3", cpes: [cpe("a:openbsd:openssh", "9.3")], confidence: 80 },
  },
  {
    what: "a router with Dropbear that still takes SSH 1",
    serve: "SSH-1.99-dropbear_2016.73\r\n",
    expect: {
      product: "Dropbear SSH",
      version: "2016.73",
      cpes: [cpe("a:dropbear_ssh_project:dropbear_ssh", "2016.73")],
      extraInfo: "protocol 1.99, takes SSH 1",
    },
  },
  {
    what: "ProFTPD of Debian, a release candidate",
    serve: script([
      [null, "220 ProFTPD 1.3.5rc3 Server (Debian) [::ffff:10.0.0.1]\r\n"],
      [/^FEAT/, "211-Features:\r\n AUTH TLS\r\n211 End\r\n"],
      [/^USER/, "331 Password required\r\n"],
      [/^PASS/, "530 Login incorrect.\r\n"],
    ]),
    expect: {
      name: "ftp",
      product: "ProFTPD",
      version: "1.3.5rc3",
      cpes: [cpe("a:proftpd:proftpd", "1.3.5", "rc3")],
      package: { distribution: "debian" },
      observations: [],
      unsettled: false,
    },
  },
  {
    what: "an FTP server that offers TLS only when asked, and lets anyone in",
    serve: script([
      [null, "220---------- Welcome to Pure-FTPd ----------\r\n220 You will be disconnected.\r\n"],
      [/^FEAT/, "502 no\r\n"],
      [/^AUTH TLS/, "234 AUTH TLS OK.\r\n"],
      [/^USER/, "230 Anonymous user logged in\r\n"],
    ]),
    expect: { name: "ftp", product: "Pure-FTPd", observations: ["anonymous_login"] },
  },
  {
    what: "Postfix of Ubuntu with STARTTLS",
    serve: script([
      [null, "220 mx.example.test ESMTP Postfix (Ubuntu)\r\n"],
      [/^EHLO/, "250-mx.example.test\r\n250-STARTTLS\r\n250-AUTH PLAIN LOGIN\r\n250 8BITMIME\r\n"],
    ]),
    expect: {
      name: "smtp",
      product: "Postfix",
      cpes: [cpe("a:postfix:postfix")],
      package: { distribution: "ubuntu" },
      hostName: "mx.example.test",
      extraInfo: "offers STARTTLS",
      observations: [],
    },
  },
  {
    what: "an SMTP server that begins no TLS just now: nothing is concluded of what it would accept",
    serve: script([
      [null, "220 mx.example.test ESMTP Postfix\r\n"],
      [/^EHLO/, "250-mx.example.test\r\n250 STARTTLS\r\n"],
      [/^STARTTLS/, "454 4.7.0 TLS not available due to local problem\r\n"],
    ]),
    expect: {
      name: "smtp",
      startTls: {
        protocols: [],
        untested: ["SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3", "ciphers"],
        weakCiphers: [],
      },
      unsettled: false,
    },
  },
  {
    what: "an SMTP server that turns us away: what it offers others is not known",
    serve: script([
      [null, "220 mx.example.test ESMTP Postfix\r\n"],
      [/^EHLO/, "450 4.7.1 Client host rejected: try again later\r\n"],
    ]),
    expect: { name: "smtp", product: "Postfix", unsettled: true },
  },
  {
    what: "an SMTP server from before EHLO",
    serve: script([
      [null, "220 mx.example.test SMTP ready\r\n"],
      [/^EHLO/, "500 Command unrecognized\r\n"],
    ]),
    expect: { name: "smtp", unsettled: false },
  },
  {
    what: "an IMAP server that takes no login before TLS",
    serve: script([
      [null, "* OK [CAPABILITY IMAP4rev1 LOGINDISABLED] Dovecot (Ubuntu) ready.\r\n"],
      [/^v1/, "* CAPABILITY IMAP4rev1 ID LOGINDISABLED\r\nv1 OK done\r\n"],
      [/^v2/, '* ID ("name" "Dovecot" "version" "2.3.16")\r\nv2 OK done\r\n'],
    ]),
    expect: {
      name: "imap",
      product: "Dovecot",
      version: "2.3.16",
      cpes: [cpe("a:dovecot:dovecot", "2.3.16")],
      package: { distribution: "ubuntu" },
      observations: [],
    },
  },
  {
    what: "a POP3 server that is too old for TLS",
    serve: script([
      [null, "+OK POP3 server ready <1.2@example.test>\r\n"],
      [/^CAPA/, "-ERR what?\r\n"],
    ]),
    expect: { name: "pop3", observations: ["plain_login"], confidence: 50 },
  },
  {
    what: "MySQL of Ubuntu",
    serve: mysqlGreeting("8.0.36-0ubuntu0.22.04.1"),
    expect: {
      name: "mysql",
      product: "MySQL",
      version: "8.0.36",
      cpes: [cpe("a:oracle:mysql", "8.0.36")],
      package: { distribution: "ubuntu", release: "22.04", version: "8.0.36-0ubuntu0.22.04.1" },
    },
  },
  {
    what: "MariaDB from its makers, which is no package of Debian",
    serve: mysqlGreeting("5.5.5-10.5.8-MariaDB-1:10.5.8+maria~focal"),
    expect: { product: "MariaDB", version: "10.5.8", cpes: [cpe("a:mariadb:mariadb", "10.5.8")] },
  },
  {
    what: "a MariaDB that refuses our address",
    serve: mysqlPacket(
      Buffer.from(
        "\xff\x6a\x04Host '10.0.0.9' is not allowed to connect to this MariaDB server",
        "latin1",
      ),
    ),
    expect: { name: "mysql", product: "MariaDB", unsettled: true },
  },
  {
    what: "a desktop without a password",
    serve: script([
      [null, "RFB 003.008\n"],
      [/^RFB/, Buffer.from([2, 1, 2])],
    ]),
    expect: {
      name: "vnc",
      extraInfo: "protocol 3.8; security: None, VNC authentication",
      observations: ["no_authentication"],
    },
  },
  {
    what: "an old desktop with a password",
    serve: script([
      [null, "RFB 003.003\n"],
      [/^RFB/, Buffer.from([0, 0, 0, 2])],
    ]),
    expect: { name: "vnc", observations: [] },
  },
  {
    what: "a telnet login, behind options that are declined",
    serve: script([
      [null, Buffer.from([255, 253, 24, 255, 251, 1])],
      ["\xff\xfc\x18\xff\xfe\x01", "\r\nUser Access Verification\r\n\r\nUsername: "],
    ]),
    expect: { name: "telnet", product: "Cisco IOS telnetd", observations: ["plain_login"] },
  },
  {
    what: "a news server",
    serve: "200 news.example.test InterNetNews NNRP server INN 2.7.1 ready (posting ok)\r\n",
    expect: { name: "nntp", product: "InterNetNews", version: "2.7.1" },
  },
  {
    what: "Valkey, which says so in the middle of what it says of Redis",
    serve: script([
      [/^PING/, "+PONG\r\n"],
      [
        /^INFO/,
        bulk("# Server\r\nredis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.1.8\r\n"),
      ],
    ]),
    expect: {
      name: "redis",
      product: "Valkey",
      version: "8.1.8",
      cpes: [cpe("a:valkey-io:valkey", "8.1.8")],
      observations: ["open_access"],
    },
  },
  {
    what: "a greeting that nobody knows",
    serve: "HELLO, this is a program of our own\r\n",
    expect: { method: "port", banner: "HELLO, this is a program of our own", unsettled: false },
  },
];

describe("on a port that suggests nothing, it is found out:", { concurrency: true }, () => {
  for (const { what, serve, expect } of cases) {
    test(what, async () => {
      const server = await startBannerServer(serve);
      try {
        const facts = await identifyPort(server.port);
        assert.partialDeepStrictEqual(facts, expect);
        if (expect.observations !== undefined) {
          assert.deepEqual(facts.observations, expect.observations);
        }
        assert.ok(server.connections() <= 6, `${server.connections()} connections`);
      } finally {
        await server.close();
      }
    });
  }
});

function mysqlGreeting(version: string): Buffer {
  const rest = Buffer.alloc(60, 1);
  return mysqlPacket(Buffer.concat([Buffer.from([10]), Buffer.from(`${version}\0`), rest]));
}

function mysqlPacket(body: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUIntLE(body.length, 0, 3);
  return Buffer.concat([head, body]);
}

function bulk(text: string): string {
  return `$${text.length}\r\n${text}\r\n`;
}
