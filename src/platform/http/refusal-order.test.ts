import assert from "node:assert/strict";
import { test } from "node:test";
import type { InjectOptions } from "fastify";
import { assertErrorShape } from "#test/error-shape";
import { listening, sendRaw } from "#test/raw-http";
import { createSampleApp, sampleKeys } from "#test/sample-service";

const app = await createSampleApp();
const base = "/monitor/public/v1";
const port = await listening(app);

type Key = Record<string, string>;
const noKey: Key = {};
const { read, write } = sampleKeys;
const malformedBody = { payload: '{"size":', headers: { "content-type": "application/json" } };

async function refused(status: number, request: InjectOptions, key: Key): Promise<void> {
  const reply = await app.inject({ ...request, headers: { ...request.headers, ...key } });
  assert.equal(reply.statusCode, status, `${request.method} ${String(request.url)}: ${reply.body}`);
  assertErrorShape(status, reply);
}

test("401 comes before everything: an unknown route, a wrong method, a malformed address or body", async () => {
  await refused(401, { method: "GET", url: `${base}/things` }, noKey);
  await refused(401, { method: "GET", url: `${base}/no-such-route` }, noKey);
  await refused(401, { method: "DELETE", url: `${base}/things` }, noKey);
  await refused(401, { method: "GET", url: `${base}/things/%zz` }, noKey);
  await refused(401, { method: "PATCH", url: `${base}/things/known`, ...malformedBody }, noKey);
  await refused(401, { method: "GET", url: "/monitor/elsewhere" }, noKey);
});

test("429 comes after 401 and before everything else", async () => {
  const limited = await createSampleApp({ limit: 1 });
  const ask = (url: string, key: Key) => limited.inject({ method: "GET", url, headers: key });
  assert.equal((await ask(`${base}/things`, write)).statusCode, 200);
  assert.equal((await ask(`${base}/no-such-route`, write)).statusCode, 429);
  assert.equal((await ask(`${base}/things/%zz`, write)).statusCode, 429);
  assert.equal((await ask(`${base}/things/unknown`, write)).statusCode, 429);
  assert.equal((await ask(`${base}/things`, noKey)).statusCode, 401);
});

test("404 for an unknown route or a wrong method comes before 403 and 400", async () => {
  for (const [method, path] of [
    ["GET", "/no-such-route"],
    ["GET", "/things/known/no-such-route"],
    ["GET", "/things/"],
    ["GET", "/THINGS"],
    ["POST", "/no-such-route"],
    ["DELETE", "/things/known"],
    ["PUT", "/things/known"],
    ["POST", "/things/known"],
    ["GET", "/things/known/touch"],
    ["PATCH", "/things"],
    ["GET", "/no-such-route/%zz"],
  ] as const) {
    await refused(404, { method, url: base + path, ...malformedBody }, read);
  }
  await refused(404, { method: "GET", url: "/monitor" }, read);
  await refused(404, { method: "GET", url: "/monitor/public/v2/things" }, read);
});

test("403 comes before 400 and before 404 for the resource: a key that may only read learns nothing", async () => {
  const body = { headers: { "content-type": "application/json" }, payload: "{}" };
  await refused(403, { method: "PATCH", url: `${base}/things/known`, ...body }, read);
  await refused(403, { method: "PATCH", url: `${base}/things/unknown`, ...body }, read);
  await refused(403, { method: "PATCH", url: `${base}/things/known`, ...malformedBody }, read);
  await refused(403, { method: "PATCH", url: `${base}/things/%zz`, ...body }, read);
  await refused(403, { method: "POST", url: `${base}/things/known/touch` }, read);
});

test("400 comes before 404 for the resource", async () => {
  const wrong = { headers: { "content-type": "application/json" }, payload: '{"size":1}' };
  await refused(400, { method: "PATCH", url: `${base}/things/unknown`, ...malformedBody }, write);
  await refused(400, { method: "PATCH", url: `${base}/things/unknown`, ...wrong }, write);
  await refused(400, { method: "GET", url: `${base}/things/%zz` }, write);
  await refused(400, { method: "GET", url: `${base}/things/%ff` }, write);
  await refused(404, { method: "GET", url: `${base}/things/unknown` }, write);
  await refused(404, { method: "GET", url: `${base}/things/${"x".repeat(5000)}` }, write);
});

test("key, rate and scope are decided before a byte of the body is read", async () => {
  const head = (key: string) =>
    `PATCH ${base}/things/known HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n${key}\r\n`;
  assert.equal((await sendRaw(port, head(""))).status, 401);
  assert.equal((await sendRaw(port, head("Authorization: Bearer reader\r\n"))).status, 403);
});

test("outside the services an unknown address is 404, without a key", async () => {
  await refused(404, { method: "GET", url: "/" }, noKey);
  await refused(404, { method: "POST", url: "/no-such-route" }, noKey);
  await refused(400, { method: "GET", url: "/%zz" }, noKey);
});
