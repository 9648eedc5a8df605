import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { graphError } from "#test/graph-errors";
import { type GraphFault, type GraphServer, startGraphServer } from "#test/graph-server";
import {
  authorizationPolicy,
  collection,
  idsOf,
  objects,
  refusalOf,
  specOf,
  tenantWith,
  timedReader,
} from "./testing/timed-reader.ts";

const applications = collection("applications", "/v1.0/applications");
const data = {
  "/applications": objects(2),
  "/policies/authorizationPolicy": { id: "authorizationPolicy" },
};
const mebibyte = 1024 ** 2;

const says =
  (body: unknown, headers: Record<string, string> = {}): GraphFault =>
  (_, response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  };

async function readAlone(server: GraphServer, limits = {}) {
  const { reader, waits } = timedReader(specOf(server.url), { limits });
  const read = (await reader.read([applications])).get("applications");
  return { read, waits };
}

const refused = (what: string) => ({
  kind: "refused",
  needs: `Could not read applications: Microsoft Graph's answer ${what}.`,
});

test("answers of wrong types are sentences about their request", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  const cases: [unknown, string][] = [
    [[], "is no JSON object"],
    ["7", "is no JSON object"],
    ["null", "is no JSON object"],
    [{}, "has no list of values"],
    [{ value: { id: 1 } }, "has no list of values"],
    [{ value: [], "@odata.nextLink": 5 }, "leads to another place, where we do not go"],
    [{ value: [], "@odata.nextLink": "/v1.0/users" }, "leads to another place, where we do not go"],
  ];
  for (const [body, what] of cases) {
    server.breakDown("/v1.0/applications", 1, says(body));
    assert.deepEqual((await readAlone(server)).read, refused(what));
  }
  server.breakDown("/v1.0/applications/delta", 1, says({ value: [{ displayName: "no id" }] }));
  server.breakDown("/v1.0/applications/delta", 1, says({ value: [] }));
  const delta = { ...applications, path: "/v1.0/applications/delta", delta: true as const };
  for (const what of [
    "has a changed item without an id",
    "ended without a link to what changes later",
  ]) {
    const read = await timedReader(specOf(server.url)).reader.read([delta]);
    assert.deepEqual(read.get("applications"), refused(what));
  }
});

test("a next page elsewhere is never asked for, and nobody is given the token", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  const other = await startGraphServer(t, tenantWith(data));
  const { port } = new URL(server.url);
  const links = [
    `${other.url}/v1.0/applications`,
    `http://localhost:${port}/v1.0/applications`,
    `https://127.0.0.1:${port}/v1.0/applications`,
    `http://user@127.0.0.1:${port}/v1.0/applications`,
    "file:///etc/passwd",
  ];
  for (const link of links) {
    server.breakDown("/v1.0/applications", 1, says({ value: [], "@odata.nextLink": link }));
    const { read } = await readAlone(server);
    assert.deepEqual(read, refused("leads to another place, where we do not go"));
  }
  // A path that would be a host if it were resolved as a link.
  const { host } = new URL(other.url);
  const sly = `${server.url}//${host}/v1.0/applications`;
  server.breakDown("/v1.0/applications", 1, says({ value: [], "@odata.nextLink": sly }));
  assert.equal((await readAlone(server)).read?.kind, "refused");
  assert.equal(server.calls.at(-1)?.url, `//${host}/v1.0/applications`);
  assert.deepEqual(other.calls, []);
});

test("pages that lead in a circle end, and so do pages without end", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  let pages = 0;
  const page =
    (next: () => string): GraphFault =>
    (request, response) =>
      says({ value: [{ id: String(++pages) }], "@odata.nextLink": `${server.url}${next()}` })(
        request,
        response,
      );
  server.breakDown(
    "/v1.0/applications",
    4,
    page(() => `/v1.0/applications?$skiptoken=${pages % 3}`),
  );
  assert.deepEqual((await readAlone(server)).read, refused("leads in a circle"));
  assert.equal(pages, 4);
  server.breakDown(
    "/v1.0/applications",
    200,
    page(() => `/v1.0/applications?$skiptoken=x${pages}`),
  );
  assert.deepEqual(
    (await readAlone(server, { pages: 50 })).read,
    refused("has more than 50 pages"),
  );
});

test("more items than there may be are refused, also of a delta", async (t) => {
  const server = await startGraphServer(t, tenantWith({ "/applications": objects(300) }));
  const { read } = await readAlone(server, { items: 250 });
  assert.deepEqual(read, refused("has more than 250 items"));
  const delta = { ...applications, path: "/v1.0/applications/delta", delta: true as const };
  const { reader } = timedReader(specOf(server.url), { limits: { items: 250 } });
  assert.deepEqual((await reader.read([delta])).get("applications"), read);
});

test("a huge answer, an endless one and a gzip bomb are cut off at the bound", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  const limits = { replyBytes: 2 * mebibyte };
  const expected = {
    kind: "refused",
    needs: "Could not read applications: Microsoft Graph's answer is larger than 2 MiB.",
  };
  const bomb = gzipSync(Buffer.alloc(200 * mebibyte, " "));
  assert.ok(bomb.length < mebibyte);
  let sent = 0;
  const endless: GraphFault = (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const write = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, " "))) sent += 65_536;
      if (!response.destroyed) response.once("drain", write);
    };
    write();
  };
  for (const fault of [
    says(`{"value":["${"x".repeat(3 * mebibyte)}"]}`),
    says(bomb, { "content-encoding": "gzip" }),
    endless,
  ]) {
    server.breakDown("/v1.0/applications", 1, fault);
    assert.deepEqual((await readAlone(server, limits)).read, expected);
  }
  assert.ok(sent < 50 * mebibyte, `${sent} bytes were taken`);
});

test("a batch that is too large is asked for in halves: only the one that is too large is not read", async (t) => {
  const big = [{ id: "big", text: "x".repeat(mebibyte) }];
  const server = await startGraphServer(
    t,
    tenantWith({ ...data, "/servicePrincipals": big, "/users": objects(3, "u") }),
  );
  const requests = [
    applications,
    collection("service principals", "/v1.0/servicePrincipals"),
    collection("users", "/v1.0/users"),
    authorizationPolicy,
  ];
  const { reader } = timedReader(specOf(server.url), { limits: { replyBytes: mebibyte / 2 } });
  const read = await reader.read(requests);
  assert.deepEqual([...read.values()].map(idsOf), [
    ["app-0", "app-1"],
    {
      kind: "refused",
      needs: "Could not read service principals: Microsoft Graph's answer is larger than 0.5 MiB.",
    },
    ["u-0", "u-1", "u-2"],
    ["authorizationPolicy"],
  ]);
});

test("all answers together have a bound, too", async (t) => {
  const server = await startGraphServer(t, tenantWith({ "/applications": objects(10_000) }));
  const { reader } = timedReader(specOf(server.url), { limits: { totalBytes: mebibyte / 4 } });
  assert.equal(
    await refusalOf(reader.read([applications])),
    "Microsoft Graph's answers exceed 0.25 MiB.",
  );
});

test("a page of a proxy, a redirect and garbage refuse the directory by a sentence", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  const { host } = new URL(server.url);
  const html = "<html>Sign in</html>";
  const portal = `${host} answers 200 with text/html in place of JSON; there may be a proxy or a portal in between.`;
  const cases: [GraphFault, string][] = [
    [says(html, { "content-type": "text/html" }), portal],
    [
      (_, response) => response.writeHead(302, { location: "http://elsewhere.test/" }).end(),
      `${host} sends us elsewhere (302), where we do not go. Check its address.`,
    ],
    [
      says("anything", { "content-encoding": "br" }),
      `${host} answers in the coding br, which was not asked for.`,
    ],
  ];
  for (const [fault, sentence] of cases) {
    for (const path of ["/v1.0/applications", `/${specOf("").tenantId}/oauth2/v2.0/token`]) {
      server.breakDown(path, 1, fault);
      assert.equal(
        await refusalOf(timedReader(specOf(server.url)).reader.read([applications])),
        sentence,
      );
    }
    server.breakDown("/v1.0/$batch", 1, fault);
    assert.equal(
      await refusalOf(
        timedReader(specOf(server.url)).reader.read([applications, authorizationPolicy]),
      ),
      sentence,
    );
  }
});

test("a batch that is refused as a whole refuses the directory", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  server.answer("/$batch", 1, graphError(400, "BadRequest", "no\u0007batches"));
  assert.equal(
    await refusalOf(
      timedReader(specOf(server.url)).reader.read([applications, authorizationPolicy]),
    ),
    "Microsoft Graph refuses a batch: 400 (BadRequest: no batches).",
  );
});

test("answers to a batch with wrong ids, statuses and bodies harm none but their own", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  const good = { id: "0", status: 200, headers: null, body: { value: objects(2) } };
  const odd = [
    { id: "1", status: 200, headers: { "Retry-After": {} }, body: "PGh0bWw+" },
    { id: "17", status: 200, body: {} },
    { id: null, status: 200, body: {} },
    { id: "0", status: "500" },
    null,
    5,
  ];
  server.breakDown("/v1.0/$batch", 1, says({ responses: [good, ...odd] }));
  const read = await timedReader(specOf(server.url)).reader.read([
    applications,
    authorizationPolicy,
  ]);
  assert.deepEqual([...read.values()].map(idsOf), [
    ["app-0", "app-1"],
    {
      kind: "refused",
      needs: "Could not read authorization policy: Microsoft Graph's answer is no JSON object.",
    },
  ]);
});

test("an answer that is cut off, or no gzip, is asked for again", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  const cut: GraphFault = (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"value":[', () => response.socket?.destroy());
  };
  const zipped = gzipSync(JSON.stringify({ value: objects(9) }));
  server.breakDown("/v1.0/applications", 1, cut);
  server.breakDown(
    "/v1.0/applications",
    1,
    says(zipped.subarray(0, 20), { "content-encoding": "gzip" }),
  );
  server.breakDown("/v1.0/applications", 1, says("no gzip", { "content-encoding": "gzip" }));
  server.breakDown("/v1.0/applications", 1, (request) => request.socket.destroy());
  const { read, waits } = await readAlone(server);
  assert.deepEqual(idsOf(read), ["app-0", "app-1"]);
  assert.equal(waits.length, 4);
});

test("an answer that drips ends with the time for one call", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  server.breakDown("/v1.0/applications", 2, (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const drip = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(drip));
  });
  const { reader } = timedReader(specOf(server.url), { limits: { callMs: 150, attempts: 2 } });
  assert.match(
    await refusalOf(reader.read([applications])),
    /did not answer within 0\.15 s \(2 attempts\)\.$/,
  );
});

test("JSON that is nested a million deep, and names that objects have by themselves, are data", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  const deep = `{"value":[${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}]}`;
  server.breakDown("/v1.0/applications", 1, says(deep));
  const { read } = await readAlone(server);
  assert.equal(read?.kind === "read" && read.items.length, 1);
  const delta = { ...applications, path: "/v1.0/applications/delta", delta: true as const };
  const item = '{"id":"__proto__","__proto__":{"polluted":true},"constructor":5}';
  const link = `"@odata.deltaLink":"${server.url}/v1.0/applications/delta?$deltatoken=1"`;
  server.breakDown("/v1.0/applications/delta", 1, says(`{"value":[${item}],${link}}`));
  const outcome = (await timedReader(specOf(server.url)).reader.read([delta])).get("applications");
  assert.deepEqual(idsOf(outcome), ["__proto__"]);
  assert.equal(Object.hasOwn(Object.prototype, "polluted"), false);
});
