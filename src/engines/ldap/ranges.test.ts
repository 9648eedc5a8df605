import assert from "node:assert/strict";
import { test } from "node:test";
import { dnKey } from "#engines/active-directory";
import { serveDomain } from "./testing/read-served.ts";
import type { Answer, Search } from "./testing/scripted-server.ts";
import { servedDn, servedDomain, servedGroup } from "./testing/served-domain.ts";

/** Many; each has a comma in its name. */
const memberDns = Array.from(
  { length: 100_000 },
  (_, index) => `CN=Member\\, ${index},OU=Elsewhere,DC=other,DC=test`,
);
const dn = `CN=Protected Users,CN=Users,${servedDn}`;
const large = servedGroup("Protected Users", 525, { member: memberDns });

function isAboutMembers({ base, attributes }: Search): boolean {
  return base === dn && attributes.some((name) => name.startsWith("member"));
}

/** As a domain controller does: so many at a time, from where it is asked to. */
function inRanges(search: Search, size: number): Answer {
  const from = Number(/;range=(\d+)-/.exec(search.attributes.join())?.[1] ?? 0);
  const values = memberDns.slice(from, from + size);
  const last = from + size >= memberDns.length ? "*" : from + values.length - 1;
  const attributes = { member: [], [`member;range=${from}-${last}`]: values };
  return { entries: [{ dn, attributes: from === 0 ? attributes : { ...attributes } }] };
}

function assertAll(members: readonly string[] | undefined): void {
  assert.deepEqual(members, memberDns.map(dnKey));
}

test("a group of 100,000 members is read in ranges, to the last", async (t) => {
  const served = await serveDomain(t, servedDomain(large), {
    answer: (search, usual) => (isAboutMembers(search) ? inRanges(search, 1500) : usual()),
  });
  const { groups } = await served.read();
  assertAll(groups.find(({ name }) => name === "Protected Users")?.members);
  const ranges = served.searches.filter(isAboutMembers).map(({ attributes }) => attributes.join());
  assert.equal(ranges.length, Math.ceil(memberDns.length / 1500));
  assert.deepEqual(ranges.slice(0, 3), ["member", "member;range=1500-*", "member;range=3000-*"]);
});

test("a server that knows no ranges hands out all 100,000 at once", async (t) => {
  const served = await serveDomain(t, servedDomain(large));
  const { groups } = await served.read();
  assertAll(groups.find(({ name }) => name === "Protected Users")?.members);
});

test("a server that forgets ranges in the middle, and hands out all, is believed", async (t) => {
  const served = await serveDomain(t, servedDomain(large), {
    answer: (search, usual) =>
      isAboutMembers(search) && search.attributes[0] === "member"
        ? inRanges(search, 1500)
        : usual(),
  });
  const { groups } = await served.read();
  assertAll(groups.find(({ name }) => name === "Protected Users")?.members);
});

for (const [what, names] of [
  ["begin anew", ["member;range=0-1", "member;range=0-1"]],
  ["leave some out", ["member;range=0-1", "member;range=3-4"]],
  ["overlap", ["member;range=0-1", "member;range=1-2"]],
  ["hold fewer than they say", ["member;range=0-9"]],
  ["begin in the middle", ["member;range=5-6"]],
  ["stop", ["member;range=0-1", "other"]],
] as const) {
  test(`ranges that ${what} make no group: nothing is known then`, async (t) => {
    let asked = 0;
    const served = await serveDomain(t, servedDomain(large), {
      answer(search, usual) {
        if (!isAboutMembers(search)) return usual();
        const attributes = { [names[asked++] ?? ""]: memberDns.slice(0, 2) };
        return { entries: [{ dn, attributes }] };
      },
    });
    await assert.rejects(served.read(), {
      name: "DirectoryRefused",
      message: /hands out member of CN=Protected Users,.* in parts that do not make a whole/,
    });
  });
}

test("whose members are read: what Windows makes, what is nested there, and who may change what is judged", async (t) => {
  const nested = servedGroup("Nested", 2001, { member: [`CN=Loop,CN=Users,${servedDn}`] });
  const loop = servedGroup("Loop", 2002, { member: [nested.dn] });
  const served = await serveDomain(
    t,
    servedDomain(
      servedGroup("Schema Admins", 518, { member: [nested.dn] }),
      nested,
      loop,
      servedGroup("DnsAdmins", 2003, { member: [] }),
      servedGroup("Choir", 2004, { member: [nested.dn] }),
    ),
  );
  const { groups } = await served.read();
  const read = groups.filter(({ members }) => members !== undefined).map(({ name }) => name);
  assert.deepEqual(read.toSorted(), [
    "DnsAdmins",
    "Domain Admins",
    "Loop",
    "Nested",
    "Schema Admins",
  ]);
});

test("a list that goes on in parts for ever is not kept beyond its bound", async (t) => {
  const value = Buffer.alloc(1000, "a");
  const served = await serveDomain(t, servedDomain(large), {
    answer(search, usual) {
      if (!isAboutMembers(search)) return usual();
      const from = Number(/;range=(\d+)-/.exec(search.attributes.join())?.[1] ?? 0);
      return { entries: [{ dn, attributes: { [`member;range=${from}-${from}`]: [value] } }] };
    },
  });
  await assert.rejects(served.read({}, { keptBytes: 100_000 }), {
    name: "DirectoryRefused",
    message: /hands out more than 100000 bytes of member of CN=Protected Users,/,
  });
  assert.equal(served.searches.filter(isAboutMembers).length, 101);
});

test("objects whose values come in parts are kept up to a bound, until the page ends", async (t) => {
  const attributes = { "sIDHistory;range=0-0": [Buffer.alloc(1000)] };
  const entries = Array.from({ length: 200 }, (_, n) => ({
    dn: `CN=${n},${servedDn}`,
    attributes,
  }));
  const served = await serveDomain(t, servedDomain(), {
    answer: ({ filter }, usual) =>
      filter.text === "(objectClass=group)" ? { entries, next: 200 } : usual(),
  });
  await assert.rejects(served.read({}, { keptBytes: 100_000 }), {
    name: "DirectoryRefused",
    message: /hands out more than 100000 bytes of groups at once whose values come in parts\.$/,
  });
});

test("of an object that comes again and again one is kept", async (t) => {
  const [member = ""] = memberDns;
  const again = { dn, attributes: { member: [member] } };
  const served = await serveDomain(t, servedDomain(large), {
    answer: (search, usual) =>
      isAboutMembers(search) ? { entries: Array.from({ length: 5000 }, () => again) } : usual(),
  });
  const { groups } = await served.read();
  assert.deepEqual(groups.find(({ name }) => name === "Protected Users")?.members, [dnKey(member)]);
});
