import assert from "node:assert/strict";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";
import { type Exchange, exchange } from "./exchange.ts";
import { replyCheck } from "./reply-check.ts";

const { signal } = new AbortController();
const usual: Exchange = {
  method: "GET",
  headers: {},
  body: null,
  signal,
  maxReplyBytes: 1000,
};

async function listening(
  t: TestContext,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close().closeAllConnections());
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return { server, url: `http://127.0.0.1:${address.port}/` };
}

test("a compressed reply is asked for and unpacked; one that is too long is refused, packed or not", async (t) => {
  const said = { text: "yes", packed: true };
  const { url } = await listening(t, (request, response) => {
    assert.equal(request.headers["accept-encoding"], "gzip");
    if (said.packed) response.writeHead(200, { "content-encoding": "gzip" });
    response.end(said.packed ? gzipSync(said.text) : said.text);
  });
  assert.deepEqual(await exchange(url, usual), { status: 200, text: "yes" });
  said.text = "x".repeat(1_000_000);
  await assert.rejects(exchange(url, usual), /the reply exceeds 1000 bytes/);
  said.packed = false;
  await assert.rejects(exchange(url, usual), /the reply exceeds 1000 bytes/);
});

test("a reply without end is left at its bound", async (t) => {
  const ended = Promise.withResolvers<void>();
  const { url } = await listening(t, (_, response) => {
    const timer = setInterval(() => response.write("x".repeat(100)), 1);
    response.on("close", () => {
      clearInterval(timer);
      ended.resolve();
    });
  });
  await assert.rejects(exchange(url, usual), /the reply exceeds 1000 bytes/);
  await ended.promise;
});

test("a kept connection that the server closes in the moment of a call is not a failure of that call", async (t) => {
  let calls = 0;
  const { url } = await listening(t, (request, response) => {
    calls++;
    if (calls === 2) request.socket.resetAndDestroy();
    else response.end("yes");
  });
  const body = Buffer.from("x");
  for (const expected of [1, 3]) {
    const answer = await exchange(url, { ...usual, method: "POST", body });
    assert.deepEqual(answer, { status: 200, text: "yes" });
    assert.equal(calls, expected);
  }
});

test("a first call that is reset is not made again: an enrolment token works once", async (t) => {
  let calls = 0;
  const { url } = await listening(t, (request) => {
    calls++;
    request.socket.resetAndDestroy();
  });
  await assert.rejects(exchange(url, usual), /ECONNRESET|hang up/);
  assert.equal(calls, 1);
});

test("a reply is recognised by the kinds of its fields exactly as a schema of these kinds does it", () => {
  const Reply = Type.Object({
    serverTime: Type.Number(),
    name: Type.String(),
    known: Type.Boolean(),
    list: Type.Array(Type.Unknown()),
  });
  const schema = Compile(Reply);
  const check = replyCheck<Static<typeof Reply>>({
    serverTime: "number",
    name: "string",
    known: "boolean",
    list: "array",
  });
  const any = fc.oneof(
    fc.jsonValue(),
    fc.integer(),
    fc.string(),
    fc.boolean(),
    fc.array(fc.string()),
  );
  const likely = fc.record(
    { serverTime: fc.integer(), name: any, known: fc.boolean(), list: any },
    { requiredKeys: ["serverTime", "list"] },
  );
  fc.assert(
    fc.property(fc.oneof(any, likely), (value) => {
      assert.equal(check.Check(value), schema.Check(value));
    }),
  );
  assert.ok(check.Check({ serverTime: 1, name: "", known: false, list: [] }));
});
