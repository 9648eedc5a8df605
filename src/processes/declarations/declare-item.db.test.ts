import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { newId } from "#lib/ids";
import { type DeclarationList, lists } from "./list.ts";
import { createDeclaring, detailsOf, oneOfEach, ping, site } from "./testing/declaring.ts";

const { linesOf, now, rows, start } = await createDeclaring();

test("a new name keeps the id and everything that refers to it, and is in the audit log", async () => {
  const { tenant, tenantId, ask, idOf } = await start(site);
  let yaml = site;
  for (const list of lists) {
    const from = oneOfEach[list];
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
  const refusals: [DeclarationList, string][] = [
    [
      "companies",
      'The company "Acme" cannot be deleted: it is used by sensor "switch", maintenance "nightly", site "HQ", probe "branch".',
    ],
    ["collectors", 'The collector "berlin" cannot be deleted: it is used by sensor "switch".'],
    ["sensors", 'The sensor "switch" cannot be deleted: it is used by sensor "web".'],
    [
      "sites",
      'The site "HQ" cannot be deleted: it is used by scan "look", audit "weekly", directory "cloud".',
    ],
    ["probes", 'The probe "branch" cannot be deleted: it is used by scan "look".'],
    ["bundles", 'The bundle "there" cannot be deleted: it is used by audit "weekly".'],
  ];
  for (const [list, error] of refusals) {
    const reply = await ask("DELETE", `/declarations/${list}/${await idOf(list, oneOfEach[list])}`);
    assert.deepEqual([reply.statusCode, reply.json().error], [400, error]);
  }
  const order = ["maintenance", "directories", "audits", "bundles", "scans"] as const;
  for (const list of [...order, "sites", "probes"] as const) {
    const id = await idOf(list, oneOfEach[list]);
    const reply = await ask("DELETE", `/declarations/${list}/${id}`);
    assert.equal(reply.statusCode, 200, reply.body);
    assert.equal((await ask("GET", `/declarations/${list}/${id}`)).statusCode, 404);
    assert.equal((await ask("DELETE", `/declarations/${list}/${id}`)).statusCode, 404);
  }
  for (const name of ["web", "switch"]) {
    const reply = await ask("DELETE", `/declarations/sensors/${await idOf("sensors", name)}`);
    assert.equal(reply.statusCode, 200, reply.body);
  }
  for (const list of ["collectors", "companies"] as const) {
    const reply = await ask("DELETE", `/declarations/${list}/${await idOf(list, oneOfEach[list])}`);
    assert.deepEqual(reply.json().changes.length, 1, reply.body);
  }
  for (const list of ["collectors", "probes"] as const) {
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
