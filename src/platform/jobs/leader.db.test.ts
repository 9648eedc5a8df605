import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog } from "#platform/log";
import { createTestDatabase } from "#test/database";
import { until } from "#test/until";
import { lead } from "./leader.ts";

const { database } = await createTestDatabase();
const deps = { database, log: createLog("silent", "test") };

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
