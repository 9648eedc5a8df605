import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { describe, test } from "node:test";
import type { ServiceFacts } from "#engines/scan-types";
import { type BannerServer, startBannerServer } from "#test/banner-server";
import { identifyPort } from "#test/identify";
import { until } from "#test/until";

/** The longest that one port may take, and what a busy machine adds. */
const portMs = 15_000;
const slackMs = 5_000;

interface Looked {
  readonly facts: ServiceFacts;
  readonly server: BannerServer;
  readonly tookMs: number;
}

/** What is made of a server that behaves so. */
async function identify(serve: Parameters<typeof startBannerServer>[0]): Promise<Looked> {
  const server = await startBannerServer(serve);
  try {
    const startedAt = performance.now();
    const facts = await identifyPort(server.port);
    return { facts, server, tookMs: performance.now() - startedAt };
  } finally {
    await server.close();
  }
}

/** Sends the text again and again, as fast as it is taken. @returns how much was taken */
function flood(socket: Socket, text: string): () => number {
  const block = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
  const more = (): void => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on("drain", more);
  more();
  return () => socket.bytesWritten;
}

describe(
  "a hostile service changes nothing but what is said of its own port:",
  { concurrency: true },
  () => {
    test("an endless banner is cut", async () => {
      const sent: (() => number)[] = [];
      const { facts, tookMs } = await identify((socket) => void sent.push(flood(socket, "AAAA ")));
      assert.ok((facts.banner ?? "").length <= 1000);
      assert.equal(facts.name, undefined);
      assert.ok(tookMs < portMs + slackMs);
      // What was taken is 64 KiB at most; the rest of what it wrote waits in buffers of the kernel.
      const total = sent.reduce((sum, bytes) => sum + bytes(), 0);
      assert.ok(total < 64 * 1024 * 1024, `${total} bytes`);
    });

    test("a gigabyte of headers is cut, and their absence is not concluded", async () => {
      const { facts } = await identify((socket) => {
        socket.once("data", () => {
          socket.write("HTTP/1.1 200 OK\r\nServer: nginx/1.22.1\r\n");
          flood(socket, "X-Filler: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n");
        });
      });
      assert.partialDeepStrictEqual(facts, { name: "http", product: "nginx", unsettled: true });
      assert.ok(Object.keys(facts.http?.headers ?? {}).length <= 60);
    });

    test("a slow drip ends with the time for the port", async () => {
      const { facts, tookMs } = await identify((socket) => {
        const timer = setInterval(() => socket.write("x"), 50);
        socket.on("close", () => clearInterval(timer));
      });
      assert.equal(facts.method, "port");
      assert.ok(facts.unsettled, "nothing is concluded from what was cut short");
      assert.ok(tookMs < portMs + slackMs, `${tookMs} ms`);
    });

    test("one that accepts and is silent is given up, after six connections at most", async () => {
      const { facts, server, tookMs } = await identify(() => undefined);
      assert.partialDeepStrictEqual(facts, { method: "port", unsettled: true });
      assert.equal(facts.banner, undefined);
      assert.ok(server.connections() <= 6, `${server.connections()} connections`);
      assert.ok(tookMs < portMs + slackMs);
    });

    test("one that resets at once is left alone soon", async () => {
      const { facts, server, tookMs } = await identify((socket) => void socket.resetAndDestroy());
      assert.partialDeepStrictEqual(facts, { method: "port", unsettled: true });
      assert.ok(server.connections() <= 3, `${server.connections()} connections`);
      assert.ok(tookMs < 5_000);
    });

    test("control characters, HTML and SQL in a banner are one line of plain text", async () => {
      const evil =
        "SSH-2.0-OpenSSH_9.2p1 \x1b]0;owned\x07<script>alert(1)</script>';DROP\u202e\x00\x7f\r\n";
      const { facts } = await identify(Buffer.from(evil));
      assert.partialDeepStrictEqual(facts, { name: "ssh", product: "OpenSSH", version: "9.2p1" });
      const words = JSON.stringify(facts);
      // oxlint-disable-next-line no-control-regex -- none of these may be left
      assert.doesNotMatch(facts.banner ?? "", /[\u0000-\u001f\u007f-\u009f\u202e]/);
      assert.match(words, /<script>/, "it is kept as it was said: data, not markup");
    });

    test("a title and headers full of control characters are plain text, too", async () => {
      const { facts } = await identify((socket) => {
        const head =
          "HTTP/1.1 200 OK\r\nServer: a\x1b[31mb\r\nLocation: \x00\x07x\r\nX\x01-Y: 1\r\n";
        const page = "<title>\x1b[2J&#27;[2J&#x202e;evil</title>";
        socket.once("data", () => socket.end(`${head}\r\n${page}`));
      });
      assert.equal(facts.name, "http");
      const texts = [facts.http?.title, facts.http?.server, facts.http?.location];
      for (const text of [...texts, ...Object.keys(facts.http?.headers ?? {})]) {
        // oxlint-disable-next-line no-control-regex -- none of these may be left
        assert.doesNotMatch(text ?? "", /[\u0000-\u001f\u007f-\u009f\u202e]/);
      }
    });

    test("one that agrees to STARTTLS and says endless nonsense instead is cut off: its TLS is not known", async () => {
      const sent: (() => number)[] = [];
      const { facts, server } = await identify((socket) => {
        socket.write("220 mx.example.test ESMTP\r\n");
        socket.on("data", (said: Buffer) => {
          const isEhlo = said.toString("latin1").startsWith("EHLO");
          socket.write(isEhlo ? "250-mx\r\n250 STARTTLS\r\n" : "220 go\r\n");
          // In place of an answer to our hello.
          if (!isEhlo) socket.once("data", () => sent.push(flood(socket, "nonsense ")));
        });
      });
      assert.partialDeepStrictEqual(facts, { name: "smtp", startTls: { protocols: [] } });
      assert.equal(facts.startTls?.untested.length, 6);
      assert.ok(server.connections() <= 4, `${server.connections()} connections`);
      const total = sent.reduce((sum, bytes) => sum + bytes(), 0);
      assert.ok(sent.length > 0 && total < 64 * 1024 * 1024, `${total} bytes`);
    });

    test("every connection is paid for before it is opened", async () => {
      const server = await startBannerServer(() => undefined);
      let taken = 0;
      const budget = {
        take: async (address: string, probes = 1) => {
          assert.equal(address, "127.0.0.1");
          assert.ok(server.connections() <= taken);
          taken += probes;
        },
      };
      await identifyPort(server.port, { budget });
      assert.equal(server.connections(), taken);
      await server.close();
    });
  },
);

test("a stop ends it at once: no connection is open after it, none is opened", async () => {
  const server = await startBannerServer(() => undefined);
  const stop = new AbortController();
  const looking = identifyPort(server.port, { signal: stop.signal });
  await until(() => server.connections() === 1, { what: "it has connected" });
  const stoppedAt = performance.now();
  stop.abort(new Error("stopped by a person"));
  await assert.rejects(looking, /stopped by a person/);
  assert.ok(performance.now() - stoppedAt < 500);
  await until(() => server.open() === 0, { what: "every connection is closed" });
  assert.equal(server.connections(), 1);
  await server.close();
});

test("a printer's raw port is never connected to", async () => {
  const address = "127.77.5.1";
  const server = await startBannerServer("", { address, port: 9100 });
  const facts = await identifyPort(9100, { address });
  assert.partialDeepStrictEqual(facts, { name: "jetdirect", method: "port", unsettled: true });
  assert.equal(server.connections(), 0);
  await server.close();
});
