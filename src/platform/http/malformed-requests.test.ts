import assert from "node:assert/strict";
import { METHODS } from "node:http";
import { test } from "node:test";
import { assertErrorShape } from "#test/error-shape";
import { listening, sendRaw } from "#test/raw-http";
import { createSampleApp, sampleKeys } from "#test/sample-service";

const app = await createSampleApp();
const port = await listening(app);
const base = "/monitor/public/v1";
const key = "Authorization: Bearer writer\r\n";
const json = { "content-type": "application/json", ...sampleKeys.write };

function patch(payload: string | Buffer, headers: Record<string, string> = json) {
  return app.inject({ method: "PATCH", url: `${base}/things/known`, payload, headers });
}

test("a body that is not JSON, not UTF-8, too large or poisoned is 400 in the error shape", async () => {
  for (const payload of [
    "{",
    "nonsense",
    "{'name':1}",
    '{"name":"x"}x',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
    Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    `{"name":"${"x".repeat(1_048_576)}"}`,
  ]) {
    const reply = await patch(payload);
    assert.equal(reply.statusCode, 400, String(payload).slice(0, 50));
    assertErrorShape(400, reply);
  }
});

test("a body of another type, or no body where one is needed, is 400", async () => {
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/xml",
    "application/merge-patch+json",
    "nonsense",
    "/",
    "application/json/x",
  ]) {
    const reply = await patch('{"name":"x"}', { ...sampleKeys.write, "content-type": type });
    assert.equal(reply.statusCode, 400, type);
    assertErrorShape(400, reply);
  }
  for (const payload of ["", "null", "[]", '"text"', "1", "true"]) {
    const reply = await patch(payload);
    assert.equal(reply.statusCode, 400, payload);
    assertErrorShape(400, reply);
  }
  const without = await app.inject({
    method: "PATCH",
    url: `${base}/things/known`,
    headers: sampleKeys.write,
  });
  assert.equal(without.statusCode, 400);
});

test("nothing in a body is coerced, and details say where it is wrong", async () => {
  const wrong = await patch('{"name":5,"size":"40","on":"true","extra":1,"a/b":2}');
  assert.equal(wrong.statusCode, 400);
  assertErrorShape(400, wrong);
  const details: { path: string; message: string }[] = wrong.json().details;
  assert.deepEqual(details.map((detail) => detail.path).toSorted(), [
    "/a~1b",
    "/extra",
    "/name",
    "/on",
    "/size",
  ]);
  const small = await patch('{"size":29}');
  assert.deepEqual(small.json().details, [{ path: "/size", message: "must be >= 30" }]);
  assert.match(small.json().error, /\/size must be >= 30/);
  for (const size of ["30.5", "null", "1e400", "-30", '"30"', "[30]"]) {
    assert.equal((await patch(`{"size":${size}}`)).statusCode, 400, size);
  }
  assert.equal((await patch('{"size":3e1}')).statusCode, 200);
});

test("a text or a key that PostgreSQL could not keep is 400 with its place, however deep it is", async () => {
  const message = "must not have the character 0, or half a character";
  for (const [payload, path] of [
    [String.raw`{"name":"a\u0000b"}`, "/name"],
    [String.raw`{"name":"\ud83d"}`, "/name"],
    [String.raw`{"name":"x","a/b":[{"c":["\uDC00"]}]}`, "/a~1b/0/c/0"],
    [String.raw`{"name":"x","a":{"\u0000":1}}`, "/a"],
    [String.raw`"\u0000"`, ""],
  ] as const) {
    const reply = await patch(payload);
    assert.equal(reply.statusCode, 400, payload);
    assertErrorShape(400, reply);
    assert.deepEqual(reply.json().details, [{ path, message }]);
  }
  const deep = await patch(String.raw`${"[".repeat(100_000)}"\u0000"${"]".repeat(100_000)}`);
  assert.equal(deep.statusCode, 400);
  const whole = await patch(String.raw`{"name":"\ud83d\ude42 \u0001 \\u0000"}`);
  assert.equal(whole.statusCode, 200, whole.body);
});

test("a body that is wrong in very many places is refused with few details", async () => {
  for (const fields of [500, 50_000]) {
    const names = Array.from({ length: fields }, (_, i) => [`k${i}`, i]);
    const reply = await patch(JSON.stringify(Object.fromEntries(names)));
    assert.equal(reply.statusCode, 400);
    assert.ok(reply.body.length < 10_000);
  }
});

test("an empty body of any type is none, for a route that takes none; any other is refused by name", async () => {
  const touch = (payload: string, type?: string) =>
    app.inject({
      method: "POST",
      url: `${base}/things/known/touch`,
      payload,
      headers:
        type === undefined ? sampleKeys.write : { ...sampleKeys.write, "content-type": type },
    });
  for (const type of [
    undefined,
    "application/json",
    "application/x-www-form-urlencoded",
    "text/plain",
  ]) {
    assert.equal((await touch("", type)).statusCode, 200, String(type));
  }
  assert.equal((await touch("{}", "application/json")).statusCode, 200);
  const named = await touch('{"note":"x"}', "application/json");
  assert.equal(named.statusCode, 400);
  assert.equal(named.json().details[0].path, "/note");
  for (const payload of ["[]", '"x"', "1", "false"]) {
    assert.equal((await touch(payload, "application/json")).statusCode, 400, payload);
  }
  assert.equal((await touch("a=b", "application/x-www-form-urlencoded")).statusCode, 400);
});

test("what is no HTTP request at all is answered in the error shape, and the connection closed", async () => {
  for (const bytes of [
    "nonsense\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n",
    `GET ${base}/things HTTP/1.1\r\nHost: x\r\nBad Header: x\r\n\r\n`,
    `GET ${base}/things HTTP/1.1\r\nHost: x\r\nX: ${"y".repeat(40_000)}\r\n\r\n`,
    `GET ${base}/things HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    `POST ${base}/things HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`,
    `POST ${base}/things HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `NOSUCH ${base}/things HTTP/1.1\r\nHost: x\r\n\r\n`,
    "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc",
  ]) {
    const reply = await sendRaw(port, Buffer.from(bytes, "latin1"));
    assert.equal(reply.status, 400, bytes.slice(0, 60));
    assertErrorShape(400, reply);
    assert.equal(reply.headers["connection"], "close");
    assert.equal(reply.headers["access-control-allow-origin"], "*");
  }
});

test("a broken chunk in a body is 400, not a defect", async () => {
  const bytes = `PATCH ${base}/things/known HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`;
  const reply = await sendRaw(port, bytes);
  assert.equal(reply.status, 400);
  assertErrorShape(400, reply);
});

test("a request without Host is 400, and one with a strange expectation is answered as if it had none", async () => {
  const without = await sendRaw(port, `GET ${base}/things HTTP/1.1\r\n${key}\r\n`);
  assert.equal(without.status, 400);
  assertErrorShape(400, without);
  const strange = await sendRaw(
    port,
    `GET ${base}/things HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n${key}\r\n`,
  );
  assert.equal(strange.status, 200);
});

test("every method that Node knows gets an answer in the contract's terms", async () => {
  for (const method of METHODS) {
    const reply = await sendRaw(
      port,
      `${method} ${base}/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${key}\r\n`,
    );
    const expected: Record<string, number> = { GET: 200, HEAD: 200, OPTIONS: 204 };
    assert.equal(reply.status, expected[method] ?? 404, method);
    if (reply.status === 404) assertErrorShape(404, reply);
  }
});

test("hostile headers change nothing", async () => {
  for (const header of [
    "X-HTTP-Method-Override: DELETE",
    "Accept-Version: 9",
    "X-Forwarded-For: 1.2.3.4, nonsense",
    "X-Forwarded-Proto: javascript",
    "Accept: text/html",
    "Cookie: a=b; __proto__=x",
    'If-None-Match: ,,,"',
    "Accept-Encoding: nonsense;q=x, ;;",
    "Accept-Encoding: identity;q=0, *;q=0",
    "Range: bytes=0-5",
    "If-Modified-Since: nonsense",
    "Upgrade: h2c\r\nConnection: Upgrade",
    "Authorization: Bearer other",
    "Content-Encoding: gzip",
  ]) {
    const reply = await sendRaw(
      port,
      `GET ${base}/things HTTP/1.1\r\nHost: x\r\n${key}${header}\r\n\r\n`,
    );
    assert.equal(reply.status, 200, header);
    assert.deepEqual(JSON.parse(reply.body), { things: [] }, header);
  }
});

test("a query string of any make is answered: unknown parameters are ignored, known ones checked", async () => {
  for (const [query, status] of [
    ["?size=1", 200],
    ["?nonsense=%zz&%=%&&&=", 200],
    ["?__proto__=1&constructor=2", 200],
    ["?size=2", 400],
    ["?size=1&size=1", 400],
    ["?size[]=1", 200],
    ["?SIZE=2", 200],
  ] as const) {
    const reply = await app.inject({ url: `${base}/things${query}`, headers: sampleKeys.read });
    assert.equal(reply.statusCode, status, query);
  }
});
