import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { newId } from "#lib/ids";
import { saveIncidents } from "#monitor/incidents";
import { saveReadings } from "#monitor/sensors";
import { updateStates, unknownState } from "#monitor/states";
import { formatChange } from "#platform/declarations";
import { seedAccount } from "#test/accounts";
import { createApplier } from "#test/apply";
import { createTestDatabase } from "#test/database";

const testDatabase = await createTestDatabase();
const { database } = testDatabase;
let clock = 1_700_000_000_000;

const { apply, linesOf, refusalOf, rows } = createApplier(testDatabase, () => clock);

/** A tenant's name that no other test has. */
const fresh = () => `tenant ${newId()}`;

const everything = (tenant: string) => `
tenant: ${tenant}
plan: { sensorLimit: 500 }
companies: [{ name: Acme }, { name: Beta }]
collectors: [{ name: berlin, targets: { deny: [10.9.0.0/16] } }]
sensors:
  - { name: switch, type: snmp, target: 10.0.0.2, company: Acme, tags: [core, "a,b{}"],
      snmp: { version: 2c, community: c0mmunity }, interfaces: [Gi0/1, Gi0/2], host: [cpu, "storage:/", storage] }
  - { name: web, type: http, target: "https://a.test/", parent: switch, http: { headers: { Authorization: t0ken }, jsonPath: { path: $.a, equals: -0.0 }, body: '"\\' } }
  - { name: ssh, type: tcp, target: "10.0.0.3:22", collector: berlin, parent: web }
  - { name: off, type: icmp, target: 10.0.0.9, enabled: false, intervalSec: 300 }
maintenance:
  - { name: nightly, cron: "0 2 * * *", durationMin: 30, sensors: [web], companies: [Acme], tags: [core] }
`;

test("a new tenant is made as the file says, and the same file again changes nothing", async () => {
  const tenant = fresh();
  const [applied] = await apply(everything(tenant));
  assert.deepEqual(applied?.changes.map(formatChange), [
    `+ tenant ${tenant}`,
    `~ plan ${tenant} (sensorLimit 10000 → 500)`,
    "+ company Acme",
    "+ company Beta",
    "+ collector berlin",
    "+ sensor switch",
    "+ sensor web",
    "+ sensor ssh",
    "+ sensor off",
    "+ maintenance nightly",
  ]);
  assert.equal(applied.newCollectors.length, 1);
  assert.match(applied.newCollectors[0]?.token ?? "", /^vde_/);
  const sensors = await rows(
    `select s.name, s.declared_as, s.type, s.target, s.enabled, s.interval_sec, c.name as company, k.name as collector,
       p.name as parent, s.tags, s.settings, s.sealed_secrets is not null as sealed, s.interfaces, s.host,
       s.assignment_revision > 0 as announced, st.sensor_id is not null as has_state, st.state
     from sensors s join tenants t on t.id = s.tenant_id join collectors k on k.id = s.collector_id
     left join companies c on c.id = s.company_id left join sensors p on p.id = s.parent_id
     left join sensor_states st on st.sensor_id = s.id where t.name = $1 order by s.name desc`,
    [tenant],
  );
  const common = {
    enabled: true,
    interval_sec: 60,
    company: null,
    collector: "embedded",
    parent: null,
    tags: [],
    settings: {},
    sealed: false,
    interfaces: [],
    host: [],
    announced: true,
    has_state: true,
    state: null,
  };
  assert.deepEqual(sensors, [
    {
      ...common,
      name: "web",
      declared_as: "web",
      type: "http",
      target: "https://a.test/",
      parent: "switch",
      settings: { headers: {}, jsonPath: { path: "$.a", equals: 0 }, body: '"\\' },
      sealed: true,
    },
    {
      ...common,
      name: "switch",
      declared_as: "switch",
      type: "snmp",
      target: "10.0.0.2",
      company: "Acme",
      tags: ["core", "a,b{}"],
      settings: { version: "2c" },
      sealed: true,
      interfaces: ["Gi0/1", "Gi0/2"],
      host: ["cpu", "storage:/", "storage"],
    },
    {
      ...common,
      name: "ssh",
      declared_as: "ssh",
      type: "tcp",
      target: "10.0.0.3:22",
      collector: "berlin",
      parent: "web",
    },
    {
      ...common,
      name: "off",
      declared_as: "off",
      type: "icmp",
      target: "10.0.0.9",
      enabled: false,
      interval_sec: 300,
      announced: false,
    },
  ]);
  assert.deepEqual(await partsOf(tenant), [
    "cpu cpu true",
    "interface Gi0/1 true",
    "interface Gi0/2 true",
    "storage / true",
  ]);
  assert.deepEqual(await linesOf(everything(tenant)), []);
  assert.deepEqual(await linesOf(everything(tenant), { prune: true }), []);
});

async function partsOf(tenant: string): Promise<string[]> {
  const found = await rows(
    `select p.kind, p.name, p.declared from sensor_parts p join tenants t on t.id = p.tenant_id
     where t.name = $1 order by p.kind, p.name`,
    [tenant],
  );
  return found.map(
    (part) => `${String(part["kind"])} ${String(part["name"])} ${String(part["declared"])}`,
  );
}

test("credentials are sealed, and stand neither in the audit log nor in what is printed", async () => {
  const tenant = fresh();
  const first = everything(tenant)
    .replace("c0mmunity", "s3cret-one")
    .replace("t0ken", "s3cret-two");
  await apply(first);
  const changed = first.replace("s3cret-one", "s3cret-three");
  const lines = await linesOf(changed);
  assert.deepEqual(lines, ["~ sensor switch (credentials)"]);
  for (const table of ["sensors", "audit_log", "collectors", "sensor_parts"]) {
    const [dump] = await rows(
      `select coalesce(string_agg(x::text, ' '), '') as text from ${table} x`,
    );
    assert.doesNotMatch(String(dump?.["text"]), /s3cret/, table);
    assert.doesNotMatch(
      String(dump?.["text"]),
      new RegExp(Buffer.from("s3cret").toString("hex")),
      table,
    );
  }
  const log = await rows(
    `select a.action, a.actor_name, a.detail from audit_log a join tenants t on t.id = a.tenant_id
     where t.name = $1 and a.action = 'sensor.update'`,
    [tenant],
  );
  assert.deepEqual(log, [
    { action: "sensor.update", actor_name: "root@test", detail: { credentials: "changed" } },
  ]);
});

test("every write leaves a row in the audit log", async () => {
  const tenant = fresh();
  await apply(everything(tenant));
  await apply(`tenant: ${tenant}\n`, { prune: true });
  const log = await rows(
    `select a.action, count(*)::int as n from audit_log a join tenants t on t.id = a.tenant_id
     where t.name = $1 group by a.action order by a.action`,
    [tenant],
  );
  assert.deepEqual(Object.fromEntries(log.map((row) => [row["action"], row["n"]])), {
    "collector.create": 1,
    "collector.delete": 1,
    "collector.set_targets": 1,
    "company.create": 2,
    "company.delete": 2,
    "maintenance.create": 1,
    "maintenance.delete": 1,
    "sensor.create": 4,
    "sensor.delete": 4,
    "tenant.create": 1,
    "tenant.update": 1,
  });
});

test("with any error, in whichever tenant, nothing is changed in any", async () => {
  const [one, two] = [fresh(), fresh()];
  const wrong = `${everything(one)}\n---\n${everything(two).replace("parent: web", "parent: nobody")}`;
  assert.deepEqual(await refusalOf(wrong), [
    'f:25:79 sensors[2].parent: there is no sensor named "nobody"; declare it under sensors',
  ]);
  assert.deepEqual(await rows("select from tenants where name = any($1)", [[one, two]]), []);
});

test("a dry run says what would change, and changes nothing", async () => {
  const tenant = fresh();
  assert.equal((await linesOf(everything(tenant), { dryRun: true })).length, 10);
  assert.deepEqual(await rows("select from tenants where name = $1", [tenant]), []);
  await apply(everything(tenant));
  const before = await rows("select * from sensors order by id");
  const lines = await linesOf(`tenant: ${tenant}\n`, { dryRun: true, prune: true });
  assert.equal(lines.length, 8);
  assert.deepEqual(await rows("select * from sensors order by id"), before);
});

test("what would not fit into the plan is refused with the numbers, and nothing of it is done", async () => {
  const tenant = fresh();
  const text = everything(tenant).replace("sensorLimit: 500", "sensorLimit: 6");
  assert.deepEqual(await refusalOf(text), [
    `tenant ${tenant}: The plan allows 6 sensors; with this configuration there would be 7 (0 now, 7 more). ` +
      "Interfaces and host aspects of SNMP sensors count as one each.",
  ]);
  assert.deepEqual(await rows("select from tenants where name = $1", [tenant]), []);
});

test("prune deletes no company that somebody is limited to: it says which, and who, and changes nothing", async () => {
  const tenant = fresh();
  await apply(everything(tenant));
  const [ids] = await rows(
    `select t.id as tenant, c.id as company from tenants t join companies c on c.tenant_id = t.id
     where t.name = $1 and c.name = 'Beta'`,
    [tenant],
  );
  const { userId } = await seedAccount(database, `${newId()}@example.test`, {
    tenantId: String(ids?.["tenant"]),
    role: "viewer",
    companyIds: [String(ids?.["company"])],
  });
  await rows(
    `insert into invitations (tenant_id, id, token_hash, email, name, role, company_ids, created_at, created_by, expires_at)
     values ($1, $2::uuid, sha256($2::text::bytea), $2::text || '@example.test', 'Vera', 'viewer', array[$3::uuid], 0, 'test', $4)`,
    [ids?.["tenant"], newId(), ids?.["company"], clock + 1],
  );
  const without = everything(tenant).replace(", { name: Beta }", "");
  for (const dryRun of [true, false]) {
    assert.deepEqual(await refusalOf(without, { prune: true, dryRun }), [
      `tenant ${tenant}: Company "Beta" cannot be deleted: 1 of the people sees only some companies, with it among them; change what they see first, under People.`,
      `tenant ${tenant}: Company "Beta" cannot be deleted: 1 invitation waits for people who shall see only some companies, with it among them; revoke it first, under People.`,
    ]);
  }
  await rows("update members set company_ids = null where user_id = $1", [userId]);
  // An invitation that nobody can take any more keeps nothing.
  clock += 1;
  assert.deepEqual(await linesOf(without, { prune: true }), ["- company Beta"]);
});

test("references may lead to what earlier files declared, but not to what prune deletes", async () => {
  const tenant = fresh();
  await apply(everything(tenant));
  const more = `tenant: ${tenant}\nsensors: [{ name: child, type: icmp, target: a.test, company: Acme, collector: berlin, parent: web }]\n`;
  assert.equal((await refusalOf(more, { prune: true })).length, 3);
  assert.deepEqual(await linesOf(more), ["+ sensor child"]);
});

const target = (tenant: string, keys: string) =>
  `tenant: ${tenant}\nsensors: [{ name: a, type: icmp, ${keys} }]\n`;

/** Puts a sensor down with an open incident, as the intake does. */
async function putDown(
  tenant: string,
): Promise<{ tenantId: string; sensorId: string; incidentId: string }> {
  const [row] = await rows(
    "select s.tenant_id, s.id from sensors s join tenants t on t.id = s.tenant_id where t.name = $1",
    [tenant],
  );
  const tenantId = String(row?.["tenant_id"]);
  const sensorId = String(row?.["id"]);
  const incidentId = newId();
  await database.transaction(tenantId, async (tx) => {
    await saveIncidents(tx, tenantId, {
      opened: [
        {
          id: incidentId,
          kind: "sensor",
          subjectId: sensorId,
          subjectName: "a",
          cause: "no answer",
          openedAt: clock - 1000,
          closedAt: null,
          flapping: false,
          backfilled: false,
        },
      ],
      closed: [],
      flapping: [],
      events: [],
    });
    await updateStates(tx, tenantId, [
      {
        sensorId,
        state: {
          ...unknownState,
          state: "down",
          stateSince: clock - 1000,
          failures: 7,
          firstFailureAt: clock - 1000,
        },
        openIncidentId: incidentId,
        heldBecause: null,
      },
    ]);
  });
  return { tenantId, sensorId, incidentId };
}

async function stateOf(sensorId: string) {
  const [row] = await rows(
    "select state, failures, open_incident_id from sensor_states where sensor_id = $1",
    [sensorId],
  );
  return row;
}

async function incidentOf(id: string) {
  const [row] = await rows(
    "select subject_name, closed_at::float8 as closed_at, cause from incidents where id = $1",
    [id],
  );
  return row;
}

test("another target counts anew, with state and incident kept", async () => {
  const tenant = fresh();
  await apply(target(tenant, "target: 10.0.0.1"));
  const { sensorId, incidentId } = await putDown(tenant);
  assert.deepEqual(await linesOf(target(tenant, "target: 10.0.0.2")), [
    "~ sensor a (target 10.0.0.1 → 10.0.0.2)",
  ]);
  assert.deepEqual(await stateOf(sensorId), {
    state: "down",
    failures: 0,
    open_incident_id: incidentId,
  });
  assert.equal((await incidentOf(incidentId))?.["closed_at"], null);
});

test("a sensor that the file disables is released: its incident ends now, its state stays", async () => {
  const tenant = fresh();
  await apply(target(tenant, "target: 10.0.0.1"));
  const { sensorId, incidentId } = await putDown(tenant);
  await apply(target(tenant, "target: 10.0.0.1, enabled: false"));
  assert.deepEqual(await stateOf(sensorId), { state: "down", failures: 0, open_incident_id: null });
  assert.deepEqual(await incidentOf(incidentId), {
    subject_name: "a",
    closed_at: clock,
    cause: "no answer",
  });
});

test("a sensor that prune deletes takes its state along, and its incidents stay with its name", async () => {
  const tenant = fresh();
  await apply(target(tenant, "target: 10.0.0.1"));
  const { sensorId, incidentId } = await putDown(tenant);
  assert.deepEqual(await linesOf(`tenant: ${tenant}\n`, { prune: true }), ["- sensor a"]);
  assert.equal(await stateOf(sensorId), undefined);
  assert.deepEqual(await incidentOf(incidentId), {
    subject_name: "a",
    closed_at: clock,
    cause: "no answer",
  });
});

test("without prune, what the file leaves out stays", async () => {
  const tenant = fresh();
  await apply(everything(tenant));
  assert.deepEqual(await linesOf(`tenant: ${tenant}\n`), []);
  assert.deepEqual(await linesOf(everything(tenant)), []);
});

test("each collector hears once of what it must learn or drop, and of nothing else", async () => {
  const tenant = fresh();
  const file = (sensors: string) =>
    `tenant: ${tenant}\ncollectors: [{ name: berlin }]\nsensors: [${sensors}]\n`;
  const sensor = (name: string, keys = "") =>
    `{ name: ${name}, type: icmp, target: a.test${keys} }`;
  await apply(file(`${sensor("a")}, ${sensor("b")}, ${sensor("c")}`));
  const collectors = async () => {
    const found = await rows(
      `select k.name, k.assignment_revision::int as revision, array(select s.name from collector_removals r
         join sensors s on s.id = r.sensor_id where r.collector_id = k.id and r.assignment_revision = k.assignment_revision
         order by s.name) as dropped,
         array(select s.name from sensors s where s.collector_id = k.id and s.assignment_revision = k.assignment_revision
         order by s.name) as learnt
       from collectors k join tenants t on t.id = k.tenant_id where t.name = $1 order by k.name`,
      [tenant],
    );
    return Object.fromEntries(found.map(({ name, ...rest }) => [name, rest]));
  };
  assert.deepEqual(await collectors(), {
    berlin: { revision: 0, dropped: [], learnt: [] },
    embedded: { revision: 1, dropped: [], learnt: ["a", "b", "c"] },
  });
  await apply(file(`${sensor("a", ", tags: [x]")}, ${sensor("b")}, ${sensor("c")}`));
  assert.equal(
    (await collectors())["embedded"]?.["revision"],
    1,
    "tags are nothing to a collector",
  );
  await apply(
    file(
      `${sensor("a", ", collector: berlin")}, ${sensor("b", ", intervalSec: 30")}, ${sensor("c", ", enabled: false")}`,
    ),
  );
  assert.deepEqual(await collectors(), {
    berlin: { revision: 1, dropped: [], learnt: ["a"] },
    embedded: { revision: 2, dropped: ["a", "c"], learnt: ["b"] },
  });
  await apply(
    file(
      `${sensor("a", ", collector: berlin")}, ${sensor("b", ", intervalSec: 30")}, ${sensor("c")}`,
    ),
  );
  assert.deepEqual((await collectors())["embedded"], { revision: 3, dropped: [], learnt: ["c"] });
});

test("volumes that storage took in stay until storage is no longer declared", async () => {
  const tenant = fresh();
  const file = (host: string) =>
    `tenant: ${tenant}\nsensors: [{ name: a, type: snmp, target: a.test, snmp: { version: 1, community: c }, host: [${host}] }]\n`;
  await apply(file("cpu, storage"));
  const [row] = await rows(
    "select s.tenant_id, s.id from sensors s join tenants t on t.id = s.tenant_id where t.name = $1",
    [tenant],
  );
  const tenantId = String(row?.["tenant_id"]);
  await database.transaction(tenantId, (tx) =>
    saveReadings(tx, tenantId, [
      {
        sensorId: String(row?.["id"]),
        at: clock,
        ok: true,
        host: ["/", "/var"].map((name) => ({
          aspect: "storage",
          name,
          percent: 1,
          used: 1,
          total: 2,
          seconds: null,
        })),
      },
    ]),
  );
  assert.deepEqual(await partsOf(tenant), [
    "cpu cpu true",
    "storage / false",
    "storage /var false",
  ]);
  assert.deepEqual(await linesOf(file("cpu, storage")), []);
  await apply(file('storage, "storage:/"'));
  assert.deepEqual(await partsOf(tenant), ["storage / true", "storage /var false"]);
  await apply(file('"storage:/"'));
  assert.deepEqual(await partsOf(tenant), ["storage / true"]);
});

test("two that apply the same new configuration at once make it once", async () => {
  const tenant = fresh();
  await apply(`tenant: ${tenant}\n`);
  const results = await Promise.all([1, 2, 3].map(() => linesOf(everything(tenant))));
  assert.equal(results.filter((lines) => lines.length > 0).length, 1);
});

test("a key file that does not open the credentials stops the change, and says so", async () => {
  const tenant = fresh();
  await apply(everything(tenant));
  const [first] = await rows(
    `select s.tenant_id, s.id from sensors s join tenants t on t.id = s.tenant_id where t.name = $1 and s.name = 'web'`,
    [tenant],
  );
  await rows("update sensors set sealed_secrets = '\\x01' || sealed_secrets where id = $1", [
    first?.["id"],
  ]);
  await assert.rejects(
    apply(everything(tenant)),
    /credentials of sensor "web" do not open: the secret key file/,
  );
});

test("on the database, too: any configuration after any other is as if it had been the first", async () => {
  const tenant = fresh();
  const name = fc.constantFrom("a", "b", "c");
  const sensor = fc
    .record({
      name,
      type: fc.constantFrom("icmp", "snmp"),
      enabled: fc.boolean(),
      intervalSec: fc.constantFrom(30, 60),
      company: fc.option(name, { nil: undefined }),
      collector: fc.option(name, { nil: undefined }),
      parent: fc.option(name, { nil: undefined }),
      tags: fc.uniqueArray(name),
      community: name,
      host: fc.constantFrom([], ["cpu"], ["storage", "storage:/"]),
    })
    .map(({ type, community, host, ...rest }) => ({
      ...rest,
      type,
      target: "a.test",
      ...(type === "snmp" ? { snmp: { version: 1, community }, host } : {}),
    }));
  const file = fc
    .record({
      companies: fc.uniqueArray(name),
      collectors: fc.uniqueArray(name),
      sensors: fc.uniqueArray(sensor, { selector: (each) => each.name }),
    })
    .map(({ companies, collectors, sensors }) => ({
      tenant,
      companies: companies.map((each) => ({ name: each })),
      collectors: collectors.map((each) => ({ name: each })),
      sensors: sensors.map(({ company, collector, parent, ...rest }, i) => ({
        ...rest,
        ...(company !== undefined && companies.includes(company) ? { company } : {}),
        ...(collector !== undefined && collectors.includes(collector) ? { collector } : {}),
        // Only earlier sensors, so that there is no circle.
        ...(sensors.slice(0, i).some((each) => each.name === parent) ? { parent } : {}),
      })),
    }));
  await fc.assert(
    fc.asyncProperty(file, async (declared) => {
      const text = JSON.stringify(declared); // JSON is YAML
      clock += 1000;
      await apply(text, { prune: true });
      assert.deepEqual(await linesOf(text, { prune: true }), []);
      const counts = await rows(
        `select (select count(*)::int from sensors s where s.tenant_id = t.id) as sensors,
           (select count(*)::int from sensor_states s where s.tenant_id = t.id) as states,
           (select count(*)::int from companies c where c.tenant_id = t.id) as companies,
           (select count(*)::int from collectors c where c.tenant_id = t.id and not embedded) as collectors
         from tenants t where t.name = $1`,
        [tenant],
      );
      assert.deepEqual(counts, [
        {
          sensors: declared.sensors.length,
          states: declared.sensors.length,
          companies: declared.companies.length,
          collectors: declared.collectors.length,
        },
      ]);
    }),
    { numRuns: 40 },
  );
});
