import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ServiceFacts } from "#engines/scan-types";
import { script, startBannerServer } from "#test/banner-server";
import { identifyPort } from "#test/identify";

/*
 * Servers that wait to be asked, on the ports where they are asked for first. The answers are written by hand from the
 * protocols' documents, and only given to a question that is as it should be.
 */

interface Case {
  readonly port: number;
  readonly what: string;
  readonly serve: Parameters<typeof startBannerServer>[0];
  readonly expect: Partial<ServiceFacts>;
}

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");
const cpe = (name: string, version = "*"): string => `cpe:2.3:a:${name}:${version}:*:*:*:*:*:*:*`;

const cases: readonly Case[] = [
  {
    port: 27_017,
    what: "MongoDB that lists its databases to strangers",
    serve: script([
      [
        /isMaster/,
        opMsg([
          ["ismaster", true],
          ["maxWireVersion", 17],
          ["minWireVersion", 0],
          ["ok", 1.5],
        ]),
      ],
      [
        /buildInfo/,
        opMsg([
          ["version", "6.0.12"],
          ["ok", 1.5],
        ]),
      ],
      [
        /listDatabases/,
        opMsg([
          ["databases", []],
          ["ok", 1],
        ]),
      ],
    ]),
    expect: {
      name: "mongodb",
      product: "MongoDB",
      version: "6.0.12",
      cpes: [cpe("mongodb:mongodb", "6.0.12")],
      observations: ["open_access"],
    },
  },
  {
    port: 27_018,
    what: "MongoDB that asks for a login",
    serve: script([
      [
        /isMaster/,
        opMsg([
          ["ismaster", true],
          ["maxWireVersion", 17],
          ["ok", 1],
        ]),
      ],
      [
        /buildInfo|listDatabases/,
        opMsg([
          ["ok", 0],
          ["errmsg", "requires authentication"],
        ]),
      ],
    ]),
    expect: { name: "mongodb", product: "MongoDB", observations: [] },
  },
  {
    port: 3389,
    what: "a remote desktop with network level authentication",
    serve: script([
      ["\x03\0\0\x13\x0e\xe0", latin1("\x03\0\0\x13\x0e\xd0\0\0\x124\0\x02\x1f\x08\0\x02\0\0\0")],
    ]),
    expect: { name: "rdp", extraInfo: "network level authentication" },
  },
  {
    port: 3390,
    what: "a remote desktop without TLS",
    serve: script([
      ["\x03\0\0\x13", latin1("\x03\0\0\x13\x0e\xd0\0\0\x124\0\x03\0\x08\0\x02\0\0\0")],
    ]),
    expect: { name: "rdp", extraInfo: "standard RDP security only" },
  },
  {
    port: 6000,
    what: "an X server that lets anyone in",
    serve: script([["l\0\x0b\0", x11Setup("The X.Org Foundation", 12_101_007)]]),
    expect: {
      name: "x11",
      product: "X.Org X server",
      version: "21.1.7",
      cpes: [cpe("x.org:x_server", "21.1.7")],
      observations: ["no_authentication"],
    },
  },
  {
    port: 1433,
    what: "SQL Server by its first answer",
    serve: script([
      [
        "\x12\x01",
        latin1(
          "\x04\x01\0\x20\0\0\x01\0\0\0\x0b\0\x06\x01\0\x11\0\x01\xff\x0f\0\x07\xd0\0\0\0\0\0\0\0\0\0",
        ),
      ],
    ]),
    expect: {
      name: "mssql",
      product: "Microsoft SQL Server 2019",
      version: "15.0.2000",
      cpes: [cpe("microsoft:sql_server_2019", "15.0.2000"), cpe("microsoft:sql_server", "2019")],
    },
  },
  {
    port: 1521,
    what: "an Oracle listener by the number of its refusal",
    serve: script([
      [
        /COMMAND=version/,
        latin1('\0\x5a\0\0\x04\0\0\0"\0\0N(DESCRIPTION=(TMP=)(VSNNUM=318767104)(ERR=1189))'),
      ],
    ]),
    expect: { name: "oracle-tns", version: "19.0.0.0.0" },
  },
  {
    port: 9042,
    what: "Cassandra without a login",
    serve: script([
      ["\x04\0\0\0\x05", cqlFrame(6, "\0\x01\0\x0bCQL_VERSION\0\x01\0\x053.4.6")],
      ["\x04\0\0\0\x01", cqlFrame(2, "")],
      [/release_version/, cqlFrame(8, "\0\0\0\x02rows\0\0\0\x054.1.3")],
    ]),
    expect: {
      name: "cassandra",
      product: "Apache Cassandra",
      version: "4.1.3",
      observations: ["open_access"],
    },
  },
  {
    port: 2181,
    what: "ZooKeeper",
    serve: script([[/^srvr/, "Zookeeper version: 3.8.0-1, built on 2022\nLatency: 0\n"]]),
    expect: { name: "zookeeper", version: "3.8.0", cpes: [cpe("apache:zookeeper", "3.8.0")] },
  },
  {
    port: 5672,
    what: "RabbitMQ by the table of its first frame",
    serve: script([["AMQP\0\0\t\x01", amqpStart()]]),
    expect: {
      name: "amqp",
      product: "RabbitMQ",
      version: "3.10.8",
      cpes: [cpe("vmware:rabbitmq", "3.10.8")],
      extraInfo: "mechanisms: PLAIN AMQPLAIN",
    },
  },
  {
    port: 5060,
    what: "Asterisk",
    serve: script([
      [
        /^OPTIONS sip:/,
        "SIP/2.0 200 OK\r\nServer: Asterisk PBX 18.10.0\r\nContent-Length: 0\r\n\r\n",
      ],
    ]),
    expect: { name: "sip", product: "Asterisk", version: "18.10.0" },
  },
  {
    port: 8554,
    what: "a camera's stream",
    serve: script([
      [/^OPTIONS \*/, "RTSP/1.0 200 OK\r\nCSeq: 1\r\nServer: Rtsp Server/3.0\r\n\r\n"],
    ]),
    expect: { name: "rtsp", product: "Rtsp Server", version: "3.0" },
  },
  {
    port: 6667,
    what: "a chat server",
    serve: script([
      [
        /^NICK/,
        ":irc.test 001 vdt0 :Welcome\r\n:irc.test 004 vdt0 irc.test UnrealIRCd-6.1.3 iowr\r\n",
      ],
    ]),
    expect: { name: "irc", product: "UnrealIRCd", version: "6.1.3" },
  },
  {
    port: 9050,
    what: "a SOCKS proxy for everybody",
    serve: script([["\x05\x01\0", Buffer.from([5, 0])]]),
    expect: { name: "socks5", observations: ["open_access"] },
  },
  {
    port: 8009,
    what: "a servlet container's back door",
    serve: script([["\x124\0\x01\n", latin1("AB\0\x01\x09")]]),
    expect: { name: "ajp13" },
  },
  {
    port: 2375,
    what: "a Docker engine that anyone may command",
    serve: web({
      "GET /": ["404 Not Found", "Server: Docker/24.0.7 (linux)", '{"message":"page not found"}'],
      "GET /version": ["200 OK", "", '{"ApiVersion":"1.43","Version":"24.0.7"}'],
    }),
    expect: {
      name: "docker",
      product: "Docker Engine",
      version: "24.0.7",
      cpes: [cpe("docker:docker", "24.0.7")],
      observations: ["open_access"],
    },
  },
  {
    port: 2379,
    what: "etcd without a login",
    serve: web({
      "GET /": ["404 Not Found", "", "404 page not found\n"],
      "GET /version": ["200 OK", "", '{"etcdserver":"3.4.23","etcdcluster":"3.4.0"}'],
      "POST /v3/kv/range": ["200 OK", "", '{"header":{"cluster_id":"1"},"count":"12"}'],
    }),
    expect: { name: "etcd", version: "3.4.23", observations: ["open_access"] },
  },
  {
    port: 9200,
    what: "Elasticsearch that answers anyone",
    serve: web({
      "GET /": ["200 OK", "", '{"version":{"number":"7.17.9"},"tagline":"You Know, for Search"}'],
    }),
    expect: {
      name: "elasticsearch",
      version: "7.17.9",
      cpes: [cpe("elastic:elasticsearch", "7.17.9")],
      observations: ["open_access"],
    },
  },
  {
    port: 9201,
    what: "Elasticsearch that asks for a login",
    serve: web({
      "GET /": [
        "401 Unauthorized",
        'WWW-Authenticate: Basic realm="security", ApiKey',
        '{"error":{"reason":"missing authentication credentials for REST request [/]"}}',
      ],
    }),
    expect: { name: "elasticsearch", product: "Elasticsearch", observations: [] },
  },
  {
    port: 3000,
    what: "Grafana, which is asked for its version",
    serve: web({
      "GET /": ["302 Found", "Location: /login", ""],
      "GET /api/health": ["200 OK", "", '{"database":"ok","version":"10.2.3","commit":"1"}'],
    }),
    expect: { name: "http", product: "Grafana", version: "10.2.3" },
  },
  {
    port: 8080,
    what: "Jenkins on Jetty: the application first, both in the names",
    serve: web({
      "GET /": ["403 Forbidden", "X-Jenkins: 2.426.1\r\nServer: Jetty(10.0.18)", "<html>"],
    }),
    expect: {
      product: "Jenkins",
      version: "2.426.1",
      cpes: [cpe("jenkins:jenkins", "2.426.1"), cpe("eclipse:jetty", "10.0.18")],
    },
  },
  {
    port: 53,
    what: "a name server by its version",
    serve: (socket) => {
      socket.once("data", (bytes: Buffer) => {
        // The question comes back, and behind it one TXT record of class CHAOS, whose name points to the question's.
        const text = "9.18.28-1~deb12u2-Debian";
        const size = String.fromCharCode(text.length);
        const longer = String.fromCharCode(text.length + 1);
        const record = latin1(`\xc0\x0c\0\x10\0\x03\0\0\0\0\0${longer}${size}${text}`);
        const message = Buffer.concat([bytes.subarray(2), record]);
        message.writeUInt16BE(0x8500, 2);
        message.writeUInt16BE(1, 6);
        socket.write(Buffer.concat([Buffer.from([0, message.length]), message]));
      });
    },
    expect: {
      name: "dns",
      product: "ISC BIND",
      version: "9.18.28",
      package: { distribution: "debian", release: "bookworm", version: "9.18.28-1~deb12u2" },
    },
  },
  {
    port: 8081,
    what: "an SSH server where a web server is expected",
    serve: "SSH-2.0-OpenSSH_9.6\r\nInvalid SSH identification string.\r\n",
    expect: { name: "ssh", version: "9.6", banner: "SSH-2.0-OpenSSH_9.6" },
  },
];

describe("asked on its own port, it is found out:", { concurrency: true }, () => {
  const address = "127.77.5.2";
  for (const { port, what, serve, expect } of cases) {
    test(what, async () => {
      const server = await startBannerServer(serve, { address, port });
      try {
        const facts = await identifyPort(port, { address });
        assert.partialDeepStrictEqual(facts, { method: "probed", unsettled: false, ...expect });
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

/** Answers requests by method and path, and closes. */
function web(
  pages: Record<string, readonly [status: string, headers: string, body: string]>,
): Case["serve"] {
  return (socket) => {
    socket.once("data", (bytes: Buffer) => {
      const [method, path] = bytes.toString("latin1").split(/[ ?]/);
      const page = pages[`${method} ${path}`] ?? ["404 Not Found", "", ""];
      const [status, headers, body] = page;
      const head = [`HTTP/1.1 ${status}`, ...(headers === "" ? [] : [headers])].join("\r\n");
      socket.end(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    });
  };
}

type BsonField = readonly [name: string, value: string | number | boolean | readonly []];

/** A reply of MongoDB; numbers are doubles, as its own are. */
function opMsg(fields: readonly BsonField[]): Buffer {
  const elements = fields.map(([name, value]) => {
    if (typeof value === "boolean") return latin1(`\x08${name}\0${value ? "\x01" : "\0"}`);
    if (Array.isArray(value)) return latin1(`\x04${name}\0\x05\0\0\0\0`);
    if (typeof value === "string") {
      const length = Buffer.alloc(4);
      length.writeInt32LE(value.length + 1);
      return Buffer.concat([latin1(`\x02${name}\0`), length, latin1(`${value}\0`)]);
    }
    const number = Buffer.alloc(8);
    number.writeDoubleLE(Number(value));
    return Buffer.concat([latin1(`\x01${name}\0`), number]);
  });
  const body = Buffer.concat(elements);
  const message = Buffer.alloc(26 + body.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(2013, 12);
  message.writeInt32LE(body.length + 5, 21);
  body.copy(message, 25);
  return message;
}

function x11Setup(vendor: string, release: number): Buffer {
  const setup = Buffer.alloc(40);
  setup[0] = 1;
  setup.writeUInt16LE(11, 2);
  setup.writeUInt16LE(8 + vendor.length / 4, 6);
  setup.writeUInt32LE(release, 8);
  setup.writeUInt16LE(vendor.length, 24);
  return Buffer.concat([setup, latin1(vendor)]);
}

function cqlFrame(opcode: number, body: string): Buffer {
  const head = Buffer.from([0x84, 0, 0, 0, opcode, 0, 0, 0, body.length]);
  return Buffer.concat([head, latin1(body)]);
}

function amqpStart(): Buffer {
  const table = "\x07productS\0\0\0\x08RabbitMQ\x07versionS\0\0\0\x063.10.8";
  const body = `\0\x0a\0\x0a\0\x09\0\0\0${String.fromCharCode(table.length)}${table}\0\0\0\x0ePLAIN AMQPLAIN\0\0\0\x05en_US`;
  return latin1(`\x01\0\0\0\0\0${String.fromCharCode(body.length)}${body}\xce`);
}
