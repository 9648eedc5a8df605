import assert from "node:assert/strict";
import { test } from "node:test";
import { DirectoryRefused } from "#engines/directory-types";
import { serveDomain } from "./testing/read-served.ts";
import type { Search } from "./testing/scripted-server.ts";
import { servedDn, servedDomain, servedUser } from "./testing/served-domain.ts";

const many = Array.from({ length: 25 }, (_, index) => servedUser(`user${index}`, 2000 + index));
/** Sorted, with the administrator who is always there. */
const allNames = ["ada", ...many.map((_, index) => `user${index}`)].toSorted();

const isAboutUsers = ({ base, filter }: Search): boolean =>
  base === servedDn && filter.text === "(&(objectClass=user)(!(objectClass=computer)))";

test("all pages of a class are read, whatever their size", async (t) => {
  const served = await serveDomain(t, servedDomain(...many));
  for (const pageObjects of [1, 2, 13, 26, 1000]) {
    const { accounts } = await served.read({}, { pageObjects });
    assert.deepEqual(accounts.map(({ name }) => name).toSorted(), allNames);
  }
});

test("a page without objects is not the end when the server says that there are more", async (t) => {
  const handedOut = new Set<number>();
  const served = await serveDomain(t, servedDomain(...many), {
    answer(search, usual) {
      if (!isAboutUsers(search) || handedOut.has(search.from)) return usual();
      handedOut.add(search.from);
      return { entries: [], next: search.from };
    },
  });
  const { accounts } = await served.read({}, { pageObjects: 10 });
  assert.deepEqual(accounts.map(({ name }) => name).toSorted(), allNames);
  assert.equal(handedOut.size, 3);
});

test("a cookie that leads to pages without objects for ever ends the assessment", async (t) => {
  const served = await serveDomain(t, servedDomain(...many), {
    answer: (search, usual) => (isAboutUsers(search) ? { entries: [], next: 7 } : usual()),
  });
  await assert.rejects(served.read({}, { emptyPages: 20 }), {
    name: "DirectoryRefused",
    message: /says after 20 pages without users in a row that there are more\.$/,
  });
  assert.equal(served.searches.filter(isAboutUsers).length, 21);
});

test("references to other servers are not followed, and change nothing", async (t) => {
  const plain = await serveDomain(t, servedDomain(...many));
  const referring = await serveDomain(t, servedDomain(...many), {
    answer: (_, usual) => ({ ...usual(), references: 3 }),
  });
  const now = () => 0;
  assert.deepEqual(await referring.read({ now }), await plain.read({ now }));
});

for (const [code, what] of [
  [3, "a time limit"],
  [4, "a size limit"],
  [11, "an administrative limit"],
  [51, "a busy server"],
  [1, "an error of the server"],
  [50, "a right that is gone"],
] as const) {
  test(`${what} in the middle of a class ends the assessment, with no shorter list`, async (t) => {
    const served = await serveDomain(t, servedDomain(...many), {
      answer: (search, usual) =>
        isAboutUsers(search) && search.from > 0 ? { ...usual(), code, text: "so far" } : usual(),
    });
    await assert.rejects(served.read({}, { pageObjects: 10 }), (error: Error) => {
      assert.ok(error instanceof DirectoryRefused);
      assert.match(
        error.message,
        new RegExp(`does not hand out all users of DC=served,DC=test \\(result ${code}: so far\\)`),
      );
      return true;
    });
  });
}

test("a server with more objects than anybody has is not read to the end", async (t) => {
  const served = await serveDomain(t, servedDomain(...many));
  await assert.rejects(served.read({}, { objects: 20 }), {
    name: "DirectoryRefused",
    message: /has more than 20 objects/,
  });
});

test("the progress says what is read, and how much there was", async (t) => {
  const served = await serveDomain(t, servedDomain(...many));
  const told: string[] = [];
  let last = 0;
  await served.read(
    {
      onProgress({ phase, what, objects }) {
        told.push(`${phase} ${what}`);
        assert.ok(objects >= last);
        last = objects;
      },
    },
    { pageObjects: 10 },
  );
  assert.equal(told[0], "connecting the domain controller");
  assert.equal(told.filter((what) => what === "reading users").length, 3);
  assert.ok(last > many.length);
});

test("no password is ever asked for by its value", async (t) => {
  const served = await serveDomain(
    t,
    servedDomain(servedUser("clear", 3000, { unixUserPassword: ["hunter2"] })),
  );
  const { accounts } = await served.read();
  const withPassword = accounts.filter(({ hasClearPassword }) => hasClearPassword);
  assert.deepEqual(
    withPassword.map(({ name }) => name),
    ["clear"],
  );
  const asked = new Set(served.searches.flatMap(({ attributes }) => attributes));
  for (const name of asked) {
    assert.doesNotMatch(
      name,
      /password(?!settings|complexity|reversible|age|length|expirationtime)|unicodepwd|admpwd$|^\*$/i,
    );
  }
  assert.ok(served.searches.every(({ attributes }) => attributes.length > 0));
});
