import assert from "node:assert/strict";
import { test } from "node:test";
import { errors, graphError, tokenError } from "#test/graph-errors";
import { startGraphServer } from "#test/graph-server";
import {
  clientId,
  clientSecret,
  collection,
  idsOf,
  objects,
  refusalOf,
  specOf,
  tenantId,
  tenantWith,
  timedReader,
} from "./testing/timed-reader.ts";

const data = { "/applications": objects(2), "/servicePrincipals": objects(1, "sp") };
const applications = collection("applications", "/v1.0/applications");
const principals = collection("service principals", "/v1.0/servicePrincipals");

test("each mistake in the declaration is a sentence that says what to do, and never holds the secret", async (t) => {
  const wrong = "wrong~secret+of&ours";
  const server = await startGraphServer(t, tenantWith(data));
  const expired = await startGraphServer(
    t,
    tenantWith(data, {
      application: { id: clientId, secret: clientSecret, state: "secret_expired" },
    }),
  );
  const disabled = await startGraphServer(
    t,
    tenantWith(data, { application: { id: clientId, secret: clientSecret, state: "disabled" } }),
  );
  const other = "99999999-9999-4999-8999-999999999999";
  const cases: [ReturnType<typeof specOf>, string][] = [
    [
      specOf(server.url, { clientSecret: wrong }),
      `The client secret of the application ${clientId} is wrong. Take the secret's value, not its id. (AADSTS7000215)`,
    ],
    [
      specOf(expired.url),
      `The client secret of the application ${clientId} has expired. Make a new one and declare it. (AADSTS7000222)`,
    ],
    [specOf(disabled.url), `The application ${clientId} is disabled. (AADSTS7000112)`],
    [
      specOf(server.url, { clientId: other }),
      `The tenant ${tenantId} does not know the application ${other}. Check clientId and tenantId, and that the application was given consent there. (AADSTS700016)`,
    ],
    [
      specOf(server.url, { tenantId: "nobody.test" }),
      `${new URL(server.url).host} does not know the tenant nobody.test. Check tenantId, and loginUrl if it is in a national cloud. (AADSTS90002)`,
    ],
  ];
  for (const [spec, sentence] of cases) {
    assert.equal(await refusalOf(timedReader(spec).reader.read([applications])), sentence);
  }
});

test("the tenant may be named by one of its domains", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  const { reader } = timedReader(specOf(server.url, { tenantId: "acme.test" }));
  assert.deepEqual(idsOf((await reader.read([applications])).get("applications")), [
    "app-0",
    "app-1",
  ]);
});

test("an error that is not known here is told in the service's words, without ids, control characters and secrets", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  const said = `Your secret ${clientSecret} (${encodeURIComponent(clientSecret)})\u001b[31m is odd.`;
  server.answer("/token", 1, tokenError(400, "invalid_request", 900_144, said));
  assert.equal(
    await refusalOf(timedReader(specOf(server.url)).reader.read([applications])),
    `${new URL(server.url).host} gives no token: AADSTS900144: Your secret … (…) [31m is odd.`,
  );
});

test("answers that are no token are refused", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  const bodies = [
    {},
    [],
    { access_token: 5, expires_in: 3600 },
    { access_token: "two words", expires_in: 3600 },
    { access_token: "a\r\nX-Evil: 1", expires_in: 3600 },
    { access_token: "abc", expires_in: "soon" },
    { access_token: "abc", expires_in: -1 },
  ];
  for (const body of bodies) {
    server.answer("/token", 1, { status: 200, headers: {}, body });
    assert.match(
      await refusalOf(timedReader(specOf(server.url)).reader.read([applications])),
      /answers, but not with a token\.$/,
    );
  }
});

test("a token is renewed before it ends", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  const { reader, pass } = timedReader(specOf(server.url));
  await reader.read([applications]);
  pass(3_200_000);
  await reader.read([applications]);
  assert.equal(server.tokens.length, 1);
  pass(200_000);
  await reader.read([applications]);
  assert.equal(server.tokens.length, 2);
  assert.ok(server.callsOf("/applications").every(({ status }) => status === 200));
});

test("a token that is not accepted any more is renewed once, also by calls that are under way at the same time", async (t) => {
  const server = await startGraphServer(t, tenantWith({ "/users": objects(100, "u") }));
  const { reader } = timedReader(specOf(server.url));
  const users = objects(100, "u").map(({ id }) => ({
    ...collection(id, `/v1.0/users/${id}`),
    kind: "single" as const,
  }));
  await reader.read(users);
  server.expireTokens();
  const read = await reader.read(users);
  assert.deepEqual(
    [...read.values()].flatMap(idsOf),
    users.map(({ name }) => name),
  );
  assert.equal(server.tokens.length, 2);
});

test("a token that is never accepted refuses the directory", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  server.answer("/applications", 10, errors.wrongToken());
  assert.match(
    await refusalOf(timedReader(specOf(server.url)).reader.read([applications])),
    /^Microsoft Graph does not accept the token: 401 \(InvalidAuthenticationToken: CompactToken/,
  );
});

test("a part of a batch that keeps saying 401 while the others are answered lacks its permission", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  server.answer("/applications", 1, errors.oldToken());
  server.answer("/servicePrincipals", 10, graphError(401, "Unauthorized", "no"));
  const read = await timedReader(specOf(server.url)).reader.read([applications, principals]);
  assert.deepEqual(idsOf(read.get("applications")), ["app-0", "app-1"]);
  assert.deepEqual(read.get("service principals"), {
    kind: "refused",
    needs: "Needs the permission Application.Read.All.",
  });
});

test("tokens may end again and again while one collection is read", async (t) => {
  const server = await startGraphServer(t, tenantWith({ "/applications": objects(500) }));
  let pages = 0;
  const { reader } = timedReader(specOf(server.url), {
    onProgress: () => {
      pages++;
      server.expireTokens();
    },
  });
  const read = await reader.read([applications]);
  assert.deepEqual(
    idsOf(read.get("applications")),
    objects(500).map(({ id }) => id),
  );
  assert.equal(pages, 5);
  assert.equal(server.tokens.length, 5);
});

test("a part of a batch may say 401 before each of its pages", async (t) => {
  const data = { "/applications": objects(300), "/servicePrincipals": objects(300, "sp") };
  const server = await startGraphServer(t, tenantWith(data));
  const end = (): void => server.answer("/applications", 1, errors.oldToken());
  end();
  const { reader } = timedReader(specOf(server.url), {
    onProgress: (what) => void (what === "applications" && end()),
  });
  const read = await reader.read([applications, principals]);
  assert.deepEqual(
    idsOf(read.get("applications")),
    objects(300).map(({ id }) => id),
  );
  assert.deepEqual(
    server.callsOf("/applications").map(({ status }) => status),
    [401, 200, 401, 200, 401, 200],
  );
});

test("a token that Graph sends back is not told to people", async (t) => {
  const server = await startGraphServer(t, tenantWith(data));
  server.breakDown("/v1.0/applications", 1, (request, response) => {
    response.writeHead(418, { "content-type": "application/json" });
    const message = `I got ${request.headers.authorization} from you`;
    response.end(JSON.stringify({ error: { code: "Teapot", message } }));
  });
  const read = await timedReader(specOf(server.url)).reader.read([applications]);
  assert.deepEqual(read.get("applications"), {
    kind: "refused",
    needs:
      "Could not read applications: Microsoft Graph answers 418 (Teapot: I got Bearer … from you).",
  });
});
