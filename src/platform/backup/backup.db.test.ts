import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { type DatabaseConnection, withClient } from "#platform/db";
import { Problem } from "#platform/errors";
import { createTestDatabase } from "#test/database";
import { seedSensors, seedTenant } from "#test/seed";
import { until } from "#test/until";
import { restoreBackup } from "./restore-backup.ts";
import { readTar, tarEnd, tarEntry } from "./tar.ts";
import { writeBackup } from "./write-backup.ts";

const full = await createTestDatabase();
const empty = await createTestDatabase();
const directory = await mkdtemp(join(tmpdir(), "vedette-backup-"));
after(() => rm(directory, { recursive: true }));

const key = randomBytes(32);
const hourMs = 3_600_000;
const startAt = 1_700_000_000_000 - (1_700_000_000_000 % hourMs);

const seed = await seedTenant(
  full.database,
  'tabs\t, \\backslashes\\ and \nlines, "quotes", é, 🙂, \\N',
);
const sensorIds = await seedSensors(
  full.database,
  seed,
  Array.from({ length: 50 }, (_, i) => ({ name: `sensor ${i}`, tags: ["a,b", "{}", "\\", ""] })),
);
await query(full.admin, "update sensors set parent_id = $1 where id > $1", [sensorIds[0]]);
await query(
  full.admin,
  "update sensors set settings = '{\"a\": [1, null, \"\\u00e9\\\\\"]}', sealed_secrets = '\\x00ff0a5c'",
);
for (const table of ["check_results", "interface_samples"]) {
  await query(full.admin, "select vedette_make_partition($1, $2, $3)", [
    table,
    startAt,
    startAt + hourMs,
  ]);
}
await query(
  full.admin,
  `insert into check_results (tenant_id, sensor_id, at, ok, latency_ms, cause)
   select $1, id, $2::bigint + n, n % 7 <> 0, n / 3.0, case when n % 7 = 0 then E'no\\tanswer\\n' end
   from sensors, generate_series(0, 2000) as n`,
  [seed.tenantId, startAt],
);
await query(
  full.admin,
  "insert into interface_samples (tenant_id, sensor_id, name, at, in_bps) select tenant_id, id, 'Gi0/1', $1, 'Infinity' from sensors",
  [startAt],
);
await query(
  full.admin,
  `with asset as (
     insert into assets (tenant_id, id, first_seen_at, last_seen_at) values ($1, gen_random_uuid(), 1, 1) returning *)
   insert into findings (tenant_id, id, asset_id, protocol, port, weakness, title, remediation, severity, severity_rank,
     confidence, risk_score, risk_factors, status, status_at, first_seen_at, last_seen_at)
   select $1, gen_random_uuid(), asset.id, 'tcp', n, 'check', 'title', '', 'LOW', 3, 100, 1, '{}',
     case when n % 2 = 0 then 'open' else 'resolved' end, 1, 1, 1
   from asset, generate_series(1, 10) as n`,
  [seed.tenantId],
);

async function query(connection: DatabaseConnection, sql: string, values: unknown[] = []) {
  return withClient(connection, undefined, async (client) => {
    const result = await client.query<Record<string, unknown>>(sql, values);
    return result.rows;
  });
}

/** Every row of every table, as PostgreSQL prints it, past row-level security. */
async function everything(admin: DatabaseConnection): Promise<Record<string, string>> {
  const tables = await query(
    admin,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and relname not in ('schema_migrations', 'finding_versions') order by relname`,
  );
  const rows: Record<string, string> = {};
  for (const { name } of tables) {
    const [dump] = await query(
      admin,
      `select coalesce(md5(string_agg(x::text, E'\\n' order by x::text)), '') || ' ' || count(*) as text from ${String(name)} x`,
    );
    rows[String(name)] = String(dump?.["text"]);
  }
  return rows;
}

async function securityOf(admin: DatabaseConnection) {
  return query(
    admin,
    `select relname, relrowsecurity, relforcerowsecurity from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
  );
}

const source = { connection: full.connection, key, version: "1.2.3", now: () => startAt };
const backup = join(directory, "whole.tar.zst");
const summary = await writeBackup(backup, source);

function restore(path: string, taken: Buffer[] = []) {
  const takeKey = async (found: Buffer) => void taken.push(found);
  return restoreBackup(path, { connection: empty.connection, takeKey });
}

async function isStillEmpty(): Promise<boolean> {
  const rows = await query(empty.admin, "select from tenants");
  return rows.length === 0;
}

test("a backup is one file, readable by its owner alone, and says what it holds", async () => {
  assert.equal((await stat(backup)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(directory), ["whole.tar.zst"]);
  assert.equal(summary.bytes, (await stat(backup)).size);
  assert.ok(summary.rows > 100_000);
});

test("a backup that is damaged in any part is refused, and nothing of it is restored", async () => {
  const bytes = await readFile(backup);
  const damaged = join(directory, "damaged.tar.zst");
  for (const share of [0, 0.001, 0.3, 0.7, 0.999]) {
    const at = Math.floor(bytes.length * share);
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at);
    await writeFile(damaged, changed);
    await assert.rejects(restore(damaged), Problem, `byte ${at}`);
    await writeFile(damaged, bytes.subarray(0, at));
    await assert.rejects(restore(damaged), /not a whole backup/, `cut at ${at}`);
  }
  assert.ok(await isStillEmpty());
});

/** The archive with its parts changed, sealed anew by compression: only our own checksums can tell. */
async function rewritten(
  change: (name: string, content: Buffer) => Buffer | null,
): Promise<string> {
  const tar = zstdDecompressSync(await readFile(backup));
  const parts: Buffer[] = [];
  const all = (async function* () {
    yield tar;
  })();
  for await (const { name, content } of readTar(all, 1e9)) {
    const changed = change(name, content);
    if (changed !== null) parts.push(tarEntry(name, changed, 1));
  }
  const path = join(directory, "rewritten.tar.zst");
  await writeFile(path, zstdCompressSync(Buffer.concat([...parts, tarEnd])));
  return path;
}

test("a part that was left out, changed or made up is refused by its checksum", async () => {
  const isPart = (name: string) => name === "tables/interface_samples/00001.copy";
  const cases: [(name: string, content: Buffer) => Buffer | null, RegExp][] = [
    [
      (name, content) => (isPart(name) ? null : content),
      /checksum says: tables\/interface_samples\/00001/,
    ],
    [
      (name, content) =>
        isPart(name) ? content.subarray(0, content.lastIndexOf(10, -2) + 1) : content,
      /checksum says/,
    ],
    [
      (name, content) => (name === "secret.key" ? Buffer.from("00".repeat(32)) : content),
      /checksum says: secret\.key/,
    ],
    [
      (name, content) => (name === "checksums.json" ? null : content),
      /not a whole backup \(it ends too early\)/,
    ],
    [
      (name, content) => (name === "about.json" ? null : content),
      /secret\.key stands where about\.json should be/,
    ],
    [
      (name, content) => (name === "about.json" ? Buffer.from("{") : content),
      /about\.json is no JSON/,
    ],
    [(name, content) => (isPart(name) ? Buffer.from("rubbish\n") : content), /PostgreSQL refused/],
  ];
  for (const [change, message] of cases)
    await assert.rejects(restore(await rewritten(change)), message);
  assert.ok(await isStillEmpty());
});

test("a backup of another schema or format is refused with the version that can read it", async () => {
  const withAbout = (change: (about: Record<string, unknown>) => void) =>
    rewritten((name, content) => {
      if (name !== "about.json") return content;
      const about = JSON.parse(content.toString());
      change(about);
      return Buffer.from(JSON.stringify(about));
    });
  const newer = await withAbout(
    (about) => (about["migrations"] = [{ name: "9999-later", checksum: "x" }]),
  );
  await assert.rejects(
    restore(newer),
    /made by Vedette 1\.2\.3 with another schema \(9999-later; this one has 0/,
  );
  await assert.rejects(
    restore(await withAbout((about) => (about["format"] = 2))),
    /format 2; this Vedette reads 1/,
  );
  const foreign = await withAbout(
    (about) => (about["tables"] = [{ name: "pg_authid", columns: ["oid"] }]),
  );
  await assert.rejects(restore(foreign), /a table pg_authid that its schema does not have/);
});

test("a key that cannot be kept stops the restore", async () => {
  const takeKey = async () => {
    throw new Problem("invalid_request", "another key is there");
  };
  await assert.rejects(
    restoreBackup(backup, { connection: empty.connection, takeKey }),
    /another key is there/,
  );
  assert.ok(await isStillEmpty());
});

test("what is not there, or is no file, is said in a sentence", async () => {
  await assert.rejects(restore(join(directory, "nothing")), /cannot be read: ENOENT/);
  await mkdir(join(directory, "folder"));
  await assert.rejects(restore(join(directory, "folder")), /cannot be read: EISDIR/);
  await assert.rejects(writeBackup(join(directory, "folder"), source), /is no regular file/);
});

test("a backup that fails leaves nothing behind, and an older one as it was", async () => {
  const old = join(directory, "old.tar.zst");
  await writeFile(old, "old");
  await chmod(old, 0o600);
  const broken = {
    ...source,
    key: {
      toString: () => {
        throw new Error("no key");
      },
    } as unknown as Buffer,
  };
  await assert.rejects(writeBackup(old, broken), /no key/);
  assert.equal(await readFile(old, "utf8"), "old");
  assert.deepEqual(
    (await readdir(directory)).filter((name) => name.endsWith(".partial")),
    [],
  );
});

test("a backup that is stopped on its way leaves nothing behind", async () => {
  const stop = new AbortController();
  const path = join(directory, "stopped.tar.zst");
  const working = writeBackup(path, source, stop.signal);
  const isPartial = (name: string) => name.endsWith(".partial");
  await until(async () => (await readdir(directory)).some(isPartial), { what: "it has begun" });
  stop.abort();
  await assert.rejects(working, /The backup was stopped; nothing was written/);
  const left = (await readdir(directory)).filter(
    (name) => isPartial(name) || name === "stopped.tar.zst",
  );
  assert.deepEqual(left, []);
});

// The last test but one: from here on the database is no longer empty.
test("restored, every row of every table is what it was, and row-level security is as strict", async () => {
  const before = await securityOf(empty.admin);
  const taken: Buffer[] = [];
  const restored = await restore(backup, taken);
  assert.deepEqual(restored, { createdAt: startAt, tables: summary.tables, rows: summary.rows });
  assert.deepEqual(taken, [key]);
  assert.deepEqual(await everything(empty.admin), await everything(full.admin));
  const partitions = await securityOf(empty.admin);
  assert.deepEqual(partitions, await securityOf(full.admin));
  assert.deepEqual(
    partitions.filter((row) => before.some(({ relname }) => relname === row["relname"])),
    before,
  );
});

test("an installation that has tenants is left alone", async () => {
  await assert.rejects(restore(backup), /This installation is not empty/);
  assert.deepEqual(await everything(empty.admin), await everything(full.admin));
});

test("a backup is of one moment, while others write", async () => {
  let stop = false;
  const writer = (async () => {
    for (let i = 0; !stop; i++) {
      // A company and a sensor under it, in one transaction: one without the other would be two moments.
      await withClient(full.admin, undefined, (client) =>
        client.query(
          `begin;
           insert into companies (tenant_id, id, name, created_at) values ('${seed.tenantId}', gen_random_uuid(), 'c${i}', 0);
           update sensors set company_id = (select id from companies where name = 'c${i}');
           delete from companies where name = 'c${i - 1}';
           commit;`,
        ),
      );
    }
  })();
  const path = join(directory, "busy.tar.zst");
  for (let i = 0; i < 3; i++) await writeBackup(path, source);
  stop = true;
  await writer;
  const other = await readFile(path);
  const tar = zstdDecompressSync(other);
  const all = (async function* () {
    yield tar;
  })();
  const text = new Map<string, string>();
  for await (const { name, content } of readTar(all, 1e9)) text.set(name, content.toString());
  const company = text.get("tables/companies/00001.copy")?.split("\t")[1] ?? assert.fail();
  const sensors = text.get("tables/sensors/00001.copy")?.trim().split("\n") ?? [];
  assert.equal(sensors.length, 50);
  assert.ok(sensors.every((row) => row.includes(company)));
});
