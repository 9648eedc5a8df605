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
  tenantWith,
  timedReader,
} from "./testing/timed-reader.ts";

const policies: GraphRequest = collection(
  "conditional access policies",
  "/v1.0/identity/conditionalAccess/policies",
  { permission: "Policy.Read.All" },
);
const schedules: GraphRequest = collection(
  "active roles",
  "/v1.0/roleManagement/directory/roleAssignmentScheduleInstances",
  { permission: "RoleManagement.Read.Directory", licence: "Microsoft Entra ID P2" },
);
const applications = collection("applications", "/v1.0/applications");
const signIn: GraphRequest = {
  name: "last sign-in",
  path: "/v1.0/users/u-0?$select=id,signInActivity",
  kind: "single",
  permission: "AuditLog.Read.All",
  licence: "Microsoft Entra ID P1",
};
const data = {
  "/applications": objects(1),
  "/users": [{ id: "u-0", signInActivity: { lastSignInDateTime: "2026-11-01T10:00:00Z" } }],
  "/identity/conditionalAccess/policies": objects(1, "policy"),
  "/roleManagement/directory/roleAssignmentScheduleInstances": objects(1, "role"),
  "/policies/authorizationPolicy": { id: "authorizationPolicy" },
};
const all = [applications, policies, schedules, signIn, authorizationPolicy];
const whole = [["app-0"], ["policy-0"], ["role-0"], ["u-0"], ["authorizationPolicy"]];

test("each permission that is missing is named by exactly the requests that take it", async (t) => {
  const permissions = [...new Set(all.map(({ permission }) => permission))];
  for (const missing of permissions) {
    const server = await startGraphServer(t, tenantWith(data));
    const before = await timedReader(specOf(server.url)).reader.read(all);
    assert.deepEqual([...before.values()].map(idsOf), whole);
    server.deny(missing);
    const read = await timedReader(specOf(server.url)).reader.read(all);
    for (const { name, permission } of all) {
      const expected = { kind: "refused", needs: `Needs the permission ${missing}.` };
      if (permission === missing) assert.deepEqual(read.get(name), expected);
      else assert.deepEqual(read.get(name), before.get(name));
    }
  }
});

test("each licence that is missing is named, whatever status the service behind Graph has for it", async (t) => {
  const server = await startGraphServer(t, tenantWith(data, { licences: [] }));
  const read = await timedReader(specOf(server.url)).reader.read(all);
  assert.deepEqual([...read.values()].map(idsOf), [
    ["app-0"],
    ["policy-0"],
    { kind: "refused", needs: "Needs the licence Microsoft Entra ID P2." },
    { kind: "refused", needs: "Needs the licence Microsoft Entra ID P1." },
    ["authorizationPolicy"],
  ]);
  const alone = await timedReader(specOf(server.url)).reader.read([schedules]);
  assert.deepEqual(alone.get("active roles"), read.get("active roles"));
});

test("a licence that nobody expected is told in Graph's words", async (t) => {
  const server = await startGraphServer(t, tenantWith(data, { licences: [] }));
  const read = await timedReader(specOf(server.url)).reader.read([{ ...schedules, licence: null }]);
  assert.deepEqual(read.get("active roles"), {
    kind: "refused",
    needs:
      "Needs a licence. Microsoft Graph says: The tenant needs to have Microsoft Entra ID P2 or Microsoft Entra ID Governance license.",
  });
});

test("a property that Graph does not know is a sentence, and harms no other request", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  server.collections.withoutProperty("/applications", "passwordCredentials");
  const odd = { ...applications, path: "/v1.0/applications?$select=id,passwordCredentials" };
  const expected = {
    kind: "refused",
    needs:
      "Could not read applications: Microsoft Graph answers 400 (Request_BadRequest: Could not find a property named 'passwordCredentials' on type 'microsoft.graph.applications'.).",
  };
  for (const requests of [[odd], [odd, policies]]) {
    const read = await timedReader(specOf(server.url)).reader.read(requests);
    assert.deepEqual(read.get("applications"), expected);
  }
});

test("a path that Graph does not know is a sentence", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  const read = await timedReader(specOf(server.url)).reader.read([
    collection("nonsense", "/v1.0/nonsense"),
  ]);
  assert.deepEqual(read.get("nonsense"), {
    kind: "refused",
    needs:
      "Could not read nonsense: Microsoft Graph answers 400 (BadRequest: Resource not found for the segment 'nonsense'.).",
  });
});

test("a later page that is refused or gone does not pass for the end", async (t) => {
  const server = await startGraphServer(t, tenantWith({ "/applications": objects(150) }));
  server.breakDown("/v1.0/applications", 1, (_, response) => {
    const next = `${server.url}/v1.0/users/nobody`;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ value: objects(1), "@odata.nextLink": next }));
  });
  const read = await timedReader(specOf(server.url)).reader.read([applications]);
  assert.deepEqual(read.get("applications"), {
    kind: "refused",
    needs:
      "Could not read applications: Microsoft Graph answers 404 (Request_ResourceNotFound: Resource 'nobody' does not exist or one of its queried reference-property objects are not present.).",
  });
});
