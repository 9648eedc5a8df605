import assert from "node:assert/strict";
import { test } from "node:test";
import { startGraphServer } from "#test/graph-server";
import type { GraphRequest } from "./graph-request.ts";
import {
  authorizationPolicy,
  collection,
  idsOf,
  objects,
  specOf,
  tenantId,
  tenantWith,
  timedReader,
} from "./testing/timed-reader.ts";

const applications = collection("applications", "/v1.0/applications?$select=id,displayName");

test("10,000 applications are read in pages of 100, each once", async (t) => {
  const server = await startGraphServer(t, tenantWith({ "/applications": objects(10_000) }));
  const { reader, progress, waits } = timedReader(specOf(server.url));
  const read = (await reader.read([applications])).get("applications");
  assert.ok(read?.kind === "read");
  assert.equal(new Set(read.items.map((one) => JSON.stringify(one))).size, 10_000);
  assert.deepEqual(read.items[0], { id: "app-0", displayName: "app 0" });
  assert.equal(server.callsOf("/applications").length, 100);
  assert.deepEqual(progress[1], ["applications", 200]);
  assert.deepEqual(progress.at(-1), ["applications", 10_000]);
  assert.deepEqual(waits, []);
});

test("several requests travel in one batch, and their further pages in further ones", async (t) => {
  const data = {
    "/applications": objects(250),
    "/servicePrincipals": objects(120, "sp"),
    "/policies/authorizationPolicy": { id: "authorizationPolicy", allowInvitesFrom: "everyone" },
  };
  const server = await startGraphServer(t, tenantWith(data));
  const { reader } = timedReader(specOf(server.url));
  const principals = collection("service principals", "/v1.0/servicePrincipals");
  const read = await reader.read([applications, principals, authorizationPolicy]);
  assert.deepEqual(
    idsOf(read.get("applications")),
    objects(250).map(({ id }) => id),
  );
  assert.deepEqual(
    idsOf(read.get("service principals")),
    objects(120, "sp").map(({ id }) => id),
  );
  assert.partialDeepStrictEqual(read.get("authorization policy"), {
    kind: "read",
    items: [{ allowInvitesFrom: "everyone" }],
  });
  const alone = server.calls.filter(({ batch }) => batch === null);
  assert.deepEqual(
    alone.map(({ method, url }) => `${method} ${url.split("?")[0]}`),
    [
      `POST /${tenantId}/oauth2/v2.0/token`,
      "POST /v1.0/$batch",
      "POST /v1.0/$batch",
      "GET /v1.0/applications",
    ],
  );
});

test("a thousand requests are asked twenty at a time, those of the beta version by themselves", async (t) => {
  const server = await startGraphServer(t, tenantWith({ "/users": objects(1000, "u") }));
  const { reader } = timedReader(specOf(server.url));
  const requests = objects(1000, "u").map(({ id }, i): GraphRequest => ({
    name: id,
    path: `/${i % 10 === 0 ? "beta" : "v1.0"}/users/${id}?$select=id`,
    kind: "single",
    permission: "User.Read.All",
    licence: null,
  }));
  const read = await reader.read(requests);
  assert.deepEqual(
    [...read.values()].flatMap(idsOf),
    requests.map(({ name }) => name),
  );
  const batches = server.calls.filter(({ url }) => url.endsWith("/$batch"));
  assert.ok(batches.length <= 65, `${batches.length} batches`);
  assert.deepEqual([...new Set(batches.map(({ url }) => url))].toSorted(), [
    "/beta/$batch",
    "/v1.0/$batch",
  ]);
});

test("filters are sent so that they arrive whole, by themselves and in a batch", async (t) => {
  const data = {
    "/users": [
      { id: "1", displayName: "O'Neil & sons + more" },
      { id: "2", displayName: "other" },
    ],
  };
  const server = await startGraphServer(t, tenantWith(data));
  const name = encodeURIComponent("'O''Neil & sons + more'");
  const path = `/v1.0/users?$filter=displayName eq ${name}`;
  const requests = ["a", "b"].map((each) => collection(each, path));
  for (const asked of [requests, requests.slice(0, 1)]) {
    const read = await timedReader(specOf(server.url)).reader.read(asked);
    assert.deepEqual(
      [...read.values()].map(idsOf),
      asked.map(() => ["1"]),
    );
  }
});

test("what there is not is absent; the rest is read", async (t) => {
  const server = await startGraphServer(t, tenantWith({ "/users": objects(1, "u") }));
  const user = (id: string): GraphRequest => ({
    ...authorizationPolicy,
    name: id,
    path: `/v1.0/users/${id}`,
  });
  const read = await timedReader(specOf(server.url)).reader.read([user("u-0"), user("u-9")]);
  assert.deepEqual([...read.values()].map(idsOf), [["u-0"], { kind: "absent" }]);
  server.breakDown("/v1.0/users/u-0", 1, (_, response) => response.writeHead(204).end());
  const empty = await timedReader(specOf(server.url)).reader.read([user("u-0")]);
  assert.deepEqual(empty.get("u-0"), { kind: "absent" });
});

test("nothing is asked when nothing is to be read, and two requests of one name are a mistake", async (t) => {
  const server = await startGraphServer(t, tenantWith({}));
  const { reader } = timedReader(specOf(server.url));
  assert.equal((await reader.read([])).size, 0);
  assert.deepEqual(server.calls, []);
  await assert.rejects(reader.read([applications, applications]), /two requests are named/);
});

test("a second reading goes on with the same token and counts on", async (t) => {
  const server = await startGraphServer(t, tenantWith({ "/applications": objects(3) }));
  const { reader, progress } = timedReader(specOf(server.url));
  await reader.read([applications]);
  await reader.read([applications]);
  assert.equal(server.tokens.length, 1);
  assert.deepEqual(
    progress.map(([, count]) => count),
    [3, 6],
  );
});
