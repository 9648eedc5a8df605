import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { after, before, describe, test } from "node:test";
import type { CheckEngine, CheckOutcome } from "#engines/check-types";
import { formatHostPort } from "#lib/ip";
import { createNameCache } from "../names/index.ts";
import { createTcpEngine } from "./index.ts";

describe("the tcp engine", () => {
  const names = createNameCache({ permit: () => null });
  const servers: Server[] = [];
  let engine: CheckEngine<"tcp">;
  before(() => {
    engine = createTcpEngine({ names });
  });
  after(async () => {
    await engine.close();
    names.close();
    for (const server of servers) server.close();
  });

  /** A server that does this with each connection. @returns its `host:port` */
  async function serve(serving: (socket: Socket) => void, host = "127.0.0.1"): Promise<string> {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy()); // a check ends with a reset
      serving(socket);
    });
    servers.push(server);
    server.listen(0, host);
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return formatHostPort(host, address.port);
  }
  const check = (target: string, banner?: string, timeoutMs = 2000): Promise<CheckOutcome> =>
    engine.check(
      { type: "tcp", target, tcp: banner === undefined ? {} : { banner } },
      { timeoutMs },
    );
  const ssh = (socket: Socket): void => {
    socket.write("SSH-2.0-OpenSSH_9.2p1\r\n");
  };

  test("a connection is enough when no banner is expected, and what the peer says does not matter", async () => {
    const outcome = await check(await serve(ssh));
    assert.equal(outcome.ok, true);
    assert.ok(outcome.latencyMs !== null && outcome.latencyMs < 1000);
    assert.equal(outcome.address, null, "the target is the address");
  });

  test("IPv6, in brackets", async () => {
    const target = await serve(ssh, "::1");
    assert.match(target, /^\[::1\]:/);
    assert.equal((await check(target, "SSH-2.0")).ok, true);
  });

  test("a closed port is refused at once, and the cause names it", async () => {
    const startedAt = performance.now();
    const outcome = await check("127.0.0.1:1");
    assert.deepEqual(
      [outcome.causeCode, outcome.cause],
      ["refused", "connection refused by 127.0.0.1:1"],
    );
    assert.ok(performance.now() - startedAt < 1000);
  });

  test("the expected banner is found as text and as an expression", async () => {
    const target = await serve(ssh);
    for (const banner of ["SSH-2.0", "OpenSSH_9", "/^SSH-2\\.0-openssh/i"]) {
      assert.equal((await check(target, banner)).cause, null, banner);
    }
  });

  test("a banner that comes in pieces is found", async () => {
    const target = await serve((socket) => {
      socket.write("220 mail.exam");
      setTimeout(() => socket.write("ple ESMTP\r\n"), 20);
    });
    assert.equal((await check(target, "mail.example ESMTP")).ok, true);
  });

  test("another banner is a failure that quotes it, once the peer has had its time", async () => {
    const outcome = await check(await serve(ssh), "/^220 /", 300);
    assert.equal(outcome.causeCode, "body");
    assert.match(
      outcome.cause ?? "",
      /greets with "SSH-2\.0-OpenSSH_9\.2p1", expected the banner \/\^220 \/$/,
    );
    assert.notEqual(outcome.latencyMs, null, "it did answer");
  });

  test("a peer that is silent, or hangs up, where a banner is expected is told apart", async () => {
    const silent = await check(await serve(() => {}), "220", 300);
    assert.equal(silent.causeCode, "timeout");
    assert.match(silent.cause ?? "", /^connected to .* but it sent no banner within 0\.3 s$/);
    const rude = await check(await serve((socket) => socket.end()), "220");
    assert.equal(rude.causeCode, "body");
    assert.match(
      rude.cause ?? "",
      /closed the connection without a word, expected the banner "220"/,
    );
    const reset = await check(await serve((socket) => void socket.resetAndDestroy()), "220");
    assert.equal(reset.causeCode, "reset");
  });

  test("an endless greeting is read to 4 KiB and no further", async () => {
    let written = 0;
    const target = await serve((socket) => {
      const more = (): void => {
        while (!socket.destroyed && written < 50_000_000 && socket.write("x".repeat(10_000)))
          written += 10_000;
      };
      socket.on("drain", more);
      more();
    });
    const outcome = await check(target, "220");
    assert.equal(outcome.causeCode, "body");
    assert.ok((outcome.cause ?? "").length < 300);
    assert.ok(written < 50_000_000);
  });

  test("an expression that would search for ever is given up", async () => {
    const target = await serve((socket) => void socket.write(`${"a".repeat(60)}!`));
    const outcome = await check(target, "/^(a+)+$/");
    assert.equal(outcome.causeCode, "body");
    assert.match(outcome.cause ?? "", /too slow/);
  });

  test("a setting that is no expression is a failure that says so", async () => {
    const outcome = await check(await serve(ssh), "/(/");
    assert.equal(outcome.ok, false);
    assert.match(outcome.cause ?? "", /^banner: /);
  });

  test("the peer is left with nothing: each check ends with a reset", async () => {
    const seen: string[] = [];
    const target = await serve((socket) => {
      socket.on("error", (error) => seen.push("code" in error ? String(error.code) : "?"));
      socket.on("end", () => seen.push("half-closed"));
      socket.resume();
    });
    await check(target);
    const endAt = performance.now() + 2000;
    while (seen.length === 0 && performance.now() < endAt) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual(seen, ["ECONNRESET"]);
  });
});
