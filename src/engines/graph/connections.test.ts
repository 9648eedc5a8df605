import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import dns from "node:dns";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { startGraphServer } from "#test/graph-server";
import { createTestAuthority } from "#test/tls-fixtures";
import { until } from "#test/until";
import { createGraphReader } from "./graph-reader.ts";
import {
  collection,
  objects,
  refusalOf,
  specOf,
  tenantWith,
  timedReader,
} from "./testing/timed-reader.ts";

const applications = collection("applications", "/v1.0/applications");
const data = { "/applications": objects(1) };

test("every address is asked about before it is connected to, and one that is refused never is", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  const { port } = new URL(server.url);
  const asked: string[] = [];
  const refuse = (address: string): string => {
    asked.push(address);
    return "the deny list has it";
  };
  const urls = [server.url, `http://localhost:${port}`, `http://[::ffff:127.0.0.1]:${port}`];
  for (const url of urls) {
    asked.length = 0;
    const sentence = await refusalOf(
      timedReader(specOf(url), { refuse }).reader.read([applications]),
    );
    assert.match(
      sentence,
      /is not called: \S+ must not be connected to: the deny list has it; change the targets of the probe, /,
    );
    assert.ok(asked.includes("127.0.0.1"), `${url}: ${asked.join(" ")}`);
  }
  assert.deepEqual(server.calls, []);
});

test("of a name's addresses the others are used when one is refused", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  const url = `http://localhost:${new URL(server.url).port}`;
  const refuse = (address: string) => (address === "127.0.0.1" ? null : "it is another one");
  await refusalOf(timedReader(specOf(url), { refuse }).reader.read([applications]));
  assert.equal(server.calls[0]?.method, "POST");
});

test("in clear nothing goes to another machine, whatever a name server takes localhost for", async (t) => {
  const lookup = t.mock.method(
    dns,
    "lookup",
    (_name: string, _options: object, done: (error: null, found: object[]) => void) =>
      done(null, [{ address: "192.0.2.1", family: 4 }]),
  );
  syncBuiltinESMExports();
  t.after(() => {
    lookup.mock.restore();
    syncBuiltinESMExports();
  });
  const sentence = await refusalOf(
    timedReader(specOf("http://localhost:80")).reader.read([applications]),
  );
  assert.match(sentence, /192\.0\.2\.1 must not be connected to: without TLS only this machine/);
  assert.equal(lookup.mock.callCount(), 1);
});

test("in clear only this machine is called, and addresses with more than a host are refused", async () => {
  const cases: [string, string][] = [
    [
      "http://graph.test",
      "graphUrl begins with http:, which would send the secret in clear; write https://graph.test.",
    ],
    [
      "http://10.0.0.1:80",
      "graphUrl begins with http:, which would send the secret in clear; write https://10.0.0.1.",
    ],
    ["ftp://127.0.0.1", "graphUrl must be an address such as https://graph.microsoft.com."],
    ["graph.microsoft.com", "graphUrl must be an address such as https://graph.microsoft.com."],
    ["https://graph.test/v1.0", "graphUrl must end behind its host: https://graph.test."],
    [
      "https://user:word@graph.test",
      "graphUrl must be an address without user, query and fragment.",
    ],
    ["https://graph.test?x=1", "graphUrl must be an address without user, query and fragment."],
  ];
  for (const [graphUrl, sentence] of cases) {
    const spec = { ...specOf("http://127.0.0.1:1"), graphUrl };
    await assert.rejects(async () => timedReader(spec), {
      name: "DirectoryRefused",
      message: sentence,
    });
  }
  assert.throws(
    () => timedReader(specOf("https://graph.test", { loginUrl: "http://login.test" })),
    {
      message: /^loginUrl begins with http:/,
    },
  );
});

test("a proxy of the environment is not used", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  const script = `
    import { get } from "node:http";
    import { createHttpCaller } from ${JSON.stringify(new URL("./http-call.ts", import.meta.url).href)};
    const { signal } = new AbortController();
    const call = createHttpCaller({ signal, refuse: () => null, callMs: 5000, connections: 1 });
    const url = new URL(process.argv[1]);
    const reply = await call({ method: "GET", url, headers: {}, body: null, maxReplyBytes: 1e6 });
    const usual = await new Promise((resolve) => get(url, resolve).on("error", resolve));
    console.log(reply.status, usual.code);
    process.exit();`;
  const nobody = "http://127.0.0.1:1";
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", script, server.url],
    { env: { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: nobody, HTTPS_PROXY: nobody } },
  );
  // Without a token Graph refuses us; what follows the environment does not get as far.
  assert.equal(stdout.trim(), "401 ECONNREFUSED");
});

test("a server that is not there, and one with a certificate that nobody knows, are sentences", async (t) => {
  const authority = createTestAuthority();
  t.after(() => authority.close());
  const secure = createServer(authority.issue({ names: ["127.0.0.1"] }));
  secure.listen(0, "127.0.0.1");
  await once(secure, "listening");
  t.after(() => void secure.close());
  const address = secure.address();
  assert.ok(address !== null && typeof address === "object");
  const { reader, waits } = timedReader(specOf(`https://127.0.0.1:${address.port}`));
  assert.equal(
    await refusalOf(reader.read([applications])),
    `127.0.0.1:${address.port} has a certificate of an authority that is not known here; set NODE_EXTRA_CA_CERTS to the file of your CA.`,
  );
  assert.deepEqual(waits, [], "it is not asked again");
  const clear = await startGraphServer(t, tenantWith(data));
  assert.match(
    await refusalOf(
      timedReader(specOf(clear.url.replace("http:", "https:"))).reader.read([applications]),
    ),
    /^127\.0\.0\.1:\d+ speaks no TLS that is understood here\.$/,
  );
  const nobody = timedReader(specOf("http://127.0.0.1:1"), { limits: { attempts: 3 } });
  assert.equal(
    await refusalOf(nobody.reader.read([applications])),
    "127.0.0.1:1 refuses the connection (3 attempts).",
  );
  assert.equal(nobody.waits.length, 2);
});

test("a certificate of an authority that is added is trusted, for the name that it was issued for", async (t) => {
  const authority = createTestAuthority();
  t.after(() => authority.close());
  const file = join(mkdtempSync(join(tmpdir(), "vedette-graph-")), "ca.pem");
  t.after(() => rmSync(dirname(file), { recursive: true }));
  writeFileSync(file, authority.ca);
  const secure = createServer(authority.issue({ names: ["localhost"] }), (_, response) => {
    response.end("{}");
  });
  secure.listen(0, "127.0.0.1");
  await once(secure, "listening");
  t.after(() => void secure.close());
  const address = secure.address();
  assert.ok(address !== null && typeof address === "object");
  const script = `
    import { createHttpCaller } from ${JSON.stringify(new URL("./http-call.ts", import.meta.url).href)};
    const { signal } = new AbortController();
    const call = createHttpCaller({ signal, refuse: () => null, callMs: 5000, connections: 1 });
    const get = (url) => call({ method: "GET", url, headers: {}, body: null, maxReplyBytes: 1e6 });
    const { status } = await get(new URL("https://localhost:" + process.argv[1]));
    const { message } = await get(new URL("https://127.0.0.1:" + process.argv[1])).catch((error) => error);
    console.log(status, message);
    process.exit();`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", script, String(address.port)],
    { env: { NODE_EXTRA_CA_CERTS: file } },
  );
  assert.equal(stdout.trim(), "200 has a certificate for another name");
});

test("a name without an address is a sentence at once", async () => {
  const { reader, waits } = timedReader(specOf("https://graph.invalid"));
  assert.match(
    await refusalOf(reader.read([applications])),
    /^graph\.invalid (has no address by DNS; check how it is spelled|cannot be looked up)/,
  );
  assert.ok(waits.length <= 7);
});

test("it ends at once when it is stopped, while it waits as well as while it reads", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  const stopped = new AbortController();
  const reader = (signal: AbortSignal) =>
    createGraphReader(specOf(server.url), {
      signal,
      refuse: () => null,
      now: Date.now,
      onProgress: () => undefined,
    });
  server.throttle("/applications", 1, "300");
  const waiting = reader(stopped.signal).read([applications]);
  await until(() => server.callsOf("/applications").length === 1, { what: "it waits" });
  stopped.abort();
  await assert.rejects(waiting, { name: "AbortError" });

  const again = new AbortController();
  let closed = false;
  server.breakDown("/v1.0/applications", 1, (request) => {
    request.socket.on("close", () => (closed = true));
  });
  const reading = reader(again.signal).read([applications]);
  await until(() => server.calls.length === 4, { what: "it reads" });
  again.abort();
  await assert.rejects(reading, { name: "AbortError" });
  await until(() => closed, { what: "its connection is closed" });
  await assert.rejects(reader(again.signal).read([applications]), { name: "AbortError" });
});

test("connections are kept, and few: 300 pages take one", async (t) => {
  const server = await startGraphServer(t, tenantWith({ "/applications": objects(300) }));
  server.collections.pageSize = 1;
  const { reader } = timedReader(specOf(server.url));
  const read = await reader.read([applications]);
  assert.equal(read.get("applications")?.kind, "read");
  assert.equal(server.connections, 1);
});
