import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type TestContext, after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type Database, DatabaseUnavailable, openDatabase, statement } from "#platform/db";
import { Problem } from "#platform/errors";
import { createLog } from "#platform/log";
import { until } from "#test/until";
import { processesIn } from "./pid-file.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start-embedded-postgres.ts";

const log = createLog("silent", "test");

const createNumbers = statement<[], never>(
  "test.embedded.create",
  "create table numbers (n integer primary key)",
);
const insertNumber = statement<[n: number], { n: number }>(
  "test.embedded.insert",
  "insert into numbers (n) values ($1) returning n",
);
const countNumbers = statement<[], { count: number }>(
  "test.embedded.count",
  "select count(*) as count from numbers",
);

const directories: string[] = [];
after(() => Promise.all(directories.map((path) => rm(path, { recursive: true }))));

/** Of root, mode 0700, like a data directory in root's home. */
async function dataDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "vedette-embedded-"));
  directories.push(path);
  return path;
}

async function started(t: TestContext, dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  t.after(() => postgres.stop());
  return postgres;
}

async function using<T>(
  postgres: EmbeddedPostgres,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(postgres.connection, { log });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const count = (database: Database): Promise<number | undefined> =>
  database.system.run(countNumbers, []).then(([row]) => row?.count);

const clusterOf = (dataDir: string): string => join(dataDir, "postgres");

test("what was written is there after a stop and a start, also below a long path", async (t) => {
  const dataDir = join(await dataDirectory(), "a-very-long-name/".repeat(10));
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const first = await startEmbeddedPostgres({ dataDir, log });
  await using(first, async (database) => {
    await database.system.run(createNumbers, []);
    await database.system.run(insertNumber, [1]);
  });
  await first.stop();
  assert.deepEqual(await processesIn(clusterOf(dataDir)), []);
  const second = await started(t, dataDir);
  assert.equal(await using(second, count), 1);
});

test("it runs without privileges, durable, and listens on no network", async (t) => {
  const postgres = await started(t, await dataDirectory());
  const status = await readFile(`/proc/${postgres.pid}/status`, "utf8");
  assert.doesNotMatch(status, /^Uid:\t0\t/m);
  const setting = statement<[], { name: string; setting: string }>(
    "test.embedded.settings",
    `select name, setting from pg_settings where name in
       ('listen_addresses', 'fsync', 'synchronous_commit', 'data_checksums') order by name`,
  );
  assert.deepEqual(await using(postgres, (database) => database.system.run(setting, [])), [
    { name: "data_checksums", setting: "on" },
    { name: "fsync", setting: "on" },
    { name: "listen_addresses", setting: "" },
    { name: "synchronous_commit", setting: "on" },
  ]);
});

test("it ends with the process that started it, however that ends", async (t) => {
  const dataDir = await dataDirectory();
  const parent = await startParent(t, dataDir);
  parent.process.kill("SIGKILL");
  await until(async () => (await processesIn(clusterOf(dataDir))).length === 0, {
    what: "the end of PostgreSQL",
  });
});

test("an orphan is stopped by the next start, and keeps what it had written", async (t) => {
  const dataDir = await dataDirectory();
  const parent = await startParent(t, dataDir);
  const watcher = await watcherOf(parent);
  // Without its watcher nothing ends PostgreSQL when its parent is killed.
  process.kill(watcher, "SIGSTOP");
  t.after(() => process.kill(-watcher, "SIGKILL"));
  parent.process.kill("SIGKILL");
  await until(() => parent.process.signalCode !== null, { what: "the parent's end" });
  assert.ok((await processesIn(clusterOf(dataDir))).includes(parent.postgres));
  const next = await started(t, dataDir);
  assert.notEqual(next.pid, parent.postgres);
  assert.ok(!(await processesIn(clusterOf(dataDir))).includes(parent.postgres));
});

test("killed while it writes, it comes back with all that it had acknowledged", async (t) => {
  const postgres = await started(t, await dataDirectory());
  await using(postgres, async (database) => {
    await database.system.run(createNumbers, []);
    let acknowledged = 0;
    let sent = 0;
    let failures = 0;
    const write = async (): Promise<void> => {
      while (sent < 3_000) {
        sent += 1;
        try {
          await database.system.run(insertNumber, [sent]);
          acknowledged += 1;
        } catch (error) {
          assert.ok(error instanceof DatabaseUnavailable, String(error));
          failures += 1;
        }
      }
    };
    const writers = Promise.all(Array.from({ length: 4 }, write));
    for (const at of [500, 1_500]) {
      await until(() => acknowledged > at, { what: `${at} rows`, timeoutMs: 20_000 });
      const { pid } = postgres;
      process.kill(pid, "SIGKILL");
      await until(() => postgres.pid !== pid, { what: "another PostgreSQL", timeoutMs: 20_000 });
    }
    await writers;
    const found = (await count(database)) ?? 0;
    assert.ok(found >= acknowledged && found <= acknowledged + failures, `${found} rows found`);
  });
});

test("a child of it that is killed costs only what was under way", async (t) => {
  const postgres = await started(t, await dataDirectory());
  await using(postgres, async (database) => {
    const me = statement<[], { pid: number }>(
      "test.embedded.pid",
      "select pg_backend_pid() as pid",
    );
    const [row] = await database.system.run(me, []);
    assert.ok(row !== undefined);
    process.kill(row.pid, "SIGKILL");
    const next = await until(
      async () => {
        const [now] = await database.system.run(me, []);
        return now !== undefined && now.pid !== row.pid;
      },
      { what: "an answer of another process" },
    );
    assert.ok(next);
  });
});

test("one that cannot be kept running is given up with the reason", async (t) => {
  const dataDir = await dataDirectory();
  const postgres = await startEmbeddedPostgres({ dataDir, log, restarts: 2 });
  t.after(() => postgres.stop());
  await rm(join(clusterOf(dataDir), "global", "pg_control"));
  process.kill(postgres.pid, "SIGKILL");
  const problem = await postgres.exited;
  assert.ok(problem instanceof Problem);
  assert.match(problem.message, /does not start: .*pg_control/);
});

test("the number of a process that is not PostgreSQL, left by a crash, is no obstacle", async (t) => {
  const dataDir = await dataDirectory();
  const first = await startEmbeddedPostgres({ dataDir, log });
  await first.stop();
  const { uid, gid } = await ownerOf(clusterOf(dataDir));
  const stranger = spawn("sleep", ["60"], { uid, gid, stdio: "ignore" });
  t.after(() => stranger.kill("SIGKILL"));
  const left = `${stranger.pid}\n/proc/self/cwd\n1700000000\n5432\n.\n\n  123 456\nready   \n`;
  await writeFile(join(clusterOf(dataDir), "postmaster.pid"), left);
  await started(t, dataDir);
  assert.equal(stranger.exitCode, null);
  assert.equal(stranger.signalCode, null);
});

test("the data of another PostgreSQL is refused, and left as it is", async () => {
  const dataDir = await dataDirectory();
  await mkdir(clusterOf(dataDir));
  await writeFile(join(clusterOf(dataDir), "PG_VERSION"), "17\n");
  await assert.rejects(startEmbeddedPostgres({ dataDir, log }), (error) => {
    assert.ok(error instanceof Problem);
    assert.match(error.message, /written by PostgreSQL 17; this Vedette comes with 18/);
    return true;
  });
  assert.equal(await readFile(join(clusterOf(dataDir), "PG_VERSION"), "utf8"), "17\n");
});

test("a start that was cut off half-way is begun anew", async (t) => {
  const dataDir = await dataDirectory();
  await mkdir(`${clusterOf(dataDir)}.new`);
  await writeFile(join(`${clusterOf(dataDir)}.new`, "PG_VERSION"), "18\n");
  const postgres = await started(t, dataDir);
  assert.equal(typeof postgres.pid, "number");
});

interface Parent {
  process: ChildProcess;
  postgres: number;
}

/** Another process that has started PostgreSQL. */
async function startParent(t: TestContext, dataDir: string): Promise<Parent> {
  const fixture = fileURLToPath(new URL("parent.fixture.ts", import.meta.url));
  const child = spawn(process.execPath, [fixture, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  for await (const line of createInterface(child.stdout)) {
    return { process: child, postgres: Number(line) };
  }
  throw new Error("the parent did not start PostgreSQL");
}

async function watcherOf({ process: parent, postgres }: Parent): Promise<number> {
  const path = `/proc/${parent.pid}/task/${parent.pid}/children`;
  const children = (await readFile(path, "utf8")).trim().split(" ").map(Number);
  const watcher = children.find((pid) => pid !== postgres);
  assert.ok(watcher !== undefined);
  return watcher;
}

async function ownerOf(path: string): Promise<{ uid: number; gid: number }> {
  const { uid, gid } = await stat(path);
  return { uid, gid };
}
