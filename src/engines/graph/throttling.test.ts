import assert from "node:assert/strict";
import { test } from "node:test";
import { errors } from "#test/graph-errors";
import { startGraphServer } from "#test/graph-server";
import {
  collection,
  idsOf,
  objects,
  refusalOf,
  specOf,
  tenantWith,
  timedReader,
} from "./testing/timed-reader.ts";

const data = {
  "/applications": objects(3),
  "/servicePrincipals": objects(2, "sp"),
  "/users": objects(1, "u"),
};
const requests = [
  collection("applications", "/v1.0/applications"),
  collection("service principals", "/v1.0/servicePrincipals"),
  collection("users", "/v1.0/users"),
];
const everything = { applications: 3, "service principals": 2, users: 1 };
const countsOf = (read: ReadonlyMap<string, { kind: string; items?: readonly unknown[] }>) =>
  Object.fromEntries([...read].map(([name, one]) => [name, one.items?.length ?? one.kind]));

test("of a batch only the throttled part is asked for again, after as long as it says", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  server.throttle("/servicePrincipals", 2, "17");
  const { reader, waits } = timedReader(specOf(server.url));
  assert.deepEqual(countsOf(await reader.read(requests)), everything);
  assert.deepEqual(waits, [17_000, 17_000]);
  assert.deepEqual(
    server.callsOf("/servicePrincipals").map(({ status, batch }) => [status, batch]),
    [
      [429, 1],
      [429, null],
      [200, null],
    ],
  );
  assert.equal(server.callsOf("/applications").length, 1);
});

test("while one part waits the pages of others go on", async (t) => {
  const server = await startGraphServer(t, tenantWith({ ...data, "/applications": objects(500) }));
  server.throttle("/users", 1, "60");
  const { reader, waits } = timedReader(specOf(server.url));
  assert.deepEqual(countsOf(await reader.read(requests)), { ...everything, applications: 500 });
  assert.deepEqual(waits, [60_000]);
  assert.equal(server.calls.at(-1)?.url, "/v1.0/users");
});

test("a date in Retry-After is one of the server's clock, and fractions of seconds are taken", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  server.answer("/users", 1, {
    ...errors.throttled("Sat, 21 Nov 2020 10:00:30 GMT"),
    headers: {
      "Retry-After": "Sat, 21 Nov 2020 10:00:30 GMT",
      Date: "Sat, 21 Nov 2020 10:00:00 GMT",
    },
  });
  server.throttle("/users", 1, "0.249");
  const { reader, waits } = timedReader(specOf(server.url));
  assert.deepEqual(countsOf(await reader.read(requests)), everything);
  assert.deepEqual(waits, [30_000, 249]);
});

test("without Retry-After the waits grow, and are not the same for everybody", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  server.throttle("/users", 6, null);
  const { reader, waits } = timedReader(specOf(server.url));
  assert.deepEqual(countsOf(await reader.read(requests)), everything);
  assert.equal(waits.length, 6);
  for (const [i, ms] of waits.entries()) {
    assert.ok(ms > 500 * 2 ** i && ms <= 1000 * 2 ** i, `${ms} ms the ${i + 1}. time`);
  }
});

test("a whole batch that is throttled, or in vain, is asked for again", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  server.answer("/$batch", 1, errors.throttled("5"));
  server.answer("/$batch", 1, { status: 503, headers: { "Retry-After": "7" }, body: {} });
  server.answer("/$batch", 1, { status: 200, headers: {}, body: { responses: [] } });
  const { reader, waits } = timedReader(specOf(server.url));
  assert.deepEqual(countsOf(await reader.read(requests)), everything);
  assert.deepEqual(waits.slice(0, 2), [5000, 7000]);
  assert.equal(waits.length, 3);
  assert.equal(server.callsOf("/$batch").length, 4);
});

test("what is throttled for ever is given up; the others are read", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  server.throttle("/users", 1000, "2");
  const { reader, waits } = timedReader(specOf(server.url), { limits: { attempts: 5 } });
  const read = await reader.read(requests);
  assert.deepEqual(read.get("users"), {
    kind: "refused",
    needs: "Could not read users: Microsoft Graph answers 429, after 5 attempts.",
  });
  assert.deepEqual(countsOf(read), { ...everything, users: "refused" });
  assert.deepEqual(waits, [2000, 2000, 2000, 2000]);
});

test("who asks us to wait for days is not waited for", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  server.throttle("/users", 1, "864000");
  const { reader, waits } = timedReader(specOf(server.url));
  assert.deepEqual((await reader.read(requests)).get("users"), {
    kind: "refused",
    needs:
      "Could not read users: Microsoft Graph answers 429 and asks us to wait for 864000 s, which is too long.",
  });
  assert.deepEqual(waits, []);
});

test("waiting ends with the time for everything", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  server.throttle("/users", 1000, "50");
  const limits = { totalMs: 120_000, attempts: 100 };
  const { reader, waits } = timedReader(specOf(server.url), { limits });
  const read = await reader.read(requests);
  assert.deepEqual(waits, [50_000, 50_000]);
  assert.equal(read.get("users")?.kind, "refused");
  assert.deepEqual(idsOf(read.get("applications")), ["app-0", "app-1", "app-2"]);
});

test("a token service that is busy is asked again, and at last refused by a sentence", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  server.answer("/token", 1, { status: 503, headers: { "Retry-After": "3" }, body: "<html>" });
  server.throttle("/token", 1, "4");
  const patient = timedReader(specOf(server.url));
  assert.deepEqual(countsOf(await patient.reader.read(requests)), everything);
  assert.deepEqual(patient.waits, [3000, 4000]);
  server.throttle("/token", 1000, "1");
  const { reader } = timedReader(specOf(server.url), { limits: { attempts: 3 } });
  assert.match(
    await refusalOf(reader.read(requests)),
    /^127\.0\.0\.1:\d+ is busy \(3 attempts\)\.$/,
  );
});

test("when the time for everything is over nothing more is asked", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  const { reader, pass } = timedReader(specOf(server.url));
  await reader.read(requests);
  const before = server.calls.length;
  pass(61 * 60_000);
  assert.equal(
    await refusalOf(reader.read(requests)),
    "Microsoft Graph could not be read within 60 minutes.",
  );
  assert.equal(server.calls.length, before);
});
