import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { allPermissions } from "./testing/graph-tenants.ts";

test("the page names the permissions that an assessment takes, and no other", () => {
  const page = readFileSync(new URL("../../../docs/identity.md", import.meta.url), "utf8");
  const named = [...page.matchAll(/^\| `([A-Z]\w+(?:\.\w+)+)` \|/gm)].map(([, name = ""]) => name);
  assert.deepEqual(named.toSorted(), [...allPermissions].toSorted());
});
