import assert from "node:assert/strict";
import { test } from "node:test";
import { type Migration, decidePending, parseMigration } from "./migration.ts";

const known = [
  parseMigration("0000-foundation.sql", "select 1;\n"),
  parseMigration("0001-tenants.sql", "create table a ();\n"),
  parseMigration("0002-split-states.sql", "--! breaking\ndrop table a;\n"),
];
const names = (migrations: readonly Migration[]) => migrations.map(({ name }) => name);

test("a database gets what it lacks, in order", () => {
  assert.deepEqual(names(decidePending(known, [])), names(known));
  assert.deepEqual(names(decidePending(known, known.slice(0, 2))), ["0002-split-states"]);
  assert.deepEqual(decidePending(known, known), []);
});

test("an old program works on after a newer migration, unless that one breaks with it", () => {
  const old = known.slice(0, 1);
  assert.deepEqual(decidePending(old, known.slice(0, 2)), []);
  assert.throws(
    () => decidePending(old, known),
    /migrated by a newer Vedette \(0002-split-states\)/,
  );
});

test("an applied migration that was edited is noticed", () => {
  const edited = known.with(1, parseMigration("0001-tenants.sql", "create table b ();\n"));
  assert.throws(() => decidePending(edited, known), /0001-tenants is not the one/);
});

test("another kind of line end is no edit", () => {
  const text = "--! breaking\ndrop table a;\n";
  assert.deepEqual(
    parseMigration("0001-x.sql", text.replaceAll("\n", "\r\n")),
    parseMigration("0001-x.sql", text),
  );
});

test("a migration cannot slip in before one that was applied", () => {
  assert.throws(
    () =>
      decidePending(
        known,
        [known[0], known[2]].filter((one) => one !== undefined),
      ),
    /0001-tenants is numbered before/,
  );
});

test("a file with another kind of name is refused rather than passed over", () => {
  for (const name of ["1-a.sql", "0001-A.sql", "0001_a.sql", "0001-a.sql.bak", "notes.md"]) {
    assert.throws(() => parseMigration(name, ""), /a name is NNNN-kebab-case\.sql/);
  }
});
