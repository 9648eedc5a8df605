import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "#platform/db";
import { createLog } from "#platform/log";
import { createTestDatabase } from "#test/database";
import { until } from "#test/until";
import { lead } from "./leader.ts";

const { database, admin } = await createTestDatabase();
const deps = { database, log: createLog("silent", "test"), everyMs: 100 };

test("one replica leads; when it stops, another takes over", async () => {
  const running = new Set<string>();
  const replica = (name: string) =>
    lead(
      {
        name: "collector",
        async start() {
          assert.equal(running.size, 0, "never two");
          running.add(name);
          return { stop: async () => void running.delete(name) };
        },
      },
      deps,
    );
  const first = replica("first");
  await until(() => first.role === "leading", { what: "the first leads" });
  const second = replica("second");
  await until(() => second.role === "standby", { what: "the second stands by" });
  await first.stop();
  assert.equal(first.role, "seeking");
  await until(() => second.role === "leading", { what: "the second leads" });
  assert.deepEqual([...running], ["second"]);
  await second.stop();
  assert.equal(running.size, 0);
});

test("work that cannot be started is tried again", async () => {
  let tries = 0;
  const leadership = lead(
    {
      name: "stubborn",
      async start() {
        tries += 1;
        if (tries === 1) throw new Error("not yet");
        return { stop: async () => undefined };
      },
    },
    deps,
  );
  await until(() => leadership.role === "leading", { what: "the second try" });
  assert.equal(tries, 2);
  await leadership.stop();
});

test("a leader whose connection is broken goes on with its work, and leads again", async () => {
  const steps: string[] = [];
  const leadership = lead(
    {
      name: "steadfast",
      async start() {
        steps.push("started");
        return { stop: async () => void steps.push("stopped") };
      },
    },
    deps,
  );
  await until(() => leadership.role === "leading", { what: "it leads" });
  const before = await holdersOfLocks();
  await withClient(admin, undefined, (client) =>
    client.query("select pg_terminate_backend($1)", [before[0]]),
  );
  await until(
    async () => {
      const holders = await holdersOfLocks();
      return holders.length === 1 && holders[0] !== before[0];
    },
    { what: "it has the lock again" },
  );
  const other = lead({ name: "steadfast", start: () => Promise.reject(new Error("never")) }, deps);
  await until(() => other.role === "standby", {
    what: "it has the lock again, so that another stands by",
  });
  assert.deepEqual(steps, ["started"]);
  await other.stop();
  await leadership.stop();
  assert.deepEqual(steps, ["started", "stopped"]);
});

/** Processes of PostgreSQL that hold an advisory lock in this database. */
async function holdersOfLocks(): Promise<number[]> {
  return withClient(admin, undefined, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select l.pid from pg_locks l join pg_database d on d.oid = l.database
       where l.locktype = 'advisory' and d.datname = current_database()`,
    );
    return rows.map(({ pid }) => pid);
  });
}
