import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { newId } from "#lib/ids";
import { createApplier } from "#test/apply";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { lists } from "./list.ts";

const testDatabase = await createTestDatabase();
const { database } = testDatabase;
const now = Date.parse("2026-11-20T12:00:00Z");
const { apply, linesOf, rows, box } = createApplier(testDatabase, () => now);
const app = await createConsoleApp(database, {
  now: () => now,
  deps: { box, sensorRules: { minIntervalSec: 30 } },
});

async function start(yaml = "") {
  const tenant = `tenant ${newId()}`;
  await apply(`tenant: ${tenant}\n${yaml}`);
  const [found] = await rows("select id from tenants where name = $1", [tenant]);
  const tenantId = String(found?.["id"]);
  const as = async (
    role: "administrator" | "operator" | "viewer",
    companies: string[] | null = null,
  ) => askConsole(app, tenantId, await seedMember(database, tenantId, role, companies));
  const ask = await as("administrator");
  const idOf = async (list: string, name: string): Promise<string> => {
    const { items } = (await ask("GET", `/declarations/${list}`)).json();
    return items.find((each: { name: string }) => each.name === name).id;
  };
  return { tenant, tenantId, as, ask, idOf };
}

const ping = { name: "ping", type: "icmp", target: "10.0.0.1" };
const detailsOf = (reply: { json: () => { details?: { path: string; message: string }[] } }) =>
  (reply.json().details ?? []).map(({ path, message }) => `${path} ${message}`);

const site = `
companies: [{ name: Acme }]
collectors: [{ name: berlin }]
probes: [{ name: branch, company: Acme }]
sites: [{ name: HQ, company: Acme }]
sensors:
  - { name: switch, type: icmp, target: 10.0.0.2, company: Acme, collector: berlin }
  - { name: web, type: icmp, target: 10.0.0.3, parent: switch }
maintenance: [{ name: nightly, cron: "0 2 * * *", durationMin: 30, sensors: [web], companies: [Acme] }]
scans: [{ name: look, site: HQ, probe: branch, type: discovery, targets: [10.0.0.0/24] }]
bundles: [{ name: there, content: ssg-debian12-ds.xml }]
audits: [{ name: weekly, bundle: there, profile: anssi, site: HQ }]
directories: [{ name: cloud, type: entra, site: HQ, tenantId: acme.test, clientId: 6a0c1ad3-6d3c-4a3c-9f3e-0d3f2f2c9b11, clientSecret: s }]
`;
const renamed: Readonly<Record<string, string>> = {
  companies: "Acme",
  collectors: "berlin",
  probes: "branch",
  sites: "HQ",
  sensors: "switch",
  maintenance: "nightly",
  scans: "look",
  bundles: "there",
  audits: "weekly",
  directories: "cloud",
};

test("a new name keeps the id and everything that refers to it, and is in the audit log", async () => {
  const { tenant, tenantId, ask, idOf } = await start(site);
  let yaml = site;
  for (const list of lists) {
    const from = renamed[list] ?? "";
    const to = `${from} anew`;
    const id = await idOf(list, from);
    const { item } = (await ask("GET", `/declarations/${list}/${id}`)).json();
    const reply = await ask("PUT", `/declarations/${list}/${id}`, { ...item, name: to });
    assert.equal(reply.statusCode, 200, reply.body);
    assert.deepEqual(reply.json().changes, [`Renames ${from} to ${to}`]);
    assert.equal(await idOf(list, to), id);
    yaml = yaml.replaceAll(new RegExp(`\\b${from}\\b`, "g"), to);
  }
  // With the names that they have now, a file finds everything where it was.
  assert.deepEqual(await linesOf(`tenant: ${tenant}\n${yaml}`, { prune: true }), []);
  const log = await rows(
    "select action from audit_log where tenant_id = $1 and action like '%.rename' order by action",
    [tenantId],
  );
  assert.equal(log.length, lists.length);
});

test("what is in use is not deleted, and it says by what; what is not, goes", async () => {
  const { ask, idOf } = await start(site);
  const refusals: Readonly<Record<string, string>> = {
    companies:
      'The company "Acme" cannot be deleted: it is used by sensor "switch", maintenance "nightly", site "HQ", probe "branch".',
    collectors: 'The collector "berlin" cannot be deleted: it is used by sensor "switch".',
    sensors: 'The sensor "switch" cannot be deleted: it is used by sensor "web".',
    sites:
      'The site "HQ" cannot be deleted: it is used by scan "look", audit "weekly", directory "cloud".',
    probes: 'The probe "branch" cannot be deleted: it is used by scan "look".',
    bundles: 'The bundle "there" cannot be deleted: it is used by audit "weekly".',
  };
  for (const [list, error] of Object.entries(refusals)) {
    const reply = await ask(
      "DELETE",
      `/declarations/${list}/${await idOf(list, renamed[list] ?? "")}`,
    );
    assert.deepEqual([reply.statusCode, reply.json().error], [400, error]);
  }
  const order = ["maintenance", "directories", "audits", "bundles", "scans"];
  for (const list of [...order, "sites", "probes"]) {
    const id = await idOf(list, renamed[list] ?? "");
    const reply = await ask("DELETE", `/declarations/${list}/${id}`);
    assert.equal(reply.statusCode, 200, reply.body);
    assert.equal((await ask("GET", `/declarations/${list}/${id}`)).statusCode, 404);
    assert.equal((await ask("DELETE", `/declarations/${list}/${id}`)).statusCode, 404);
  }
  for (const name of ["web", "switch"]) {
    const reply = await ask("DELETE", `/declarations/sensors/${await idOf("sensors", name)}`);
    assert.equal(reply.statusCode, 200, reply.body);
  }
  for (const list of ["collectors", "companies"]) {
    const reply = await ask(
      "DELETE",
      `/declarations/${list}/${await idOf(list, renamed[list] ?? "")}`,
    );
    assert.deepEqual(reply.json().changes.length, 1, reply.body);
  }
  for (const list of ["collectors", "probes"]) {
    const reply = await ask("DELETE", `/declarations/${list}/${await idOf(list, "embedded")}`);
    assert.match(reply.json().error, /belongs to the server itself/);
  }
});

test("a company to which somebody is limited is not deleted", async () => {
  const { as, ask, idOf } = await start("companies: [{ name: Acme }]");
  const id = await idOf("companies", "Acme");
  await as("viewer", [id]);
  const reply = await ask("DELETE", `/declarations/companies/${id}`);
  assert.match(reply.json().error, /1 of the people/);
});

test("a company that somebody is invited to see is not deleted before the invitation has ended", async () => {
  const { tenantId, ask, idOf } = await start("companies: [{ name: Acme }]");
  const id = await idOf("companies", "Acme");
  const invitation = newId();
  await rows(
    `insert into invitations (tenant_id, id, token_hash, email, name, role, company_ids, created_at, created_by, expires_at)
     values ($1, $2::uuid, sha256($2::text::bytea), $2::text || '@example.test', 'Vera', 'viewer', array[$3::uuid], 0, 'test', $4)`,
    [tenantId, invitation, id, now + 1],
  );
  const reply = await ask("DELETE", `/declarations/companies/${id}`);
  assert.equal(reply.statusCode, 400, reply.body);
  assert.match(reply.json().error, /1 invitation waits .* revoke it first, under People\.$/);
  await rows("update invitations set expires_at = $2 where id = $1", [invitation, now]);
  assert.equal((await ask("DELETE", `/declarations/companies/${id}`)).statusCode, 200);
});

test("every fault is told at its field, as a file would be refused, and nothing is changed", async () => {
  const { ask } = await start(
    "companies: [{ name: Acme }]\nsensors: [{ name: taken, type: icmp, target: 10.0.0.1 }]",
  );
  const cases: [list: string, body: unknown, details: string[]][] = [
    [
      "sensors",
      { ...ping, intervalSec: 5 },
      ["/intervalSec must be at least 30, the floor that VEDETTE_MIN_INTERVAL_SEC sets"],
    ],
    ["sensors", { ...ping, name: "taken" }, ["/name is already the name of another sensor"]],
    ["sensors", { type: "icmp", target: "a b", more: 1 }, []],
    ["sensors", { ...ping, company: "Beta" }, ['/company there is no company named "Beta"']],
    ["sensors", { ...ping, parent: "ping" }, ["/parent a sensor cannot be its own parent"]],
    [
      "sensors",
      { name: "s", type: "snmp", target: "10.0.0.1", snmp: { version: "2c" } },
      ["/snmp/community is missing"],
    ],
    [
      "sensors",
      { ...ping, name: "two\nlines" },
      ["/name must not hold control characters or line ends"],
    ],
    [
      "sensors",
      { name: "w", type: "http", target: "http://a", http: { headers: { "a/b~": "x" } } },
      ["/http/headers/a~1b~0 is not a name that can stand here"],
    ],
    [
      "sites",
      { name: "HQ", subnets: ["10.0.0.0/8", "nonsense"] },
      ["/subnets/1 must be an address or a network such as 10.0.0.0/8 or fd00::/8"],
    ],
    ["sites", {}, ["/name is missing"]],
    [
      "directories",
      {
        name: "d",
        type: "active_directory",
        url: "ldaps://dc",
        user: "u",
        password: "p",
        caFile: "/etc/passwd",
      },
      ["/caFile is for files; put the certificates themselves under ca"],
    ],
    [
      "bundles",
      { name: "b", file: "/etc/passwd" },
      ["/file must be what the file is called, without a folder"],
    ],
    ["bundles", { name: "b", file: "a.xml" }, ["/data is missing: what is in the file"]],
    ["bundles", { name: "b", file: "a.xml", data: "PGEvPg==" }, []],
    ["bundles", { name: "b", file: "a.xml", data: "!" }, ["/data must be base64"]],
    [
      "bundles",
      { name: "b", data: "AAAA" },
      ["/data belongs to a file; say under file what it is called"],
    ],
  ];
  for (const [list, body, details] of cases) {
    const reply = await ask("POST", `/declarations/${list}`, Object(body));
    assert.equal(reply.statusCode, 400, `${JSON.stringify(body)}: ${reply.body}`);
    const told = detailsOf(reply);
    if (details.length > 0) assert.deepEqual(told, details);
    else assert.ok(told.length > 0, reply.body);
    const dry = await ask("POST", `/declarations/${list}?dryRun=true`, Object(body));
    assert.equal(dry.statusCode, 200, dry.body);
    assert.deepEqual(dry.json().faults, reply.json().details);
  }
  for (const body of [[], "text", 1, null]) {
    const reply = await ask("POST", "/declarations/sites", Object(body));
    assert.equal(reply.statusCode, 400, reply.body);
  }
  assert.equal((await ask("GET", "/declarations/sensors")).json().total, 1);
});

test("a dry run says what would change, and changes nothing", async () => {
  const { ask, idOf } = await start("sites: [{ name: HQ }]");
  const made = await ask("POST", "/declarations/sensors?dryRun=true", ping);
  assert.equal(made.statusCode, 200, made.body);
  assert.deepEqual(made.json(), {
    id: null,
    changes: ["Makes sensor ping"],
    warnings: [],
    token: null,
    faults: [],
  });
  const id = await idOf("sites", "HQ");
  const changed = await ask("PUT", `/declarations/sites/${id}?dryRun=true`, {
    name: "Hamburg",
    timezone: "Europe/Berlin",
  });
  assert.deepEqual(changed.json().changes, [
    "Renames HQ to Hamburg",
    "Changes site HQ: timezone UTC → Europe/Berlin",
  ]);
  assert.equal((await ask("GET", "/declarations/sensors")).json().total, 0);
  assert.equal((await ask("GET", `/declarations/sites/${id}`)).json().item.timezone, "UTC");
  assert.equal((await ask("POST", "/declarations/sites?dryRun=1", {})).statusCode, 400);
});

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

test("a secret that is kept goes nowhere else: for another target or server it must be given again", async () => {
  const { ask, idOf } = await start(`
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
  const cases: [list: string, name: string, change: object, told: string[]][] = [
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

test("a change that was made from something older is refused; without a version the last one wins", async () => {
  const { ask, idOf } = await start("sites: [{ name: HQ }]");
  const path = `/declarations/sites/${await idOf("sites", "HQ")}`;
  const { version } = (await ask("GET", path)).json();
  const put = (timezone: string, query: string) =>
    ask("PUT", `${path}${query}`, { name: "HQ", timezone });
  assert.equal((await put("Europe/Berlin", `?version=${version}`)).statusCode, 200);
  const late = await put("Europe/Paris", `?version=${version}`);
  assert.equal(late.statusCode, 400);
  assert.match(late.json().error, /Somebody else has changed this site/);
  assert.equal((await put("Europe/Paris", "")).statusCode, 200);
});

test("two who make the same at once: one does, the other is told that the name is taken", async () => {
  const { ask } = await start();
  const replies = await Promise.all(
    [1, 2, 3].map(() => ask("POST", "/declarations/sensors", ping)),
  );
  const made = replies.filter(({ statusCode }) => statusCode === 201);
  assert.equal(made.length, 1);
  for (const reply of replies.filter((each) => !made.includes(each))) {
    assert.deepEqual(detailsOf(reply), ["/name is already the name of another sensor"]);
  }
  assert.equal((await ask("GET", "/declarations/sensors")).json().total, 1);
});

test("a sensor that the API gave another name is changed under it, and has it in files from then on", async () => {
  const { tenant, tenantId, ask, idOf } = await start(
    "sensors: [{ name: old, type: icmp, target: 10.0.0.1 }]",
  );
  const id = await idOf("sensors", "old");
  await rows("update sensors set name = 'shown' where tenant_id = $1 returning id", [tenantId]);
  const { item } = (await ask("GET", `/declarations/sensors/${id}`)).json();
  assert.equal(item.name, "shown");
  const reply = await ask("PUT", `/declarations/sensors/${id}`, { ...item, intervalSec: 300 });
  assert.equal(reply.statusCode, 200, reply.body);
  assert.deepEqual(
    await linesOf(
      `tenant: ${tenant}\nsensors: [{ name: shown, type: icmp, target: 10.0.0.1, intervalSec: 300 }]`,
      { prune: true },
    ),
    [],
  );
});

test("the plan is shown and changed, and holds for what is declared next", async () => {
  const { ask, as } = await start();
  assert.deepEqual((await ask("GET", "/declarations/plan")).json(), { sensorLimit: 10_000 });
  const reply = await ask("PUT", "/declarations/plan", { sensorLimit: 1 });
  assert.deepEqual(reply.json().changes, ["Changes plan of the tenant: sensorLimit 10000 → 1"]);
  assert.equal((await ask("POST", "/declarations/sensors", ping)).statusCode, 201);
  const second = await ask("POST", "/declarations/sensors", { ...ping, name: "second" });
  assert.match(second.json().error, /The plan allows 1 sensors/);
  for (const body of [{}, { sensorLimit: -1 }, { sensorLimit: 1, more: 1 }, { sensorLimit: "1" }]) {
    assert.equal((await ask("PUT", "/declarations/plan", body)).statusCode, 400);
  }
  const operator = await as("operator");
  assert.equal((await operator("GET", "/declarations/plan")).statusCode, 200);
  assert.equal((await operator("PUT", "/declarations/plan", { sensorLimit: 5 })).statusCode, 403);
});

const administered: readonly string[] = ["companies", "collectors", "probes", "directories"];

test("each list is changed by those alone who may, and nobody else's is there", async () => {
  const { as, ask, idOf, tenantId } = await start(site);
  const operator = await as("operator");
  const viewer = await as("viewer");
  const stranger = await start();
  for (const list of lists) {
    const id = await idOf(list, renamed[list] ?? "");
    const path = `/declarations/${list}/${id}`;
    const mayOperate = !administered.includes(list);
    assert.equal((await viewer("POST", `/declarations/${list}`, {})).statusCode, 403, list);
    assert.equal((await viewer("PUT", path, {})).statusCode, 403, list);
    assert.equal((await viewer("DELETE", path)).statusCode, 403, list);
    assert.equal(
      (await operator("POST", `/declarations/${list}`, {})).statusCode,
      mayOperate ? 400 : 403,
    );
    assert.equal((await operator("PUT", path, {})).statusCode, mayOperate ? 400 : 403);
    if (!mayOperate) assert.equal((await operator("DELETE", path)).statusCode, 403);
    assert.equal((await operator("GET", `/declarations/${list}`)).statusCode, 200);
    const reads = mayOperate || list === "companies" ? 200 : 403;
    assert.equal((await viewer("GET", path)).statusCode, reads, list);
    for (const method of ["GET", "PUT", "DELETE"] as const) {
      const body = method === "PUT" ? { name: "x" } : undefined;
      assert.equal((await stranger.ask(method, path, body)).statusCode, 404);
      assert.equal((await ask(method, `/declarations/${list}/${newId()}`, body)).statusCode, 404);
      assert.equal((await ask(method, `/declarations/${list}/none`, body)).statusCode, 404);
    }
    const foreign = askConsole(
      app,
      tenantId,
      await seedMember(database, stranger.tenantId, "owner"),
    );
    assert.equal((await foreign("GET", path)).statusCode, 404);
  }
});

test("one who is limited to a company is shown what is all of it, and nothing of what belongs to none", async () => {
  const { as, idOf } =
    await start(`${site.replace("companies: [{ name: Acme }]", "companies: [{ name: Acme }, { name: Beta }]")}
`);
  const acme = await idOf("companies", "Acme");
  const ours = await as("viewer", [acme]);
  const theirs = await as("viewer", [await idOf("companies", "Beta")]);
  const seen: Readonly<Record<string, string[]>> = {
    companies: ["Acme"],
    sensors: ["switch"],
    // It names a sensor of no company.
    maintenance: [],
    sites: ["HQ"],
    scans: ["look"],
    audits: ["weekly"],
  };
  for (const list of lists) {
    const reply = await ours("GET", `/declarations/${list}`);
    const expected = seen[list];
    if (expected === undefined) {
      assert.equal(reply.statusCode, 404, list);
      continue;
    }
    assert.deepEqual(
      reply.json().items.map(({ name }: { name: string }) => name),
      expected,
      list,
    );
    const path = `/declarations/${list}/${await idOf(list, renamed[list] ?? "")}`;
    assert.equal((await ours("GET", path)).statusCode, expected.length > 0 ? 200 : 404, list);
    assert.equal((await theirs("GET", path)).statusCode, 404, list);
  }
  assert.equal((await ours("GET", "/declarations/plan")).statusCode, 404);
});

test("whatever is sent, the answer is no failure of the server", async () => {
  const { ask, idOf } = await start(site);
  const path = `/declarations/sensors/${await idOf("sensors", "switch")}`;
  const item = fc.oneof(
    fc.object({ maxDepth: 4 }),
    fc.record(
      {
        name: fc.string(),
        type: fc.constantFrom("icmp", "http", "snmp", "entra", "full"),
        http: fc.object(),
        snmp: fc.object(),
        target: fc.string(),
      },
      { requiredKeys: [] },
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...lists),
      item,
      fc.boolean(),
      async (list, body, isChange) => {
        const reply =
          isChange && list === "sensors"
            ? await ask("PUT", path, body)
            : await ask("POST", `/declarations/${list}`, body);
        assert.ok(reply.statusCode < 500, reply.body);
      },
    ),
    { numRuns: 300 },
  );
});
