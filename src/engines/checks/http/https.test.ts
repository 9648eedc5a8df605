import assert from "node:assert/strict";
import { createServer } from "node:https";
import { once } from "node:events";
import { after, before, describe, test } from "node:test";
import type { CheckEngine, CheckOutcome, HttpSettings } from "#engines/check-types";
import { createTestAuthority, dayMs, selfSigned, type TestAuthority } from "#test/tls-fixtures";
import { createNameCache, type NameCache } from "../names/index.ts";
import { createHttpEngine } from "./index.ts";
import { type HostileServer, startHostileServer } from "./testing/hostile-server.ts";

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok\n";

describe("the http engine over TLS", () => {
  let names: NameCache;
  let engine: CheckEngine<"http">;
  let authority: TestAuthority;
  const servers: HostileServer[] = [];

  before(() => {
    names = createNameCache({ permit: () => null });
    engine = createHttpEngine({ names });
    authority = createTestAuthority();
  });
  after(async () => {
    await engine.close();
    names.close();
    authority.close();
    for (const server of servers) await server.close();
  });

  const serve = async (...how: Parameters<typeof startHostileServer>): Promise<HostileServer> => {
    const server = await startHostileServer(...how);
    servers.push(server);
    return server;
  };
  /** Answers every request with `answer`. */
  const answering = (answer: string, identity = sound()): Promise<HostileServer> =>
    serve((socket) => socket.end(answer), { identity });
  const sound = () => authority.issue({ names: ["127.0.0.1", "localhost"] });
  const lasting = (days: number) =>
    authority.issue({ names: ["127.0.0.1"], validToAt: Date.now() + days * dayMs + 60_000 });
  const check = (
    target: string,
    http: HttpSettings = {},
    timeoutMs = 3000,
  ): Promise<CheckOutcome> =>
    engine.check({ type: "http", target, http: { ca: authority.ca, ...http } }, { timeoutMs });
  const redirect = (to: string): string =>
    `HTTP/1.1 302 Found\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`;

  test("verifies the certificate and reports its days, TLS and phases", async () => {
    const server = await answering(ok);
    const outcome = await check(server.url(), { bodyMatch: "ok" });
    assert.equal(outcome.cause, null);
    assert.deepEqual([outcome.httpStatus, outcome.certDaysLeft], [200, 90]);
    assert.equal(outcome.tls?.protocol, "TLSv1.3");
    const { connectMs = 0, tlsMs = 0, firstByteMs = 0 } = outcome.phases ?? {};
    assert.ok(tlsMs > 0);
    assert.ok(outcome.latencyMs !== null && outcome.latencyMs >= connectMs + tlsMs + firstByteMs);
  });

  test("keeps the answers of many checks at once apart", async () => {
    const server = await serve(
      (socket, path) => {
        const body = `<${path}>`;
        socket.write(
          `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 3)}`,
        );
        setTimeout(() => socket.end(body.slice(3)), 5);
      },
      { identity: sound() },
    );
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, number) => {
        return check(server.url(`/${number}`), { bodyMatch: `/^<.${number}>$/` });
      }),
    );
    assert.deepEqual(new Set(outcomes.map((outcome) => outcome.cause)), new Set([null]));
  });

  test("sends nothing, credentials least of all, to a server that it does not trust", async () => {
    const validToAt = Date.now() - 3 * dayMs - 1000;
    const expired = authority.issue({
      names: ["127.0.0.1"],
      validFromAt: validToAt - dayMs,
      validToAt,
    });
    const cases = [
      [expired, /^certificate of 127\.0\.0\.1:[0-9]+ expired 3 days ago/, -4],
      [selfSigned({ names: ["127.0.0.1"] }), /is self-signed and not among the trusted ones$/, 90],
      [authority.issue({ names: ["a.test"] }), /is for a\.test, not for 127\.0\.0\.1$/, 90],
    ] as const;
    for (const [identity, cause, days] of cases) {
      const server = await answering(ok, identity);
      const outcome = await check(server.url(), { bearerToken: "secret" });
      assert.match(outcome.cause ?? "", cause);
      assert.deepEqual(
        [outcome.causeCode, outcome.httpStatus, outcome.certDaysLeft],
        ["certificate", null, days],
      );
      assert.deepEqual(server.requests, []);
      assert.equal((await check(server.url(), { verify: false })).ok, true);
    }
  });

  test("keeps the days when the check fails for another reason", async () => {
    const server = await answering("HTTP/1.1 503 Busy\r\n\r\n", lasting(5));
    const outcome = await check(server.url(), { minDaysLeft: 14 });
    assert.deepEqual(
      [outcome.causeCode, outcome.httpStatus, outcome.certDaysLeft],
      ["status", 503, 5],
    );
  });

  test("fails a good answer behind a certificate that ends too soon", async () => {
    const server = await answering(ok, lasting(5));
    assert.equal((await check(server.url(), { minDaysLeft: 5 })).ok, true);
    const outcome = await check(server.url(), { minDaysLeft: 14 });
    assert.match(outcome.cause ?? "", /^certificate of 127\.0\.0\.1:[0-9]+ expires in 5 days/);
    assert.deepEqual([outcome.causeCode, outcome.httpStatus], ["certificate", 200]);
  });

  test("follows from https to http and back, keeping the fewest days of all", async () => {
    const end = await answering(ok, lasting(40));
    const clear = await serve((socket) => socket.end(redirect(end.url())));
    const start = await answering(redirect(clear.url("/clear")), lasting(20));
    const outcome = await check(start.url());
    assert.equal(outcome.cause, null);
    assert.deepEqual([outcome.httpStatus, outcome.certDaysLeft], [200, 20]);
    const missed = await check(start.url(), { minDaysLeft: 30 });
    assert.match(
      missed.cause ?? "",
      /expires in 20 days .*; redirected: https:.* → http:.* → https:/,
    );
  });

  test("names the server it wants, and never resumes a session", async () => {
    const seen: string[] = [];
    const server = createServer({ ...sound(), maxVersion: "TLSv1.2" }, (request, response) => {
      const { socket } = request;
      if ("isSessionReused" in socket && "servername" in socket) {
        const reused = typeof socket.isSessionReused === "function" && socket.isSessionReused();
        seen.push(`${String(socket.servername)} ${String(reused)}`);
      }
      response.end("ok");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") assert.fail();
    for (const host of ["localhost", "localhost", "127.0.0.1"]) {
      assert.equal((await check(`https://${host}:${address.port}/`, { bodyMatch: "ok" })).ok, true);
    }
    server.close();
    assert.deepEqual(seen, ["localhost false", "localhost false", "false false"]);
  });

  test("says that a port speaks no TLS, and that one breaks off or stays silent", async () => {
    const clear = await serve(() => undefined, {
      greet: (socket) => socket.write("SSH-2.0-x\r\n"),
    });
    const https = clear.url().replace("http:", "https:");
    const foreign = await check(https);
    assert.equal(foreign.cause, `${https} does not speak TLS on this port`);
    assert.equal(foreign.causeCode, "protocol");
    const breaking = await serve(() => undefined, { greet: (socket) => socket.end() });
    const broken = await check(breaking.url().replace("http:", "https:"));
    assert.equal(broken.causeCode, "reset");
    assert.match(broken.cause ?? "", /closed the connection during the TLS handshake$/);
    const silent = await serve(() => undefined);
    const late = await check(silent.url().replace("http:", "https:"), {}, 300);
    assert.match(late.cause ?? "", /within 0\.3 s: connected, but the TLS handshake did not end$/);
  });

  test("says what comes when http is spoken to an https port", async () => {
    const server = await answering(ok);
    const outcome = await check(server.url().replace("https:", "http:"));
    assert.ok(
      outcome.causeCode === "protocol" || outcome.causeCode === "reset",
      outcome.cause ?? "",
    );
  });

  test("survives a certificate whose end is no date", async () => {
    const server = await answering(
      ok,
      selfSigned({ names: ["127.0.0.1"], notAfter: "XX1399999999Z" }),
    );
    assert.match((await check(server.url())).cause ?? "", /has an end that is no date$/);
    const unverified = await check(server.url(), { verify: false });
    assert.deepEqual([unverified.ok, unverified.certDaysLeft], [true, null]);
  });
});
