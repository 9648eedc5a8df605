import assert from "node:assert/strict";
import { test } from "node:test";
import { denials, errors } from "#test/graph-errors";
import { type GraphServer, startGraphServer } from "#test/graph-server";
import { createDeltaMemory } from "./delta-memory.ts";
import {
  collection,
  idsOf,
  objects,
  specOf,
  tenantWith,
  timedReader,
} from "./testing/timed-reader.ts";

const applications = collection(
  "applications",
  "/v1.0/applications/delta?$select=id,displayName,passwordCredentials",
  { delta: true },
);
const withCredentials = (count: number) =>
  objects(count).map((one) => ({ ...one, passwordCredentials: [{ keyId: `key of ${one.id}` }] }));

/** Reads with a memory, each time as another assessment would. */
function assessments(server: GraphServer, memory = createDeltaMemory()) {
  return async () => {
    const { reader } = timedReader(specOf(server.url), { memory });
    return (await reader.read([applications])).get("applications");
  };
}

test("the second time only changes are asked for: new, changed and removed objects", async (t) => {
  const server = await startGraphServer(t, tenantWith({ "/applications": withCredentials(1000) }));
  const assess = assessments(server);
  const first = await assess();
  assert.equal(first?.kind === "read" && first.items.length, 1000);
  assert.equal(server.callsOf("/applications/delta").length, 10);

  server.collections.put("/applications", "app-7", { displayName: "renamed" });
  server.collections.put("/applications", "app-new", {
    displayName: "new",
    passwordCredentials: [],
  });
  server.collections.remove("/applications", "app-3");
  const second = await assess();
  assert.equal(server.callsOf("/applications/delta").length, 11);
  assert.ok(second?.kind === "read");
  assert.equal(second.items.length, 1000);
  const byId = new Map(second.items.map((one) => [Object(one).id, one]));
  assert.equal(byId.has("app-3"), false);
  // Only the name was sent: what was known before stays.
  assert.deepEqual(byId.get("app-7"), {
    id: "app-7",
    displayName: "renamed",
    passwordCredentials: [{ keyId: "key of app-7" }],
  });
  assert.partialDeepStrictEqual(byId.get("app-new"), { displayName: "new" });

  const third = await assess();
  assert.deepEqual(new Set(third?.kind === "read" ? third.items : []), new Set(second.items));
  assert.equal(server.callsOf("/applications/delta").length, 12);
});

test("many changes come in pages, and an object that was removed and came back is there", async (t) => {
  const server = await startGraphServer(t, tenantWith({ "/applications": withCredentials(10) }));
  const assess = assessments(server);
  await assess();
  for (const { id } of objects(250, "more")) server.collections.put("/applications", id, {});
  server.collections.remove("/applications", "app-1");
  server.collections.put("/applications", "app-1", { displayName: "back" });
  const read = await assess();
  assert.equal(read?.kind === "read" && read.items.length, 260);
  assert.equal(server.callsOf("/applications/delta").length, 1 + 3);
});

for (const [as, what] of [
  ["not_found", "syncStateNotFound"],
  ["gone", "410"],
] as const) {
  test(`a delta that is too old (${what}) is read anew, and is remembered again`, async (t) => {
    const server = await startGraphServer(t, tenantWith({ "/applications": withCredentials(150) }));
    const assess = assessments(server);
    await assess();
    server.collections.remove("/applications", "app-0");
    server.collections.forgetDeltas(as);
    const read = await assess();
    assert.equal(read?.kind === "read" && read.items.length, 149);
    assert.deepEqual(
      server
        .callsOf("/applications/delta")
        .map(({ status }) => status)
        .slice(2),
      [as === "gone" ? 410 : 400, 200, 200],
    );
    await assess();
    assert.equal(server.callsOf("/applications/delta").length, 6);
  });
}

test("a delta whose pages are gone in the middle is read anew once, then given up", async (t) => {
  const server = await startGraphServer(t, tenantWith({ "/applications": withCredentials(300) }));
  const assess = assessments(server);
  let asked = 0;
  server.breakDown("/v1.0/applications/delta", 4, (request, response) => {
    asked++;
    const isFirst = request.url?.includes("$select") === true;
    const next = `${server.url}/v1.0/applications/delta?$skiptoken=${asked}`;
    const body = isFirst
      ? { value: [{ id: "app-0" }], "@odata.nextLink": next }
      : errors.goneDelta().body;
    response.writeHead(isFirst ? 200 : 410, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  assert.deepEqual(await assess(), {
    kind: "refused",
    needs:
      "Could not read applications: Microsoft Graph answers 410 (resyncRequired: The delta token is no longer valid, and the app must reset the sync state.).",
  });
  assert.equal(asked, 4);
  const read = await assess();
  assert.equal(read?.kind === "read" && read.items.length, 300);
});

test("changes that could not be read to their end are asked for again, from where they began", async (t) => {
  const server = await startGraphServer(t, tenantWith({ "/applications": withCredentials(5) }));
  const assess = assessments(server);
  await assess();
  server.collections.remove("/applications", "app-4");
  server.throttle("/applications/delta", 1, "864000");
  assert.equal((await assess())?.kind, "refused");
  assert.deepEqual(idsOf(await assess()), ["app-0", "app-1", "app-2", "app-3"]);
  const [, failed, again] = server.callsOf("/applications/delta");
  assert.equal(again?.url, failed?.url);
});

test("one application's memory is not given to another, nor to another selection", async (t) => {
  const other = "99999999-9999-4999-8999-999999999999";
  const memory = createDeltaMemory();
  const server = await startGraphServer(t, tenantWith({ "/applications": withCredentials(5) }));
  await assessments(server, memory)();
  const second = await startGraphServer(
    t,
    tenantWith(
      { "/applications": withCredentials(3) },
      { application: { id: other, secret: "other-secret" } },
    ),
  );
  const spec = specOf(second.url, { clientId: other, clientSecret: "other-secret" });
  const read = await timedReader(spec, { memory }).reader.read([applications]);
  assert.deepEqual(idsOf(read.get("applications")), ["app-0", "app-1", "app-2"]);
  const narrower = { ...applications, path: "/v1.0/applications/delta?$select=id" };
  await timedReader(specOf(server.url), { memory }).reader.read([narrower]);
  assert.equal(server.callsOf("/applications/delta").at(-1)?.url, narrower.path);
});

test("without a memory a delta is read whole each time", async (t) => {
  const server = await startGraphServer(t, tenantWith({ "/applications": withCredentials(5) }));
  for (let i = 0; i < 2; i++) {
    const read = await timedReader(specOf(server.url)).reader.read([applications]);
    assert.deepEqual(
      idsOf(read.get("applications")),
      objects(5).map(({ id }) => id),
    );
  }
});

test("where the delta is not allowed, or there is none, the collection itself is read", async (t) => {
  for (const answer of [denials.directory(), errors.noSegment("delta"), errors.noObject("delta")]) {
    const server = await startGraphServer(t, tenantWith({ "/applications": withCredentials(150) }));
    server.answer("/applications/delta", 1, answer);
    const read = await assessments(server)();
    assert.equal(read?.kind === "read" && read.items.length, 150);
    assert.equal(server.callsOf("/applications").length, 2);
  }
});

test("where neither may be read the permission is named", async (t) => {
  const server = await startGraphServer(t, tenantWith({ "/applications": withCredentials(1) }));
  server.deny("Application.Read.All");
  assert.deepEqual(await assessments(server)(), {
    kind: "refused",
    needs: "Needs the permission Application.Read.All.",
  });
});

test("the memory holds so much and no more: what was not used for longest goes first", () => {
  const memory = createDeltaMemory(100);
  const remembered = (bytes: number) => ({ deltaPath: "/", items: new Map(), bytes });
  memory.keep("a", remembered(40));
  memory.keep("b", remembered(40));
  assert.equal(memory.recall("a")?.bytes, 40);
  memory.keep("c", remembered(40));
  assert.deepEqual(
    ["a", "b", "c"].map((key) => memory.recall(key) !== null),
    [true, false, true],
  );
  memory.keep("d", remembered(101));
  assert.deepEqual(
    ["a", "c", "d"].map((key) => memory.recall(key) !== null),
    [true, true, false],
  );
  memory.keep("a", remembered(60));
  assert.deepEqual(
    ["a", "c"].map((key) => memory.recall(key) !== null),
    [true, true],
  );
  memory.forget("a");
  assert.equal(memory.recall("a"), null);
});
