import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ace } from "#engines/active-directory";
import { isAdministrator, mayList } from "./access.ts";

const me = "S-1-5-21-1-2-3-1100";
const token = new Set([me, "S-1-5-11"]);
const entry: Ace = {
  allow: true,
  sid: "S-1-5-11",
  mask: 0x4,
  objectType: null,
  inheritedObjectType: null,
  inherited: false,
  inheritOnly: false,
};
const listed = (...aces: Partial<Ace>[]): boolean =>
  mayList({ owner: null, aces: aces.map((ace) => ({ ...entry, ...ace })) }, token);

test("somebody may look into a container when the first entry about it allows that", () => {
  assert.ok(listed({}));
  assert.ok(listed({ mask: 0x1000_0000 }));
  assert.ok(listed({ mask: 0x8000_0000 }));
  assert.ok(listed({ allow: false, sid: "S-1-5-32-544" }, {}));
  assert.ok(listed({ allow: false, mask: 0x10 }, {}));
  assert.ok(listed({}, { allow: false, sid: me }));
  assert.ok(mayList({ owner: null, aces: null }, token));
});

test("and otherwise not", () => {
  assert.ok(!listed());
  assert.ok(!listed({ allow: false, sid: me }, {}));
  assert.ok(!listed({ inheritOnly: true }));
  assert.ok(!listed({ sid: "S-1-5-32-544" }));
  assert.ok(!listed({ mask: 0x10 }));
  assert.ok(!listed({ objectType: "bf967aba-0de6-11d0-a285-00aa003049e2" }));
  assert.ok(!mayList(null, token));
});

test("administrators are those of the domain, of the forest, and of the servers", () => {
  for (const sid of ["S-1-5-32-544", "S-1-5-21-1-2-3-512", "S-1-5-21-1-2-3-519"]) {
    assert.ok(isAdministrator(new Set([...token, sid])), sid);
  }
  for (const sid of ["S-1-5-32-545", "S-1-5-21-1-2-3-1512", "S-1-5-21-1-2-3-513"]) {
    assert.ok(!isAdministrator(new Set([...token, sid])), sid);
  }
});
