import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { CheckEngine, CheckOutcome, HttpSettings } from "#engines/check-types";
import { until } from "#test/until";
import { createNameCache, type NameCache } from "../names/index.ts";
import { drip, flood, type HostileServer, startHostileServer } from "./testing/hostile-server.ts";
import { createHttpEngine } from "./index.ts";

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Type: text/plain\r\n\r\nok\n";
const redirect = (to: string, status = 302): string =>
  `HTTP/1.1 ${status} Found\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`;
const bodyOf = (type: string, body: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** The second piece goes out in a later turn, after those of other connections. */
function inTwoPieces(socket: Socket, text: string): void {
  socket.setNoDelay(true);
  socket.write(text.slice(0, -3));
  setTimeout(() => socket.end(text.slice(-3)), 5);
}

/** What the server does on each path. */
const paths: Record<string, (socket: Socket, server: HostileServer) => void> = {
  "/": (socket) => socket.end(ok),
  "/stays-open": (socket) => socket.write(ok),
  "/503": (socket) => socket.end("HTTP/1.1 503 Busy\r\n\r\n"),
  "/401": (socket) => socket.end("HTTP/1.1 401 Who\r\nContent-Length: 0\r\n\r\n"),
  "/silent": () => undefined,
  "/silent-after-status": (socket) => socket.write("HTTP/1.1 200 OK\r\n"),
  "/drips-headers": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    drip(socket, "x", 20);
  },
  "/drips-body": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    drip(socket, "x", 20);
  },
  "/endless-headers": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    flood(socket, `X: ${"x".repeat(4000)}\r\n`);
  },
  "/endless-interim": (socket) => flood(socket, "HTTP/1.1 102 Wait\r\n\r\n".repeat(100)),
  "/endless-body": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\nbegin");
    flood(socket, "x".repeat(60_000));
  },
  "/endless-chunks": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    flood(socket, `8000\r\n${"x".repeat(0x8000)}\r\n`);
  },
  "/closes": (socket) => socket.end(),
  "/closes-in-headers": (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-"),
  "/closes-in-body": (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok"),
  "/resets": (socket) => socket.resetAndDestroy(),
  "/resets-in-body": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok", () => socket.resetAndDestroy());
  },
  "/garbage": (socket) => socket.end("\u0001\u0002garbage\r\n\r\n"),
  "/bad-chunks": (socket) =>
    socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
  "/interim": (socket) => socket.end(`HTTP/1.1 103 Hints\r\nLink: x\r\n\r\n${ok}`),
  "/chunked": (socket) =>
    socket.end(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nal\r\n3\r\nive\r\n0\r\n\r\n",
    ),
  "/until-close": (socket) => socket.end("HTTP/1.0 200 OK\r\n\r\nalive"),
  "/gzip": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n");
    socket.end(gzipSync("alive"));
  },
  "/json": (socket) =>
    socket.end(bodyOf("application/json", '{"status":"degraded","checks":[{"n":1}]}')),
  "/circle": (socket) => socket.end(redirect("/circle-2")),
  "/circle-2": (socket) => socket.end(redirect("/circle")),
  "/itself": (socket) => socket.end(redirect("")),
  "/to-200": (socket, { port }) => socket.end(redirect(`http://127.0.0.1:${port}/`)),
  "/to-503": (socket) => socket.end(redirect("503")),
  "/to-localhost": (socket, { port }) => socket.end(redirect(`http://localhost:${port}/elsewhere`)),
  "/to-metadata": (socket) => socket.end(redirect("http://192.0.2.1/secret")),
  "/to-ftp": (socket) => socket.end(redirect("ftp://127.0.0.1/")),
  "/elsewhere": (socket) => socket.end(ok),
  "/post-303": (socket) => socket.end(redirect("/", 303)),
};

describe("the http engine", () => {
  let server: HostileServer;
  let names: NameCache;
  let engine: CheckEngine<"http">;

  before(async () => {
    server = await startHostileServer((socket, path) => {
      const number = /^\/echo\/([0-9]+)$/.exec(path)?.[1];
      if (number !== undefined) return inTwoPieces(socket, bodyOf("text/plain", `<${number}>`));
      const count = /^\/count\/([0-9]+)$/.exec(path)?.[1];
      if (count !== undefined) return socket.end(redirect(`/count/${Number(count) + 1}`));
      return paths[path.replace(/\?.*/, "")]?.(socket, server);
    });
    names = createNameCache({
      permit: (address) => (address === "192.0.2.1" ? "forbidden" : null),
    });
    engine = createHttpEngine({ names });
  });
  after(async () => {
    await engine.close();
    names.close();
    await server.close();
  });

  const check = (path: string, http: HttpSettings = {}, timeoutMs = 3000): Promise<CheckOutcome> =>
    engine.check({ type: "http", target: server.url(path), http }, { timeoutMs });
  const cause = async (code: string, path: string, http: HttpSettings = {}, timeoutMs = 3000) => {
    const outcome = await check(path, http, timeoutMs);
    assert.equal(outcome.causeCode, code, `${path}: ${outcome.cause}`);
    return outcome.cause?.replaceAll(`127.0.0.1:${server.port}`, "host") ?? "";
  };
  const good = async (path: string, http: HttpSettings = {}): Promise<CheckOutcome> => {
    const outcome = await check(path, http);
    assert.equal(outcome.cause, null, path);
    assert.equal(outcome.ok, true);
    return outcome;
  };

  test("finds a page, with status, latency and phases", async () => {
    const outcome = await good("/");
    assert.equal(outcome.httpStatus, 200);
    assert.equal(outcome.certDaysLeft, null);
    const { connectMs = -1, firstByteMs = -1, transferMs = -1, ...others } = outcome.phases ?? {};
    assert.ok(connectMs >= 0 && firstByteMs >= 0 && transferMs >= 0);
    assert.deepEqual(others, {});
    assert.ok(outcome.latencyMs !== null && outcome.latencyMs >= connectMs + firstByteMs);
  });

  test("does not wait for the body unless a rule needs it", async () => {
    await good("/drips-body");
    await good("/endless-body");
    await good("/stays-open", { bodyMatch: "ok" });
  });

  test("says which status came and which was expected, and keeps it", async () => {
    const outcome = await check("/503");
    assert.equal(outcome.cause, `HTTP 503 from ${server.url("/503")}, expected 200-299`);
    assert.deepEqual([outcome.causeCode, outcome.httpStatus], ["status", 503]);
    assert.ok(outcome.latencyMs !== null);
    await good("/503", { expectStatus: "200,500-599" });
    assert.match(await cause("status", "/", { expectStatus: "404" }), /^HTTP 200 .*expected 404$/);
  });

  test("says that credentials were refused only when it sent some", async () => {
    const basicAuth = { user: "u", password: "very-secret" };
    assert.match(await cause("credentials", "/401", { basicAuth }), /^HTTP 401 .* are refused$/);
    assert.match(await cause("status", "/401"), /^HTTP 401/);
  });

  test("reads bodies of a length, in chunks, until the close, and compressed", async () => {
    for (const path of ["/chunked", "/until-close", "/gzip"]) {
      await good(path, { bodyMatch: "alive" });
      await good(path, { bodyMatch: "/^ALIVE$/i", bodyNotMatch: "dead" });
      const missing = await cause("body", path, { bodyMatch: "dead" });
      assert.equal(
        missing,
        `HTTP 200 from http://host${path}, but its body does not contain "dead"`,
      );
    }
    const unwanted = await cause("body", "/chunked", { bodyNotMatch: "/al?ive/" });
    assert.match(unwanted, /contains \/al\?ive\/, which it must not$/);
  });

  test("looks into JSON", async () => {
    await good("/json", { jsonPath: { path: "$.checks[0].n", equals: 1 } });
    await good("/json", { jsonPath: { path: "$.status" } });
    const wrong = await cause("body", "/json", { jsonPath: { path: "$.status", equals: "up" } });
    assert.match(wrong, /its body has "degraded" at \$\.status, expected "up"$/);
    const none = await cause("body", "/json", { jsonPath: { path: "$.nothing" } });
    assert.match(none, /its body has nothing at \$\.nothing$/);
    assert.match(await cause("body", "/", { jsonPath: { path: "$" } }), /its body is not JSON/);
  });

  test("judges the first MiB of an endless body and cuts the peer off", async () => {
    await until(() => server.connections() === 0, { what: "connections of earlier tests end" });
    await good("/endless-body", { bodyMatch: "begin" });
    await good("/endless-chunks", { bodyNotMatch: "y" });
    const missing = await cause("body", "/endless-body", { bodyMatch: "end" });
    assert.match(missing, /does not contain "end" in its first 1 MiB$/);
    const json = await cause("body", "/endless-chunks", { jsonPath: { path: "$" } });
    assert.match(json, /larger than 1 MiB/);
    await until(() => server.connections() === 0, { what: "the peers are cut off" });
  });

  test("keeps the answers of many checks at once apart", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 300 }, (_, number) =>
        good(`/echo/${number}`, { bodyMatch: `/^<${number}>$/` }),
      ),
    );
    assert.equal(outcomes.length, 300);
  });

  test("ends at the deadline and says how far it came", async () => {
    const late = (path: string, http: HttpSettings = {}) => cause("timeout", path, http, 400);
    const start = (path: string): string => `no answer from http://host${path} within 0.4 s: `;
    assert.equal(await late("/silent"), `${start("/silent")}connected, but it sent nothing`);
    for (const path of ["/silent-after-status", "/drips-headers"]) {
      assert.equal(await late(path), `${start(path)}connected, but its headers did not end`);
    }
    const body = await check("/drips-body", { bodyMatch: "x" }, 400);
    assert.match(
      body.cause ?? "",
      /HTTP 200 came, but its body did not end \([0-9]+ bytes came\)$/,
    );
    assert.deepEqual([body.causeCode, body.httpStatus], ["timeout", 200]);
  });

  test("bounds headers to 64 KiB, interim ones included", async () => {
    assert.match(
      await cause("protocol", "/endless-headers"),
      /headers have more than 65536 bytes$/,
    );
    assert.match(
      await cause("protocol", "/endless-interim"),
      /headers have more than 65536 bytes$/,
    );
    await good("/interim", { bodyMatch: "ok" });
  });

  test("says how a peer broke off", async () => {
    const from = (path: string): string => `http://host${path}`;
    assert.equal(
      await cause("reset", "/closes"),
      `${from("/closes")} closed the connection without an answer`,
    );
    assert.match(
      await cause("reset", "/closes-in-headers"),
      /closed the connection in the middle of its headers$/,
    );
    assert.match(
      await cause("reset", "/closes-in-body", { bodyMatch: "ok" }),
      /^HTTP 200 from .*, but the connection closed after 2 bytes of its body$/,
    );
    assert.equal(await cause("reset", "/resets"), `connection reset by ${from("/resets")}`);
    assert.match(
      await cause("reset", "/resets-in-body", { bodyMatch: "o" }),
      /^connection reset by/,
    );
  });

  test("says that a peer closes before it is asked", async () => {
    const hasty = await startHostileServer(() => undefined, { greet: (socket) => socket.end() });
    const spec = { type: "http", target: hasty.url(), http: {} } as const;
    const outcome = await engine.check(spec, { timeoutMs: 2000 });
    await hasty.close();
    assert.equal(outcome.causeCode, "reset", outcome.cause ?? "");
  });

  test("says when the peer speaks something else, and shows it", async () => {
    assert.equal(
      await cause("protocol", "/garbage"),
      'http://host/garbage does not answer with HTTP: it sent "\\u0001\\u0002garbage\\r\\n\\r\\n"',
    );
    assert.match(
      await cause("protocol", "/bad-chunks", { bodyMatch: "x" }),
      /its chunks are broken$/,
    );
    const ssh = await startHostileServer(() => undefined, {
      greet: (socket) => socket.write("SSH-2.0-OpenSSH_9.2\r\n"),
    });
    const spec = { type: "http", target: ssh.url(), http: {} } as const;
    const outcome = await engine.check(spec, { timeoutMs: 2000 });
    await ssh.close();
    assert.match(outcome.cause ?? "", /it sent "SSH-2\.0-OpenSSH_9\.2/);
  });

  test("follows redirects to their end, or not at all", async () => {
    assert.equal((await good("/to-200")).httpStatus, 200);
    assert.match(
      await cause("status", "/to-503"),
      /^HTTP 503 from http:\/\/host\/503, expected 200-299; redirected: http:\/\/host\/to-503 → http:\/\/host\/503$/,
    );
    await good("/to-200", { maxRedirects: 0, expectStatus: "302" });
    assert.match(await cause("status", "/to-200", { maxRedirects: 0 }), /^HTTP 302/);
  });

  test("says that redirects go in a circle, or are too many, and where", async () => {
    const circle = await cause("redirect", "/circle");
    const host = "http://host";
    assert.equal(
      circle,
      `redirects in a circle: ${host}/circle → ${host}/circle-2 → ${host}/circle`,
    );
    assert.match(await cause("redirect", "/itself"), /in a circle: .*\/itself → .*\/itself$/);
    assert.equal(
      await cause("redirect", "/count/1", { maxRedirects: 3 }),
      `more than 3 redirects: ${host}/count/1 → ${host}/count/2 → … → ${host}/count/4 → ${host}/count/5`,
    );
  });

  test("obeys the address rules at every redirect", async () => {
    assert.match(
      await cause("redirect", "/to-metadata"),
      /192\.0\.2\.1 is refused as a target: forbidden; redirected: /,
    );
    assert.match(
      await cause("redirect", "/to-ftp"),
      /redirects to a ftp: URL, which is not followed$/,
    );
  });

  test("does not send credentials to where it was redirected", async () => {
    await good("/to-localhost", { bearerToken: "very-secret", headers: { "X-Key": "hidden" } });
    const elsewhere = server.requests.filter((text) => text.startsWith("GET /elsewhere "));
    assert.equal(elsewhere.length, 1);
    assert.doesNotMatch(elsewhere.join(), /secret|hidden/);
    assert.ok(server.requests.some((text) => text.includes("Bearer very-secret")));
  });

  test("sends method, header fields and body", async () => {
    await good("/post-303", { method: "POST", body: '{"a":1}', headers: { "X-Test": "post-303" } });
    const first = server.requests.find((text) => text.includes("X-Test: post-303"));
    assert.match(first ?? "", /^POST \/post-303 HTTP\/1\.1\r\n/);
    assert.match(first ?? "", /\r\nContent-Length: 7\r\n\r\n\{"a":1\}$/);
    await good("/", { method: "HEAD", bodyNotMatch: "ok" });
  });

  test("makes a connection of its own for every check", async () => {
    const ports = new Set<number | undefined>();
    const own = await startHostileServer((socket) => {
      ports.add(socket.remotePort);
      socket.write(ok);
    });
    const spec = { type: "http", target: own.url(), http: {} } as const;
    for (let count = 0; count < 3; count++) await engine.check(spec, { timeoutMs: 2000 });
    await own.close();
    assert.equal(ports.size, 3);
  });

  test("reports the address behind a name, and a family without one", async () => {
    const target = `http://localhost:${server.port}/`;
    const outcome = await engine.check({ type: "http", target, http: {} }, { timeoutMs: 2000 });
    assert.deepEqual([outcome.ok, outcome.address], [true, "127.0.0.1"]);
    assert.match(await cause("dns", "/", { ipFamily: 6 }), /IPv4 address, but IPv6 is asked for/);
  });

  test("never shows user, password or query in a cause", async () => {
    const target = `http://user:pass@127.0.0.1:${server.port}/503?token=very-secret`;
    const outcome = await engine.check({ type: "http", target, http: {} }, { timeoutMs: 2000 });
    assert.match(
      outcome.cause ?? "",
      /^HTTP 503 from http:\/\/127\.0\.0\.1:[0-9]+\/503\?…, expected/,
    );
  });

  test("says what is wrong with settings that cannot be used", async () => {
    assert.match(
      await cause("body", "/", { bodyMatch: "/(/" }),
      /^bodyMatch: Invalid regular expression/,
    );
    assert.match(await cause("body", "/", { jsonPath: { path: "$[*]" } }), /^jsonPath: /);
    assert.match(await cause("status", "/", { expectStatus: "300-200" }), /^expectStatus: /);
    assert.match(await cause("certificate", "/", { ca: "nonsense" }), /^ca holds no certificate/);
  });

  test("says that nobody listens", async () => {
    const vacant = createServer().listen(0, "127.0.0.1");
    await once(vacant, "listening");
    const address = vacant.address();
    if (address === null || typeof address === "string") assert.fail();
    vacant.close();
    await once(vacant, "close");
    const target = `http://127.0.0.1:${address.port}/`;
    const outcome = await engine.check({ type: "http", target, http: {} }, { timeoutMs: 2000 });
    assert.deepEqual(
      [outcome.causeCode, outcome.cause],
      ["refused", `connection refused by ${target}`],
    );
  });
});
