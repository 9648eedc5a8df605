import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { activeDirectoryRules } from "#engines/active-directory-rules";
import { entraRules } from "#engines/entra";
import { domainCatalogue, tenantCatalogue } from "./identity-rules/catalogue.ts";
import { rulesPage } from "./identity-rules/write-page.ts";

const catalogue = [...domainCatalogue, ...tenantCatalogue];
const ids = [...activeDirectoryRules, ...entraRules].map(({ id }) => id);

test("docs/identity-rules.md is what the rules and their proofs say; `node scripts/write-rules.ts` writes it", async () => {
  const file = new URL("../docs/identity-rules.md", import.meta.url);
  assert.equal(await readFile(file, "utf8"), rulesPage());
});

test("every line of the catalogue has rules that there are, or says why there are none", () => {
  for (const { number, check, rules, note } of catalogue) {
    assert.ok(rules.length > 0 || note !== undefined, `${number} ${check}`);
    for (const id of rules) assert.ok(ids.includes(id), `${number} ${check}: ${id}`);
  }
  const numbers = (rows: typeof domainCatalogue) =>
    rows.map(({ number }) => Number(number)).filter((number) => !Number.isNaN(number));
  const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);
  assert.deepEqual(numbers(domainCatalogue), upTo(44));
  assert.deepEqual(numbers(tenantCatalogue), upTo(27));
});

test("no rule answers two lines, and the page has a line for each rule", () => {
  const answering = catalogue.flatMap(({ rules }) => rules);
  assert.equal(new Set(answering).size, answering.length);
  const page = rulesPage();
  for (const id of ids) assert.equal(page.split(`\n| \`${id}\` | `).length, 2, id);
});
