import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createServer as createTlsServer } from "node:tls";
import type { TlsFacts } from "#engines/scan-types";
import { identifyContext } from "#test/identify";
import { createTestAuthority, type TestAuthority } from "#test/tls-fixtures";
import { ended } from "#test/processes";
import { until } from "#test/until";
import { examineTls } from "./index.ts";

const address = "127.0.0.1";
const io = identifyContext({ connectTimeoutMs: 1000 });
const cleanUps: (() => Promise<void> | void)[] = [];
let directory = "";
let authority: TestAuthority;

before(() => {
  directory = mkdtempSync(join(tmpdir(), "vedette-tls-"));
  authority = createTestAuthority();
  const { key, cert } = authority.issue({ names: ["shop.test", "10.0.0.1"] });
  writeFileSync(join(directory, "key.pem"), key);
  writeFileSync(join(directory, "cert.pem"), cert);
});
after(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  authority.close();
  rmSync(directory, { recursive: true });
});

/** A server of a program, on a port that the system chose a moment ago. */
async function startProgram(command: string, args: (port: number) => string[]): Promise<number> {
  const port = await listen(createServer());
  await cleanUps.pop()?.();
  const child: ChildProcess = spawn(command, args(port), { cwd: directory, stdio: "ignore" });
  cleanUps.push(async () => {
    child.kill("SIGKILL");
    await ended(child);
  });
  await until(
    async () =>
      child.exitCode !== null || (await examineTls({ address, port }, io))?.untested.length !== 6,
    { what: `${command} listens on ${port}` },
  );
  assert.equal(child.exitCode, null, `${command} runs`);
  return port;
}

const openssl = (...options: string[]) =>
  startProgram("openssl", (port) => [
    "s_server",
    "-accept",
    `${address}:${port}`,
    "-key",
    "key.pem",
    "-cert",
    "cert.pem",
    "-quiet",
    ...options,
  ]);

async function listen(server: Server): Promise<number> {
  server.listen(0, address);
  await once(server, "listening");
  cleanUps.push(async () => {
    server.close();
    await once(server, "close");
  });
  const at = server.address();
  assert.ok(typeof at === "object" && at !== null);
  return at.port;
}

/** A server that does as it is told with each connection, and counts them. */
async function serve(
  talk: (socket: Socket) => void,
): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
    talk(socket);
  });
  const port = await listen(server);
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { port, connections: () => connections };
}

async function examine(port: number, changes = io): Promise<TlsFacts> {
  const facts = await examineTls({ address, port }, changes);
  assert.ok(facts !== null, "it speaks TLS");
  return facts;
}

describe("a TLS server", () => {
  test("of today: TLS 1.2 and 1.3, nothing weak, the certificate read", async () => {
    const { key, cert } = authority.issue({ names: ["Shop.test", "10.0.0.1"] });
    const server = createTlsServer({ key, cert, minVersion: "TLSv1.2" });
    const facts = await examine(await listen(server));
    const { certificate, ...rest } = facts;
    assert.deepEqual(rest, {
      protocols: ["TLSv1.2", "TLSv1.3"],
      untested: [],
      cipher: "TLS_AES_256_GCM_SHA384", // the server's choice
      weakCiphers: [],
    });
    assert.partialDeepStrictEqual(certificate, {
      subject: "CN=Shop.test",
      issuer: "CN=Vedette test root",
      names: ["shop.test", "10.0.0.1"],
      selfSigned: false,
      key: "EC P-256",
      signature: "ecdsa-with-SHA256",
    });
    assert.ok(
      (certificate?.notAfter ?? 0) > Date.now() && (certificate?.notBefore ?? 0) < Date.now(),
    );
  });

  test("that speaks TLS 1.3 alone shows its certificate all the same", async () => {
    const facts = await examine(await openssl("-tls1_3"));
    assert.deepEqual([facts.protocols, facts.untested], [["TLSv1.3"], []]);
    assert.deepEqual(facts.certificate?.names, ["shop.test", "10.0.0.1"]);
  });

  test("of old is seen as such: TLS 1.0 and 1.1 (OpenSSL)", async () => {
    const facts = await examine(await openssl("-cipher", "DEFAULT:@SECLEVEL=0"));
    assert.deepEqual(facts.protocols, ["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"]);
    assert.deepEqual([facts.untested, facts.weakCiphers], [[], []]);
  });

  test("that speaks TLS 1.1 at most is asked for each version by itself", async () => {
    const facts = await examine(
      await openssl("-cipher", "DEFAULT:@SECLEVEL=0", "-no_tls1_2", "-no_tls1_3"),
    );
    assert.deepEqual([facts.protocols, facts.untested], [["TLSv1", "TLSv1.1"], []]);
    assert.equal(facts.cipher, "ECDHE-ECDSA-AES128-SHA");
    assert.equal(facts.certificate?.key, "EC P-256");
  });

  test("with suites without encryption or authentication is caught by each (OpenSSL)", async () => {
    const facts = await examine(
      await openssl("-tls1_2", "-cipher", "ALL:COMPLEMENTOFALL:@SECLEVEL=0"),
    );
    assert.deepEqual(facts.protocols, ["TLSv1.2"]);
    assert.deepEqual(facts.weakCiphers, ["ECDHE-ECDSA-NULL-SHA", "ADH-AES128-SHA"]);
    assert.deepEqual(facts.untested, []);
  });

  test("with RC4 and 3DES is caught by each (GnuTLS)", async () => {
    const priority =
      "NONE:+VERS-TLS1.0:+ARCFOUR-128:+3DES-CBC:+AES-128-CBC:+SHA1:+MD5:+ECDHE-ECDSA:+GROUP-ALL:+SIGN-ALL:+COMP-NULL";
    const port = await startProgram("gnutls-serv", (port) => [
      "--quiet",
      "--disable-client-cert",
      "--port",
      String(port),
      "--priority",
      priority,
      "--x509keyfile",
      "key.pem",
      "--x509certfile",
      "cert.pem",
    ]);
    const facts = await examine(port);
    assert.deepEqual(facts.protocols, ["TLSv1"]);
    assert.deepEqual(facts.weakCiphers, ["ECDHE-ECDSA-RC4-SHA", "ECDHE-ECDSA-DES-CBC3-SHA"]);
  });

  test("signed by itself, with a key of 1024 bits and SHA-1, is seen as such", async () => {
    const own = [
      "-keyout",
      "own-key.pem",
      "-out",
      "own-cert.pem",
      "-days",
      "5",
      "-subj",
      "/CN=own",
    ];
    execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:1024", "-sha1", "-nodes", ...own], {
      cwd: directory,
      stdio: "pipe",
    });
    const own1024 = [
      "-key",
      "own-key.pem",
      "-cert",
      "own-cert.pem",
      "-cipher",
      "DEFAULT:@SECLEVEL=0",
    ];
    const { certificate } = await examine(await openssl(...own1024));
    assert.partialDeepStrictEqual(certificate, {
      subject: "CN=own",
      names: [],
      selfSigned: true,
      key: "RSA 1024",
      signature: "sha1WithRSAEncryption",
    });
  });

  test("is asked by the name that the target was given by", async () => {
    const { key, cert } = authority.issue({ names: ["shop.test"] });
    const asked: string[] = [];
    const server = createTlsServer({
      key,
      cert,
      SNICallback: (name, done) => {
        asked.push(name);
        done(null);
      },
    });
    await examine(await listen(server), { ...io, hostName: "shop.test" });
    assert.deepEqual([...new Set(asked)], ["shop.test"]);
  });
});

const record = (type: number, content: Buffer, version = 0x0303): Buffer =>
  Buffer.concat([
    Buffer.from([type, version >> 8, version & 255, content.length >> 8, content.length & 255]),
    content,
  ]);

/** A ServerHello with nothing behind it. */
function serverHello(version: number, cipher: number): Buffer {
  const body = Buffer.concat([
    Buffer.from([version >> 8, version & 255]),
    Buffer.alloc(32, 7),
    Buffer.from([0, cipher >> 8, cipher & 255, 0]),
  ]);
  const done = Buffer.from([14, 0, 0, 0]);
  return record(22, Buffer.concat([Buffer.from([2, 0, 0, body.length]), body, done]), version);
}

const handshakeFailure = record(21, Buffer.from([2, 40]));

/** The newest version that a hello offers, and its suites. */
function readHello(hello: Buffer): { version: number; ciphers: number[] } {
  const version = hello.includes(Buffer.from("0304030303020301", "hex"))
    ? 0x0304
    : hello.readUInt16BE(9);
  const at = 44 + hello.readUInt8(43);
  const length = hello.readUInt16BE(at);
  const ciphers = Array.from({ length: length / 2 }, (_, i) => hello.readUInt16BE(at + 2 + i * 2));
  return { version, ciphers };
}

describe("a server of long ago, as a script", () => {
  test("that speaks SSLv3 with export keys is found out", async () => {
    const accepted = [0x0003, 0x0005, 0x000a, 0x0009];
    const { port, connections } = await serve((socket) => {
      socket.once("data", (hello: Buffer) => {
        const cipher = accepted.find((code) => readHello(hello).ciphers.includes(code));
        socket.end(cipher === undefined ? handshakeFailure : serverHello(0x0300, cipher));
      });
    });
    const facts = await examine(port);
    assert.deepEqual(facts.protocols, ["SSLv3"]);
    assert.deepEqual(facts.weakCiphers, ["EXP-RC4-MD5", "RC4-SHA", "DES-CBC3-SHA", "DES-CBC-SHA"]);
    assert.deepEqual(facts.untested, []);
    assert.ok(connections() <= 8, `${connections()} connections`);
  });

  test("that takes all of them is not asked more than eight times, and the rest is said to be untested", async () => {
    const { port, connections } = await serve((socket) => {
      socket.once("data", (hello: Buffer) => {
        const { version, ciphers } = readHello(hello);
        socket.end(serverHello(Math.min(version, 0x0303), ciphers.at(-2) ?? 0));
      });
    });
    const facts = await examine(port);
    assert.equal(connections(), 8);
    assert.deepEqual(facts.protocols, ["SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2"]);
    assert.ok(facts.weakCiphers.length >= 3);
    assert.deepEqual(facts.untested, ["ciphers"]);
  });
});

describe("what answers strangely", () => {
  test("is no TLS when it says something else", async () => {
    for (const said of [
      "HTTP/1.1 400 Bad Request\r\n\r\n",
      "SSH-2.0-OpenSSH_9.2\r\n",
      "\u0015",
      "\u0016\u0003\u0009",
    ]) {
      const { port } = await serve((socket) =>
        socket.end(said.length === 1 ? `${said}\u0000\u0000` : said),
      );
      assert.equal(await examineTls({ address, port }, io), null, JSON.stringify(said));
    }
  });

  test("leaves open what it refuses altogether: it may want to be asked by a name", async () => {
    const { port } = await serve((socket) =>
      socket.once("data", () => socket.end(handshakeFailure)),
    );
    const facts = await examine(port);
    assert.deepEqual(facts, {
      protocols: [],
      untested: ["SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3", "ciphers"],
      weakCiphers: [],
    });
  });

  test("leaves open what it is silent about, and is given up after two silences", async () => {
    const { port, connections } = await serve((socket) => {
      socket.once("data", (hello: Buffer) => {
        // Old versions are swallowed, as some firewalls do.
        if (readHello(hello).version >= 0x0303) socket.end(serverHello(0x0303, 0xc02f));
      });
    });
    const facts = await examine(port, { ...io, connectTimeoutMs: 100 });
    assert.deepEqual(facts.protocols, ["TLSv1.2"]);
    assert.deepEqual(facts.untested, ["SSLv3", "TLSv1", "TLSv1.1", "ciphers"]);
    assert.equal(connections(), 3);
  });

  test("may send without end: the reading ends", async () => {
    const endless = record(
      22,
      Buffer.concat([Buffer.from([2, 0xff, 0xff, 0xff]), Buffer.alloc(16_000)]),
    );
    const { port } = await serve((socket) => {
      const more = () => {
        while (socket.writable && socket.write(endless));
      };
      socket.on("drain", more);
      more();
    });
    assert.equal(await examineTls({ address, port }, io), null);
  });

  test("may drip byte by byte, or send rubbish as its certificate", async () => {
    const { port } = await serve((socket) => {
      socket.once("data", (hello: Buffer) => {
        if (readHello(hello).version < 0x0303) {
          socket.end(handshakeFailure);
          return;
        }
        const certificate = Buffer.concat([
          Buffer.from([11, 0, 0, 10, 0, 0, 7, 0, 0, 4]),
          Buffer.from("evil"),
        ]);
        const flight = serverHello(0x0303, 0xc02f);
        const withoutDone = record(22, flight.subarray(5, -4));
        for (const byte of Buffer.concat([withoutDone, record(22, certificate)])) {
          socket.write(Buffer.from([byte]));
        }
        socket.end();
      });
    });
    const facts = await examine(port);
    assert.deepEqual(facts.protocols, ["TLSv1.2"]);
    assert.equal(facts.certificate, undefined);
  });

  test("claims a version above the one that was offered: nothing is concluded", async () => {
    const { port } = await serve((socket) => {
      socket.once("data", () => socket.end(serverHello(0x0304, 0x1301)));
    });
    const facts = await examine(port);
    assert.deepEqual(facts.protocols, ["TLSv1.3"]);
    assert.deepEqual(facts.untested, ["SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2", "ciphers"]);
  });
});

describe("limits", () => {
  test("every connection is taken from the budget", async () => {
    let taken = 0;
    const budget = {
      take: async (_address: string, probes = 1) => {
        taken += probes;
      },
    };
    const { port, connections } = await serve((socket) => {
      socket.once("data", () => socket.end(handshakeFailure));
    });
    await examine(port, { ...io, budget });
    assert.equal(connections(), taken);
    assert.ok(taken <= 8);
  });

  test("a port that is closed is not known to speak TLS or not", async () => {
    const port = await listen(createServer());
    await cleanUps.pop()?.();
    assert.deepEqual((await examine(port)).untested.length, 6);
  });

  test("a stopped scan opens no further connection", async () => {
    const stop = new AbortController();
    const { port, connections } = await serve((socket) => {
      socket.once("data", () => stop.abort());
    });
    const facts = await examine(port, { ...io, signal: stop.signal });
    assert.equal(facts.untested.length, 6);
    assert.equal(connections(), 1);
  });
});
