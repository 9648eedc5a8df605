import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "#platform/errors";
import { type AgentTokenInput, checkTokenInput } from "./agent-token.ts";

const dayMs = 24 * 3_600_000;
const usual: AgentTokenInput = { note: "", siteId: null, tags: [], uses: 1, validForMs: dayMs };
const checked = (change: Partial<AgentTokenInput>) => checkTokenInput({ ...usual, ...change });
const refused = (change: Partial<AgentTokenInput>, sentence: RegExp) =>
  assert.throws(
    () => checked(change),
    (error) =>
      error instanceof Problem && error.code === "invalid_request" && sentence.test(error.message),
    JSON.stringify(change),
  );

test("a token is for 1 to 100,000 hosts and a minute to a year", () => {
  for (const uses of [1, 100_000]) assert.equal(checked({ uses }).uses, uses);
  for (const uses of [0, -1, 1.5, NaN, 100_001]) refused({ uses }, /1 to 100000 hosts/);
  for (const validForMs of [60_000, 365 * dayMs]) checked({ validForMs });
  for (const validForMs of [59_999, 0, NaN, Infinity, 365 * dayMs + 1]) {
    refused({ validForMs }, /1 minute to 365 days/);
  }
});

test("tags are words, each kept once; what is no tag is named", () => {
  assert.deepEqual(checked({ tags: ["web", "env:prod", "web", "a.b_c-1"] }).tags, [
    "web",
    "env:prod",
    "a.b_c-1",
  ]);
  for (const tag of ["", " ", "a b", "a,b", "é", "x".repeat(51), "a\n", "'; --"]) {
    refused({ tags: ["web", tag] }, /is no tag: a tag has 1 to 50 characters/);
  }
  const many = Array.from({ length: 51 }, (_, i) => `t${i}`);
  assert.equal(checked({ tags: many.slice(1) }).tags.length, 50);
  refused({ tags: many }, /at most 50 tags/);
});

test("a note is one line for people", () => {
  assert.equal(checked({ note: "  web servers of Berlin " }).note, "web servers of Berlin");
  for (const note of ["a\nb", "\u001b[2J", "x".repeat(201)])
    refused({ note }, /one line of at most 200/);
});
