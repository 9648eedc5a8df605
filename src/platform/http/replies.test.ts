import assert from "node:assert/strict";
import type { Server } from "node:http";
import { connect } from "node:net";
import { Writable } from "node:stream";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { pino } from "pino";
import { assertErrorShape } from "#test/error-shape";
import { listening, sendRaw } from "#test/raw-http";
import { createSampleApp, sampleKeys } from "#test/sample-service";
import { until } from "#test/until";
import { operations } from "./operations.ts";

const base = "/monitor/public/v1";
const { read } = sampleKeys;
const app = await createSampleApp();

function ask(url: string, headers: Record<string, string> = read) {
  return app.inject({ method: "GET", url: base + url, headers });
}

test("every reply may be read from any origin: good ones, errors, unknown routes, refusals", async () => {
  const limited = await createSampleApp({ limit: 1 });
  await limited.inject({ url: `${base}/things`, headers: read });
  const replies = [
    await ask("/things"),
    await ask("/things", {}),
    await ask("/no-such-route"),
    await ask("/things/unknown"),
    await ask("/things/%zz"),
    await ask("/things?size=2"),
    await ask("/defect"),
    await ask("/away"),
    await limited.inject({ url: `${base}/things`, headers: read }),
    await app.inject({ method: "PATCH", url: `${base}/things/known`, headers: read }),
  ];
  assert.deepEqual(
    replies.map((reply) => reply.statusCode),
    [200, 401, 404, 404, 400, 400, 500, 503, 429, 403],
  );
  for (const reply of replies) {
    assert.equal(reply.headers["access-control-allow-origin"], "*");
    const exposed = String(reply.headers["access-control-expose-headers"]).split(", ");
    for (const name of [
      "Retry-After",
      "RateLimit-Limit",
      "RateLimit-Remaining",
      "RateLimit-Reset",
      "X-Request-Id",
      "ETag",
    ]) {
      assert.ok(exposed.includes(name), name);
    }
  }
});

test("OPTIONS needs no key and no Origin, and tells methods and headers for a day", async () => {
  for (const url of ["/things", "/things/known", "/no-such-route"]) {
    const reply = await app.inject({ method: "OPTIONS", url: base + url });
    assert.equal(reply.statusCode, 204);
    assert.equal(reply.body, "");
    assert.equal(reply.headers["access-control-allow-origin"], "*");
    assert.deepEqual(String(reply.headers["access-control-allow-methods"]).split(", ").toSorted(), [
      "GET",
      "HEAD",
      "OPTIONS",
      "PATCH",
      "POST",
    ]);
    assert.equal(reply.headers["access-control-allow-headers"], "Authorization, Content-Type");
    assert.equal(reply.headers["access-control-max-age"], "86400");
  }
});

test("every reply carries a request id: the client's when it is fit for a log, else a new one", async () => {
  for (const id of ["a", "A-b_c.9", "x".repeat(64)]) {
    assert.equal(
      (await ask("/things", { ...read, "x-request-id": id })).headers["x-request-id"],
      id,
    );
    assert.equal((await ask("/things", { "x-request-id": id })).json().requestId, id);
  }
  for (const id of ["", "x".repeat(65), "a b", "a\u00e9", "<script>", 'a"b']) {
    const given = String(
      (await ask("/things", { ...read, "x-request-id": id })).headers["x-request-id"],
    );
    assert.match(given, /^[0-9a-f-]{36}$/);
  }
});

test("every reply to a keyed request tells the rate; one without a key does not", async () => {
  let now = 0;
  const limited = await createSampleApp({ limit: 2, now: () => now });
  const rates = async (url: string, method: "GET" | "PATCH" = "GET") => {
    const { statusCode, headers } = await limited.inject({
      method,
      url: base + url,
      headers: read,
    });
    return [
      statusCode,
      headers["ratelimit-limit"],
      headers["ratelimit-remaining"],
      headers["ratelimit-reset"],
      headers["retry-after"],
    ];
  };
  assert.deepEqual(await rates("/no-such-route"), [404, "2", "1", "60", undefined]);
  now = 10_500;
  assert.deepEqual(await rates("/things/known", "PATCH"), [403, "2", "0", "50", undefined]);
  assert.deepEqual(await rates("/things"), [429, "2", "0", "50", "50"]);
  now = 60_500;
  assert.deepEqual(await rates("/things"), [200, "2", "0", "10", undefined]);
  const { headers } = await limited.inject({ url: `${base}/things` });
  assert.equal(headers["ratelimit-limit"], undefined);
});

test("refused keys are limited by address: the 61st within 60 s gets 429, a valid key is still served", async () => {
  let now = 0;
  const guessed = await createSampleApp({ now: () => now });
  const guess = (remoteAddress: string) =>
    guessed.inject({
      url: `${base}/things`,
      headers: { authorization: "Bearer guess" },
      remoteAddress,
    });
  for (let i = 0; i < 60; i++) assert.equal((await guess("10.0.0.1")).statusCode, 401);
  now = 20_000;
  const refused = await guess("10.0.0.1");
  assert.equal(refused.statusCode, 429);
  assertErrorShape(429, refused);
  assert.equal(refused.headers["retry-after"], "40");
  const valid = await guessed.inject({
    url: `${base}/things`,
    headers: read,
    remoteAddress: "10.0.0.1",
  });
  assert.equal(valid.statusCode, 200);
  assert.equal((await guess("10.0.0.2")).statusCode, 401);
  assert.equal(
    (await guess("::ffff:10.0.0.1")).statusCode,
    429,
    "the same address, written as IPv6",
  );
  now = 60_000;
  assert.equal((await guess("10.0.0.1")).statusCode, 401);
});

test("addresses of one IPv6 network are counted as one", async () => {
  const guessed = await createSampleApp();
  const guess = (remoteAddress: string) => guessed.inject({ url: `${base}/things`, remoteAddress });
  for (let i = 0; i < 60; i++) assert.equal((await guess(`2001:db8:0:1::${i}`)).statusCode, 401);
  assert.equal((await guess("2001:db8:0:1:ffff::1")).statusCode, 429);
  assert.equal((await guess("2001:db8:0:2::1")).statusCode, 401);
});

test("who the client is, only a trusted proxy may say", async () => {
  const guessed = await createSampleApp({ trustedProxies: ["10.9.0.0/16"] });
  const guess = async (remoteAddress: string, client: string) => {
    const headers = { "x-forwarded-for": client };
    return (await guessed.inject({ url: `${base}/things`, headers, remoteAddress })).statusCode;
  };
  for (let i = 0; i < 60; i++) assert.equal(await guess("10.9.0.1", "192.0.2.1"), 401);
  assert.equal(await guess("10.9.0.1", "192.0.2.1"), 429);
  assert.equal(await guess("10.9.0.1", "192.0.2.2"), 401);
  for (let i = 0; i < 60; i++) assert.equal(await guess("10.8.0.1", `192.0.2.${10 + i}`), 401);
  assert.equal(await guess("10.8.0.1", "192.0.2.99"), 429);
});

test("a GET has an entity tag, and is 304 without a body while nothing changed", async () => {
  const first = await ask("/things/known");
  const tag = String(first.headers["etag"]);
  assert.match(tag, /^W\/"[\w-]+"$/);
  assert.equal((await ask("/things/known")).headers["etag"], tag);
  for (const known of [tag, tag.slice(2), `"other", ${tag}`, "*"]) {
    const reply = await ask("/things/known", { ...read, "if-none-match": known });
    assert.equal(reply.statusCode, 304, known);
    assert.equal(reply.body, "");
    assert.equal(reply.headers["etag"], tag);
    assert.equal(reply.headers["content-type"], undefined);
    assert.equal(reply.headers["content-length"], undefined);
    assert.equal(reply.headers["ratelimit-limit"], "1000000000");
  }
  const head = await app.inject({
    method: "HEAD",
    url: `${base}/things/known`,
    headers: { ...read, "if-none-match": tag },
  });
  assert.deepEqual(
    [head.statusCode, head.headers["etag"], head.headers["content-length"]],
    [304, tag, undefined],
  );
  const other = await ask("/things/known", { ...read, "if-none-match": 'W/"other"' });
  assert.equal(other.statusCode, 200);
  assert.notEqual((await ask("/things")).headers["etag"], tag);
  assert.equal((await ask("/things/unknown")).headers["etag"], undefined);
});

test("HEAD tells what GET would, without the body", async () => {
  const get = await ask("/things/known");
  const head = await app.inject({ method: "HEAD", url: `${base}/things/known`, headers: read });
  assert.equal(head.statusCode, 200);
  assert.equal(head.body, "");
  for (const name of ["etag", "content-type", "content-length"]) {
    assert.equal(head.headers[name], get.headers[name], name);
  }
  const unknown = await app.inject({
    method: "HEAD",
    url: `${base}/things/unknown`,
    headers: read,
  });
  assert.equal(unknown.statusCode, 404);
  assert.equal((await app.inject({ method: "HEAD", url: `${base}/things` })).statusCode, 401);
});

test("replies are compressed when asked for, and the tag stays the same", async () => {
  const plain = await ask("/things/known");
  const gzip = await ask("/things/known", { ...read, "accept-encoding": "gzip" });
  assert.equal(gzip.headers["content-encoding"], "gzip");
  assert.equal(gunzipSync(gzip.rawPayload).toString(), plain.body);
  const br = await ask("/things/known", { ...read, "accept-encoding": "br, gzip" });
  assert.equal(br.headers["content-encoding"], "br");
  assert.equal(brotliDecompressSync(br.rawPayload).toString(), plain.body);
  for (const reply of [gzip, br]) {
    assert.equal(reply.headers["etag"], plain.headers["etag"]);
    assert.match(String(reply.headers["vary"]), /accept-encoding/i);
  }
  const deflate = await ask("/things/known", { ...read, "accept-encoding": "deflate, zstd" });
  assert.equal(deflate.headers["content-encoding"], undefined);
});

test("headers of safety: no sniffing, no shared cache, no banner", async () => {
  const { headers } = await ask("/things");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["cache-control"], "private, no-cache");
  assert.equal(headers["server"], undefined);
  assert.equal(headers["x-powered-by"], undefined);
});

test("a failure of ours is opaque, and logged once with the request id", async () => {
  const lines: { level: number; requestId: string; err: { message: string } }[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  const logging = await createSampleApp({ log: pino({ level: "info" }, sink) });
  for (const [url, status] of [
    ["/defect", 500],
    ["/away", 503],
  ] as const) {
    lines.length = 0;
    const reply = await logging.inject({
      url: base + url,
      headers: { ...read, "x-request-id": "mine" },
    });
    assert.equal(reply.statusCode, status);
    assertErrorShape(status, reply);
    assert.doesNotMatch(reply.body, /secret|stack|\.ts/);
    assert.equal(reply.headers["retry-after"], status === 503 ? "5" : undefined);
    assert.equal(lines.length, 1);
    assert.equal(lines[0]?.requestId, "mine");
    assert.match(lines[0]?.err.message ?? "", /secret/);
  }
  lines.length = 0;
  await logging.inject({ url: `${base}/things/unknown`, headers: read });
  await logging.inject({ url: `${base}/things` });
  assert.deepEqual(lines, [], "what a client did wrong is not our failure");
});

test("a stream that breaks after its beginning breaks the connection, and is logged", async () => {
  const lines: { requestId: string; msg: string }[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  const logging = await createSampleApp({ log: pino({ level: "info" }, sink) });
  const port = await listening(logging);
  const reply = await sendRaw(
    port,
    `GET ${base}/broken-stream HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine\r\nAuthorization: Bearer reader\r\n\r\n`,
  );
  assert.equal(reply.status, 200);
  assert.doesNotMatch(
    reply.body,
    /\r\n0\r\n\r\n$/,
    "no end of the last chunk: the client sees that it is not whole",
  );
  await until(() => lines.length > 0, { what: "the log says so" });
  assert.deepEqual(
    lines.map(({ requestId, msg }) => [requestId, msg]),
    [["mine", "a streamed reply failed"]],
  );
});

test("once the server stops, requests on open connections get 503 in the error shape", async () => {
  const held = Promise.withResolvers<void>();
  const stopping = await createSampleApp({
    plugins: [
      (scope) => {
        scope.get("/slow", async () => {
          await held.promise;
          return "done";
        });
      },
    ],
  });
  const port = await listening(stopping);
  const socket = connect({ host: "127.0.0.1", port });
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString()));
  socket.write("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  await until(() => connections(stopping.server), { what: "the slow request has come" });
  const closed = stopping.close();
  await until(() => !stopping.server.listening, { what: "the server takes no new connections" });
  socket.write(`GET ${base}/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer reader\r\n\r\n`);
  held.resolve();
  await until(() => received.includes("unavailable"), { what: "both are answered" });
  assert.match(received, /^HTTP\/1\.1 200 [^]*done[^]*HTTP\/1\.1 503 [^]*"code":"unavailable"/);
  await closed;
});

test("healthz and readyz say whether the process lives and which part is not ready", async () => {
  let because: string | null = "it is starting";
  const operated = await createSampleApp({
    plugins: [
      operations({
        registry: {
          render: () => "metric 1\n",
          counter: assert.fail,
          gauge: assert.fail,
          histogram: assert.fail,
        },
        readiness: async () => [
          { name: "database", ready: true, because: null },
          { name: "collector", ready: because === null, because },
        ],
      }),
    ],
  });
  assert.deepEqual((await operated.inject("/healthz")).json(), { ok: true });
  const waiting = await operated.inject("/readyz");
  assert.equal(waiting.statusCode, 503);
  assert.deepEqual(waiting.json(), {
    ready: false,
    parts: [
      { name: "database", ready: true, because: null },
      { name: "collector", ready: false, because: "it is starting" },
    ],
  });
  because = null;
  assert.equal((await operated.inject("/readyz")).statusCode, 200);
  const metrics = await operated.inject("/metrics");
  assert.match(String(metrics.headers["content-type"]), /^text\/plain; version=0\.0\.4/);
  assert.equal(metrics.body, "metric 1\n");
});

/** True once there is one. */
function connections(server: Server): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count > 0) : reject(error)));
  });
}
