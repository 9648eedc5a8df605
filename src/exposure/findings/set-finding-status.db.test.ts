import assert from "node:assert/strict";
import { test } from "node:test";
import { expireAcceptances } from "#exposure/flows";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { assertErrorShape } from "#test/error-shape";
import { askExposure, createExposureApp } from "#test/exposure-app";
import { seedExposure } from "#test/exposure-fixture";

const db = await createTestDatabase();
const { database } = db;
let now = 1_790_000_100_000;
const app = await createExposureApp(database, { now: () => now });
const fixture = await seedExposure(db, "statuses");
const ask = askExposure(app, fixture.write);
const statuses = ["open", "in_progress", "resolved", "accepted", "false_positive"] as const;

function sql(text: string, values: unknown[]) {
  return withClient(db.admin, undefined, (client) => client.query(text, values));
}

const set = (id: string, body: object) => ask("POST", `/findings/${id}/status`, body);
const read = async (id: string) => (await ask("GET", `/findings/${id}`)).json();

async function auditOf(id: string) {
  const { rows } = await sql(
    "select action, actor_id, subject_kind, detail, at from audit_log where subject_id = $1 order by id",
    [id],
  );
  return rows;
}

test("any of the five may follow any of the five; the list holds the finding while it is open or in progress", async () => {
  for (const from of statuses) {
    for (const to of statuses) {
      assert.equal((await set(fixture.critical, { status: from })).statusCode, 200);
      now += 1000;
      const reply = await set(fixture.critical, { status: to });
      assert.deepEqual(
        [reply.statusCode, reply.json()],
        [200, { ok: true, id: fixture.critical, status: to }],
      );
      const finding = await read(fixture.critical);
      assert.equal(finding.remediationStatus, to);
      if (from !== to) assert.equal(finding.statusAt, now);
      assert.equal("resolvedAt" in finding, to === "resolved");
      const { findings } = (await ask("GET", "/findings")).json();
      const listed = findings.some(({ id }: { id: string }) => id === fixture.critical);
      assert.equal(listed, to === "open" || to === "in_progress", `${from} → ${to}`);
    }
  }
});

test("the history tells who said what when and why, the newest first; the audit log tells it, too", async () => {
  now += 1000;
  const id = fixture.info;
  const notes = "line one\nline two\t<b>'; drop table findings; --</b> 🙂";
  await set(id, { status: "resolved" });
  now += 1000;
  await set(id, { status: "accepted", notes, acceptedUntil: now + 5 });
  const finding = await read(id);
  assert.equal(finding.acceptedUntil, now + 5);
  const by = { by: "test key read_write", byKind: "api_key" };
  assert.deepEqual(finding.history, [
    { at: now, from: "resolved", to: "accepted", ...by, notes, acceptedUntil: now + 5 },
    { at: now - 1000, from: "in_progress", to: "resolved", ...by },
  ]);
  assert.deepEqual(
    (await auditOf(id)).map((row) => [
      row.action,
      row.actor_id,
      row.subject_kind,
      row.detail,
      Number(row.at),
    ]),
    [
      [
        "finding.set-status",
        fixture.write.id,
        "finding",
        { from: "in_progress", to: "resolved", acceptedUntil: null },
        now - 1000,
      ],
      [
        "finding.set-status",
        fixture.write.id,
        "finding",
        { from: "resolved", to: "accepted", acceptedUntil: now + 5 },
        now,
      ],
    ],
  );
});

test("to say the same again leaves no trace; with a note, the note is kept; another end is a change", async () => {
  now += 1000;
  const id = fixture.falsePositive;
  const before = await read(id);
  for (let i = 0; i < 3; i++) {
    assert.equal((await set(id, { status: "false_positive" })).statusCode, 200);
  }
  assert.deepEqual(await read(id), before);
  assert.deepEqual(await auditOf(id), []);

  await set(id, { status: "false_positive", notes: "asked the vendor" });
  const noted = await read(id);
  assert.equal(noted.statusAt, before.statusAt, "the status is as old as it was");
  assert.deepEqual(
    noted.history.map((entry: { from: string; to: string; notes: string }) => [
      entry.from,
      entry.to,
      entry.notes,
    ]),
    [["false_positive", "false_positive", "asked the vendor"]],
  );

  await set(id, { status: "accepted", acceptedUntil: now + 10_000 });
  await set(id, { status: "accepted", acceptedUntil: now + 20_000 });
  assert.equal((await read(id)).acceptedUntil, now + 20_000);
  await set(id, { status: "accepted" });
  const forever = await read(id);
  assert.ok(!("acceptedUntil" in forever), "until further notice");
  assert.equal(forever.history.length, 4);
});

test("the asset's score follows at once, and what was accepted stays visible as accepted risk", async () => {
  const riskOf = async () => {
    const asset = (await ask("GET", `/assets/${fixture.server}`)).json();
    return [asset.riskScore, asset.acceptedRisk];
  };
  for (const id of [fixture.resolved, fixture.accepted, fixture.falsePositive, fixture.info]) {
    await set(id, { status: "resolved" });
  }
  await set(fixture.critical, { status: "resolved" });
  assert.deepEqual(await riskOf(), [0, 0]);
  await set(fixture.critical, { status: "in_progress" });
  const [score, none] = await riskOf();
  assert.ok(score >= 74.5);
  assert.equal(none, 0);
  await set(fixture.critical, { status: "accepted" });
  assert.deepEqual(await riskOf(), [0, score]);
  await set(fixture.critical, { status: "false_positive" });
  assert.deepEqual(await riskOf(), [0, 0]);
  await set(fixture.critical, { status: "open" });
  assert.deepEqual(await riskOf(), [score, 0]);
});

test("an identity finding is decided at the same address, with the same history", async () => {
  const id = fixture.identityFinding;
  const listed = async () => {
    const { identityFindings } = (await ask("GET", "/identity-findings")).json();
    return identityFindings.map((one: { id: string; status: string }) => [one.id, one.status]);
  };
  assert.deepEqual((await set(id, { status: "in_progress", notes: "mine" })).json(), {
    ok: true,
    id,
    status: "in_progress",
  });
  assert.deepEqual(await listed(), [[id, "in_progress"]]);
  await set(id, { status: "accepted", acceptedUntil: now + 1000 });
  assert.deepEqual(await listed(), []);
  await set(id, { status: "accepted", acceptedUntil: now + 1000 });
  const { rows } = await sql(
    `select e.from_status, e.to_status, e.notes, e.actor_name, f.accepted_until
     from finding_events e join identity_findings f on f.id = e.finding_id where e.finding_id = $1 order by e.at, e.id`,
    [id],
  );
  assert.deepEqual(
    rows.map((row) => [row.from_status, row.to_status, row.notes, Number(row.accepted_until)]),
    [
      ["open", "in_progress", "mine", now + 1000],
      ["in_progress", "accepted", null, now + 1000],
    ],
  );
  assert.deepEqual(
    (await auditOf(id)).map((row) => row.subject_kind),
    ["identity_finding", "identity_finding"],
  );
});

test("what was accepted until a time opens again then, and the history says so", async () => {
  now += 1000;
  const until = now + 60_000;
  for (const id of [fixture.identityFinding, fixture.accepted]) {
    await set(id, { status: "accepted", acceptedUntil: until });
  }
  const open = async () => {
    const { findings } = (await ask("GET", "/findings")).json();
    const { identityFindings } = (await ask("GET", "/identity-findings")).json();
    const ids = [...findings, ...identityFindings].map(({ id }: { id: string }) => id);
    return [fixture.identityFinding, fixture.accepted].map((id) => ids.includes(id));
  };
  await expireAcceptances({ database, now: () => until - 1 });
  assert.deepEqual(await open(), [false, false]);
  await expireAcceptances({ database, now: () => until });
  assert.deepEqual(await open(), [true, true]);
  for (const id of [fixture.identityFinding, fixture.accepted]) {
    const { rows } = await sql(
      "select from_status, to_status, actor_kind, at from finding_events where finding_id = $1 order by at desc, id desc limit 1",
      [id],
    );
    const [{ from_status: from, to_status: to, actor_kind: by, at }] = rows;
    assert.deepEqual([from, to, by, Number(at)], ["accepted", "open", "system", until]);
  }
});

test("a body that cannot be used is refused with 400 that names the place, before anything is looked up", async () => {
  const earlier = await read(fixture.critical);
  for (const [body, where] of [
    [{}, ""],
    [{ notes: "x" }, ""],
    [[], ""],
    [{ status: "closed" }, "/status"],
    [{ status: "OPEN" }, "/status"],
    [{ status: null }, "/status"],
    [{ status: ["open"] }, "/status"],
    [{ status: "open", notes: 5 }, "/notes"],
    [{ status: "open", notes: null }, "/notes"],
    [{ status: "open", notes: "x".repeat(10_001) }, "/notes"],
    [{ status: "open", notes: "a\u0000b" }, "/notes"],
    [{ status: "open", acceptedUntil: now + 1000 }, "/acceptedUntil"],
    [{ status: "accepted", acceptedUntil: now }, "/acceptedUntil"],
    [{ status: "accepted", acceptedUntil: String(now + 1000) }, "/acceptedUntil"],
    [{ status: "accepted", acceptedUntil: now + 0.5 }, "/acceptedUntil"],
    [{ status: "accepted", acceptedUntil: null }, "/acceptedUntil"],
    [{ status: "accepted", acceptedUntil: 8_640_000_000_000_001 }, "/acceptedUntil"],
    [{ status: "open", severity: "LOW" }, "/severity"],
    [{ status: "open", id: newId() }, "/id"],
  ] as const) {
    for (const id of [fixture.critical, newId(), "nonsense"]) {
      const reply = await set(id, body);
      assert.equal(reply.statusCode, 400, JSON.stringify(body));
      assertErrorShape(400, reply);
      const places = reply.json().details.map((detail: { path: string }) => detail.path);
      assert.deepEqual([...new Set(places)], [where], reply.body);
    }
  }
  assert.equal((await ask("POST", `/findings/${fixture.critical}/status`)).statusCode, 400);
  assert.deepEqual(await read(fixture.critical), earlier);
});

test("of many decisions at once each is kept, and the last one counts", async () => {
  const id = fixture.critical;
  const before = (await read(id)).history.length;
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      set(id, { status: statuses[i % 5] ?? "open", notes: `decision ${i}` }),
    ),
  );
  const { history, remediationStatus } = await read(id);
  assert.equal(history.length, before + 20);
  assert.equal(remediationStatus, history[0].to);
  for (let i = 1; i < 20; i++) assert.equal(history[i - 1].from, history[i].to, "a chain");
});
