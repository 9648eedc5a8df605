import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Compile } from "typebox/compile";
import type { Inventory, PackageFacts } from "#engines/inventory-types";
import { packageKey } from "#lib/package-key";
import { InventoryUpdate } from "#wire/agent.v1";
import { revisionOf, updateOf } from "./inventory-update.ts";
import { anyInventory, inventoryOf } from "./testing/inventories.ts";

const inventoryUpdate = Compile(InventoryUpdate);

/** What a server does with updates. */
function applied(before: Inventory | null, update: InventoryUpdate): Inventory {
  const packages = new Map(before?.packages.map((each) => [packageKey(each), each]));
  for (const gone of update.removed) assert.ok(packages.delete(packageKey(gone)));
  for (const each of update.packages) packages.set(packageKey(each), each);
  const host = update.host ?? before?.host;
  const listeners = update.listeners ?? before?.listeners;
  const blindSpots = update.blindSpots ?? before?.blindSpots;
  assert.ok(host !== undefined && listeners !== undefined && blindSpots !== undefined);
  return { host, packages: sorted([...packages.values()]), listeners, blindSpots };
}

const sorted = (packages: PackageFacts[]) =>
  packages.toSorted((a, b) => (packageKey(a) < packageKey(b) ? -1 : 1));

test("updates one after another, applied to nothing, give the inventory", () => {
  fc.assert(
    fc.property(fc.array(anyInventory, { minLength: 1, maxLength: 6 }), (moments) => {
      let told: Inventory | null = null;
      let server: Inventory | null = null;
      for (const [at, now] of moments.entries()) {
        const update = updateOf(told, now, at);
        if (update !== null) {
          assert.ok(inventoryUpdate.Check(update), JSON.stringify(update));
          assert.equal(update.base, told === null ? null : revisionOf(told));
          server = applied(server, update);
          assert.equal(update.revision, revisionOf(now));
        }
        assert.ok(server !== null);
        assert.deepEqual(server, { ...now, packages: sorted([...now.packages]) });
        told = now;
      }
    }),
  );
});

test("nothing changed: nothing to be told, whatever the order of fields", () => {
  const before = inventoryOf("1.0");
  const { name, ...others } = before.packages[0] ?? assert.fail();
  const after = { ...before, packages: [{ ...others, name }] };
  assert.equal(updateOf(before, after, 5), null);
});

test("a package that was updated is removed in its old version and added in its new one, and nothing else is said", () => {
  const before = inventoryOf("1.0");
  const after = inventoryOf("1.1");
  assert.deepEqual(updateOf(before, after, 5), {
    base: revisionOf(before),
    revision: revisionOf(after),
    at: 5,
    packages: after.packages,
    removed: [{ name: "openssl", arch: "amd64", version: "1.0" }],
  });
});
