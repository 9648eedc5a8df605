import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Compile } from "typebox/compile";
import {
  DirectoryRefused,
  type EntraSpec,
  Target,
  usualThresholds,
} from "#engines/directory-types";
import type { GraphRead, GraphReader, GraphRequest } from "#engines/graph";
import { anyCharacter } from "#test/any-text";
import { readEntra } from "./read-entra.ts";
import { entraRules } from "./rules/index.ts";
import { badTenant, emergencyAccount, goodTenant, readAt } from "./testing/graph-tenants.ts";

const target = Compile(Target);
const spec: EntraSpec = {
  type: "entra",
  tenantId: "11111111-2222-4333-8444-555555555555",
  clientId: "99999999-8888-4777-8666-555555555555",
  clientSecret: "secret",
  loginUrl: "https://login.example",
  graphUrl: "https://graph.example",
  breakGlass: [emergencyAccount.id, emergencyAccount.name],
  thresholds: usualThresholds,
};

/** Answers of a tenant's data, each of which may be made into something else. */
function readerOf(
  data: Readonly<Record<string, unknown>>,
  change: (name: string, read: GraphRead) => GraphRead,
): GraphReader {
  const answer = ({ path, kind }: GraphRequest): GraphRead => {
    const bare = decodeURIComponent(path.replace(/^\/v1\.0|\?.*$|\/delta(?=\?)/g, ""));
    const own = data[bare];
    if (Array.isArray(own)) return { kind: "read", items: own };
    if (own !== undefined) return { kind: "read", items: [own] };
    const [, list = "", id = ""] = /^(\/\w+)\/([^/]+)$/.exec(bare) ?? [];
    const objects: unknown = data[list];
    const one = (Array.isArray(objects) ? objects : []).find(
      (item: { id?: unknown; userPrincipalName?: unknown }) =>
        item.id === id || item.userPrincipalName === id,
    );
    if (one !== undefined) return { kind: "read", items: [one] };
    return kind === "single" ? { kind: "absent" } : { kind: "read", items: [] };
  };
  return {
    read: async (requests) =>
      new Map(requests.map((request) => [request.name, change(request.name, answer(request))])),
  };
}

async function judged(reader: GraphReader) {
  const tenant = await readEntra(reader, spec, { now: () => readAt, onProgress: () => {} });
  return entraRules.map((rule) => ({
    id: rule.id,
    verdict: rule.evaluate(tenant, { now: readAt, thresholds: usualThresholds }),
  }));
}

function assertFits(results: Awaited<ReturnType<typeof judged>>): void {
  for (const { id, verdict } of results) {
    if (verdict.kind === "not_evaluated") assert.ok(verdict.needs.length <= 500, id);
    if (verdict.kind === "not_applicable") assert.ok(verdict.because.length <= 500, id);
    if (verdict.kind !== "evaluated") continue;
    const { found, unread } = verdict;
    assert.ok(verdict.judged >= found.length, `${id}: ${verdict.judged} < ${found.length}`);
    const ids = found.map((one) => one.target.id);
    assert.equal(new Set(ids).size, ids.length, `${id} names a target twice`);
    assert.deepEqual(
      unread.filter((one) => ids.includes(one)),
      [],
      `${id} found what it could not read`,
    );
    for (const one of unread) assert.ok(one.length > 0 && one.length <= 200, id);
    for (const one of found) {
      assert.ok(target.Check(one.target), `${id}: ${JSON.stringify(one.target)}`);
      assert.ok(one.evidence.length > 0 && one.evidence.length <= 20, id);
      for (const sentence of one.evidence) {
        assert.ok(sentence.length > 0 && sentence.length <= 500, `${id}: ${sentence.length}`);
        assert.doesNotMatch(sentence, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u, id);
      }
    }
  }
}

const anyText = fc.string({ unit: anyCharacter, maxLength: 400 });
const anyValue = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    "",
    "unknownFutureValue",
    "9999-12-31T23:59:59Z",
    "not a day",
    [],
    {},
  ),
  fc.double(),
  anyText,
  fc.jsonValue({ maxDepth: 3 }),
);

/** Puts something else in the place of one value somewhere within. */
function withOther(value: unknown, other: unknown, pick: () => number): unknown {
  const at = <T>(list: readonly T[]) => list[Math.floor(pick() * list.length)];
  if (pick() < 0.15) return other;
  if (Array.isArray(value) && value.length > 0) {
    const index = Math.floor(pick() * value.length);
    return value.map((one: unknown, i) => (i === index ? withOther(one, other, pick) : one));
  }
  if (typeof value === "object" && value !== null && Object.keys(value).length > 0) {
    const name = at(Object.keys(value));
    const entries = Object.entries<unknown>({ ...value });
    if (pick() < 0.1) return Object.fromEntries(entries.filter(([key]) => key !== name));
    return Object.fromEntries(
      entries.map(([key, one]) => [key, key === name ? withOther(one, other, pick) : one]),
    );
  }
  return other;
}

const mutation = fc.record({
  other: anyValue,
  picks: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 12, maxLength: 12 }),
});

test("whatever shape Graph's answers have, no rule throws, and what is found fits into its messages", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(goodTenant, badTenant),
      fc.array(mutation, { minLength: 1, maxLength: 12 }),
      async (data, mutations) => {
        let turn = 0;
        const reader = readerOf(data, (_name, read) => {
          const chosen = mutations[turn++ % mutations.length];
          if (read.kind !== "read" || chosen === undefined) return read;
          let at = 0;
          const pick = () => chosen.picks[at++ % chosen.picks.length] ?? 0;
          if (pick() < 0.5) return read;
          const items = withOther(read.items, chosen.other, pick);
          return { kind: "read", items: Array.isArray(items) ? items : [items] };
        });
        assertFits(await judged(reader));
      },
    ),
    { numRuns: 1000 },
  );
});

test("of a tenant that is in order nothing that is missing makes a finding, only what is said to be bad", async () => {
  const names: string[] = [];
  await judged(
    readerOf(goodTenant, (name, read) => {
      names.push(name);
      return read;
    }),
  );
  for (const name of names) {
    for (const read of [
      { kind: "refused", needs: "Needs something." },
      { kind: "read", items: [null] },
      { kind: "read", items: ["<script>"] },
      { kind: "read", items: [{ id: "x" }] },
    ] as const) {
      const results = await judged(readerOf(goodTenant, (one, was) => (one === name ? read : was)));
      assertFits(results);
      for (const { id, verdict } of results) {
        if (verdict.kind === "evaluated") {
          assert.deepEqual(verdict.found, [], `${id} on ${name}: ${JSON.stringify(read)}`);
        }
      }
    }
  }
});

test("an answer about somebody else is none: the policies that name the one who was asked for are open", async () => {
  const results = await judged(
    readerOf(goodTenant, (name, read) =>
      name.startsWith("user of policies") ? { kind: "read", items: [{ id: "x" }] } : read,
    ),
  );
  const verdict = results.find(({ id }) => id === "entra.policies-without-targets")?.verdict;
  assert.ok(verdict?.kind === "evaluated");
  assert.deepEqual([verdict.judged, verdict.found, verdict.unread.length], [0, [], 6]);
});

test("names of strangers are cut, and cleared of what no terminal should see", async () => {
  const hostile = `\u001b[2J<script>alert(1)</script>\u202e${"x".repeat(1_000_000)}`;
  const results = await judged(
    readerOf(badTenant, (_name, read) =>
      read.kind === "read"
        ? {
            kind: "read",
            items: read.items.map((one) =>
              typeof one === "object" && one !== null && "displayName" in one
                ? { ...one, displayName: hostile }
                : one,
            ),
          }
        : read,
    ),
  );
  assertFits(results);
});

test("a tenant whose id nothing tells is refused", async () => {
  const reader = readerOf(goodTenant, (name, read) =>
    name === "organization" ? { kind: "refused", needs: "Needs something." } : read,
  );
  await assert.rejects(
    readEntra(
      reader,
      { ...spec, tenantId: "acme.example" },
      { now: () => readAt, onProgress: () => {} },
    ),
    DirectoryRefused,
  );
});
