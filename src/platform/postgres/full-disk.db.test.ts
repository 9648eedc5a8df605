import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, rm, rmdir, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { DatabaseUnavailable, openDatabase, statement } from "#platform/db";
import { Problem } from "#platform/errors";
import { createLog } from "#platform/log";
import { saysDiskFull } from "./disk-full.ts";
import { startEmbeddedPostgres } from "./start-embedded-postgres.ts";

const log = createLog("silent", "test");

const disks: string[] = [];
after(async () => {
  for (const path of disks) {
    execFileSync("umount", [path]);
    await rmdir(path);
  }
});

/** A disk of that size in memory. */
async function smallDisk(megabytes: number): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "vedette-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=700`, "tmpfs", path]);
  disks.push(path);
  return path;
}

function saysFull(error: unknown): true {
  assert.ok(error instanceof Problem, String(error));
  assert.match(error.message, /^The disk that holds \S+ is full \(\d+ MB free\)/);
  return true;
}

test("what Node and PostgreSQL say of a full disk is understood", () => {
  const said = [
    "ENOSPC: no space left on device, write",
    'FATAL:  could not write lock file "postmaster.pid": No space left on device',
    "PANIC:  could not write to file: Disk quota exceeded",
    "database or disk is full",
  ];
  assert.deepEqual(
    said.map((text) => saysDiskFull(new Error(text))),
    said.map(() => true),
  );
  assert.equal(saysDiskFull(new Error("EACCES: permission denied")), false);
});

// Only root may mount a disk.
if (process.getuid?.() === 0) {
  test("a disk too small for the database is called full, and nothing half-made is left on it", async () => {
    const dataDir = await smallDisk(24);
    await assert.rejects(startEmbeddedPostgres({ dataDir, log }), saysFull);
    assert.deepEqual(await readdir(dataDir), []);
  });

  test("a disk that fills up loses nothing that was acknowledged", async (t) => {
    const dataDir = await smallDisk(160);
    const first = await startEmbeddedPostgres({ dataDir, log, restarts: 2 });
    t.after(() => first.stop());
    const database = await openDatabase(first.connection, { log });
    t.after(() => database.close());
    const create = statement<[], never>(
      "test.full.create",
      "create table lines (n integer primary key, line text not null)",
    );
    // Text that does not compress, so that the disk fills quickly.
    const insert = statement<[n: number], never>(
      "test.full.insert",
      `insert into lines select $1, string_agg(md5(random()::text), '') from generate_series(1, 2000)`,
    );
    const count = statement<[], { count: number }>("test.full.count", "select count(*) from lines");
    await database.system.run(create, []);
    const filler = join(dataDir, "filler");
    const { bavail, bsize } = await statfs(dataDir);
    await writeFile(filler, Buffer.alloc(bavail * bsize - 24_000_000));
    let acknowledged = 0;
    const fill = async (): Promise<void> => {
      for (let n = 1; n <= 2_000; n += 1) {
        await database.system.run(insert, [n]);
        acknowledged = n;
      }
    };
    await assert.rejects(fill(), DatabaseUnavailable);
    assert.ok(acknowledged > 10, `${acknowledged} rows`);
    await database.close();
    await first.stop();

    const rest = join(dataDir, "rest");
    const left = await statfs(dataDir);
    await writeFile(rest, Buffer.alloc(left.bavail * left.bsize));
    await assert.rejects(startEmbeddedPostgres({ dataDir, log }), saysFull);

    await Promise.all([rm(filler), rm(rest)]);
    const second = await startEmbeddedPostgres({ dataDir, log });
    t.after(() => second.stop());
    const again = await openDatabase(second.connection, { log });
    const [row] = await again.system.run(count, []);
    await again.close();
    assert.ok((row?.count ?? 0) >= acknowledged);
  });
}
