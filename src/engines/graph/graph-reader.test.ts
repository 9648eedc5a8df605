import assert from "node:assert/strict";
import { test } from "node:test";
import { DirectoryRefused } from "#engines/directory-types";
import { type GraphTenant, startGraphServer } from "#test/graph-server";
import { clientId, clientSecret, collection, specOf, tenantId, timedReader } from "./testing.ts";

const items = (count: number, prefix = "app") =>
  Array.from({ length: count }, (_, i) => ({
    id: `${prefix}-${i}`,
    displayName: `${prefix} ${i}`,
    passwordCredentials: [],
  }));

const tenant = (data: GraphTenant["data"]): GraphTenant => ({
  id: tenantId,
  application: { id: clientId, secret: clientSecret },
  permissions: [
    "Application.Read.All",
    "Policy.Read.All",
    "User.Read.All",
    "AuditLog.Read.All",
    "RoleManagement.Read.Directory",
  ],
  data,
});

const authorizationPolicy = { id: "authorizationPolicy", allowInvitesFrom: "everyone" };
const policy = {
  name: "authorization policy",
  path: "/v1.0/policies/authorizationPolicy",
  kind: "single",
  permission: "Policy.Read.All",
  licence: null,
} as const;
const applications = collection("applications", "/v1.0/applications?$select=id,displayName");

test("10,000 applications are read in pages of 100, each once", async (t) => {
  const server = await startGraphServer(t, tenant({ "/applications": items(10_000) }));
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
    "/applications": items(250),
    "/servicePrincipals": items(120, "sp"),
    "/policies/authorizationPolicy": authorizationPolicy,
  };
  const server = await startGraphServer(t, tenant(data));
  const { reader } = timedReader(specOf(server.url));
  const principals = collection("service principals", "/v1.0/servicePrincipals");
  const read = await reader.read([applications, principals, policy]);
  const counts = [...read].map(([name, one]) => [name, one.kind === "read" && one.items.length]);
  assert.deepEqual(counts, [
    ["applications", 250],
    ["service principals", 120],
    ["authorization policy", 1],
  ]);
  assert.deepEqual(
    server.calls
      .filter(({ batch }) => batch === null)
      .map(({ method, url }) => `${method} ${url.split("?")[0]}`),
    [
      `POST /${tenantId}/oauth2/v2.0/token`,
      "POST /v1.0/$batch",
      "POST /v1.0/$batch",
      "GET /v1.0/applications",
    ],
  );
  assert.partialDeepStrictEqual(read.get("authorization policy"), {
    items: [{ allowInvitesFrom: "everyone" }],
  });
});
