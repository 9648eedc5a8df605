import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeclarationList } from "./list.ts";
import { createDeclaring, detailsOf } from "./testing/declaring.ts";
import { selfSigned } from "#test/tls-fixtures";

const { rows, start } = await createDeclaring();

test("a secret that is left out stays, a new one takes its place, null takes it away, and none is ever told", async () => {
  const { tenantId, ask } = await start();
  const web = {
    name: "web",
    type: "http",
    target: "https://a.test/",
    http: {
      headers: { "X-One": "s3cret-1", "X-Two": "s3cret-2" },
      basicAuth: { user: "u", password: "s3cret-3" },
    },
  };
  const { id } = (await ask("POST", "/declarations/sensors", web)).json();
  const read = async () => (await ask("GET", `/declarations/sensors/${id}`)).json();
  const put = async (http: object) => {
    const reply = await ask("PUT", `/declarations/sensors/${id}`, { ...web, http });
    assert.equal(reply.statusCode, 200, reply.body);
    assert.ok(!reply.body.includes("s3cret"));
    return reply.json().changes;
  };
  assert.deepEqual((await read()).secrets, [
    "/http/headers/X-One",
    "/http/headers/X-Two",
    "/http/basicAuth/password",
  ]);
  assert.deepEqual(await put({ headers: {}, basicAuth: { user: "u" } }), []);
  assert.deepEqual(await put({ headers: { "X-One": null }, basicAuth: { user: "u" } }), [
    "Changes sensor web: credentials",
  ]);
  assert.deepEqual((await read()).secrets, ["/http/headers/X-Two", "/http/basicAuth/password"]);
  assert.deepEqual(await put({ headers: { "X-Two": "s3cret-4" } }), [
    'Changes sensor web: http.basicAuth {"user":"u"} → none, credentials',
  ]);
  assert.deepEqual((await read()).secrets, ["/http/headers/X-Two"]);
  assert.deepEqual(await put({ headers: {}, bearerToken: "s3cret-5" }), [
    "Changes sensor web: credentials",
  ]);
  // One way to say who asks takes the place of the other.
  await put({ headers: {}, basicAuth: { user: "u", password: "s3cret-6" } });
  assert.deepEqual((await read()).secrets, ["/http/headers/X-Two", "/http/basicAuth/password"]);
  const log = await rows("select detail::text as detail from audit_log where tenant_id = $1", [
    tenantId,
  ]);
  assert.ok(!JSON.stringify(log).includes("s3cret"));
});

test("a secret that is kept goes nowhere else: for another target, server, collector or proof it must be given again", async () => {
  const { ask, idOf } = await start(`
collectors: [{ name: branch }]
probes: [{ name: branch }]
directories:
  - { name: ad, type: active_directory, urls: ["ldaps://dc1.acme.test", "ldaps://dc2.acme.test"], user: r, password: s3cret-1 }
  - { name: cloud, type: entra, tenantId: acme.test, clientId: 6a0c1ad3-6d3c-4a3c-9f3e-0d3f2f2c9b11, clientSecret: s3cret-2 }
sensors:
  - name: web
    type: http
    target: https://a.test/
    http: { headers: { X-One: s3cret-3 }, basicAuth: { user: u, password: s3cret-4 } }
  - { name: router, type: snmp, target: 10.0.0.1, host: [uptime], snmp: { version: 2c, community: s3cret-5 } }
`);
  const again = (path: string, why: string) =>
    `${path} must be given again: ${why}, and what is kept is not sent elsewhere`;
  const ofSensor = "the target has changed";
  const ofDirectory = "it would go to another server";
  const proof = "the server would prove in another way who it is";
  const keptHttp = { headers: {}, basicAuth: { user: "u" } };
  const both = (why: string) => [
    again("/http/headers/X-One", why),
    again("/http/basicAuth/password", why),
  ];
  const { cert: ca } = selfSigned({ names: ["dc1.acme.test"] });
  const cases: [list: DeclarationList, name: string, change: object, told: string[]][] = [
    [
      "sensors",
      "web",
      { target: "https://evil.test/" },
      [again("/http/headers/X-One", ofSensor), again("/http/basicAuth/password", ofSensor)],
    ],
    [
      "sensors",
      "web",
      { target: "http://a.test/", http: { headers: {}, basicAuth: { user: "u", password: "x" } } },
      [again("/http/headers/X-One", ofSensor)],
    ],
    [
      "sensors",
      "web",
      { target: "https://a.test:8443/", http: { headers: { "X-One": null } } },
      [],
    ],
    ["sensors", "web", { target: "https://a.test@evil.test/" }, ["any"]],
    [
      "sensors",
      "web",
      { collector: "branch", http: keptHttp },
      both("another collector would send it"),
    ],
    ["sensors", "web", { collector: "embedded", http: keptHttp }, []],
    [
      "sensors",
      "web",
      { http: { ...keptHttp, verify: false } },
      both("the certificate would no longer be verified"),
    ],
    [
      "sensors",
      "web",
      { http: { ...keptHttp, ca } },
      both("another authority would vouch for the server"),
    ],
    ["sensors", "web", { http: { ...keptHttp, method: "HEAD" } }, []],
    ["sensors", "router", { target: "10.0.0.9" }, [again("/snmp/community", ofSensor)]],
    ["sensors", "router", { target: "10.0.0.1:1161" }, [again("/snmp/community", ofSensor)]],
    ["sensors", "router", { target: "10.0.0.1:161" }, []],
    ["sensors", "router", { target: "10.0.0.9", snmp: { version: "2c", community: "new" } }, []],
    [
      "directories",
      "ad",
      { urls: ["ldaps://dc1.acme.test", "ldaps://evil.test"] },
      [again("/password", ofDirectory)],
    ],
    ["directories", "ad", { urls: ["ldap://dc1.acme.test"] }, [again("/password", ofDirectory)]],
    ["directories", "ad", { urls: ["ldaps://dc2.acme.test"] }, []],
    ["directories", "ad", { urls: ["ldaps://evil.test"], password: "new" }, []],
    ["directories", "ad", { probe: "branch" }, [again("/password", "another probe would send it")]],
    ["directories", "ad", { serverName: "evil.test" }, [again("/password", proof)]],
    ["directories", "ad", { ca }, [again("/password", proof)]],
    ["directories", "ad", { ca, password: "new" }, []],
    ["directories", "ad", { baseDn: "DC=acme,DC=test" }, []],
    [
      "directories",
      "cloud",
      { loginUrl: "https://evil.test" },
      [again("/clientSecret", ofDirectory)],
    ],
    ["directories", "cloud", { loginUrl: "https://login.microsoftonline.com" }, []],
  ];
  for (const [list, name, change, told] of cases) {
    const path = `/declarations/${list}/${await idOf(list, name)}`;
    const { item } = (await ask("GET", path)).json();
    const { faults } = (await ask("PUT", `${path}?dryRun=true`, { ...item, ...change })).json();
    const said = faults.map(
      (fault: { path: string; message: string }) => `${fault.path} ${fault.message}`,
    );
    const what = `${name} ${JSON.stringify(change)}`;
    if (told[0] === "any") assert.ok(said.length > 0, what);
    else assert.deepEqual(said, told, what);
    if (told.length === 0) continue;
    const put = await ask("PUT", path, { ...item, ...change });
    assert.equal(put.statusCode, 400, what);
    assert.ok(!put.body.includes("s3cret"), put.body);
  }
  const path = `/declarations/sensors/${await idOf("sensors", "web")}`;
  const { item } = (await ask("GET", path)).json();
  const moved = { ...item, target: "https://A.TEST:443/health" };
  assert.equal((await ask("PUT", path, moved)).statusCode, 200);
  assert.equal((await ask("GET", path)).json().secrets.length, 2);
});

test("an SNMP sensor keeps the passwords that its level uses, and no others", async () => {
  const { ask } = await start();
  const user = {
    version: 3,
    user: "mon",
    level: "authPriv",
    authProtocol: "SHA",
    privProtocol: "AES",
  };
  const router = { name: "router", type: "snmp", target: "10.0.0.1", host: ["uptime"] };
  const { id } = (
    await ask("POST", "/declarations/sensors", {
      ...router,
      snmp: { ...user, authPassword: "s3cret-auth", privPassword: "s3cret-priv" },
    })
  ).json();
  const put = async (snmp: object) =>
    ask("PUT", `/declarations/sensors/${id}`, { ...router, snmp });
  const secrets = async () => (await ask("GET", `/declarations/sensors/${id}`)).json().secrets;
  assert.deepEqual((await put(user)).json().changes, []);
  const { privProtocol: _p, ...authOnly } = { ...user, level: "authNoPriv" };
  assert.equal((await put(authOnly)).statusCode, 200);
  assert.deepEqual(await secrets(), ["/snmp/authPassword"]);
  assert.deepEqual(detailsOf(await put({ version: "2c" })), ["/snmp/community is missing"]);
  assert.equal((await put({ version: "2c", community: "s3cret" })).statusCode, 200);
  assert.equal((await put({ version: 1 })).statusCode, 200);
  assert.deepEqual(await secrets(), ["/snmp/community"]);
});
