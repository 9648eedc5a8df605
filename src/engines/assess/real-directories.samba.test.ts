/** Whole assessments of real servers: what a directory holds must neither end them nor reach people as it stands. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Compile } from "typebox/compile";
import {
  type ActiveDirectorySpec,
  DirectoryFacts,
  RuleResult,
  Weakness,
  usualThresholds,
} from "#engines/directory-types";
import { readDomain } from "#engines/ldap";
import { startSambaDomain } from "#test/samba-domain";
import { startLargeDomain } from "../../../bench/support/large-domain.ts";
import { createAssessmentEngine } from "./assessment-engine.ts";

type Server = Pick<ActiveDirectorySpec, "user" | "password"> & { url: string; ca: string };

function specOf({ url, ca, user, password }: Server): ActiveDirectorySpec {
  const how = { type: "active_directory", serverName: null, baseDn: null } as const;
  return { ...how, urls: [url], user, password, ca, thresholds: usualThresholds };
}

async function assess(server: Server) {
  const told: { result: RuleResult; found: readonly Weakness[] }[] = [];
  const facts = await createAssessmentEngine()(specOf(server), {
    signal: new AbortController().signal,
    now: Date.now,
    refuse: () => null,
    onProgress: () => {},
    onResult: async (result, found) => void told.push({ result, found }),
  });
  const [isResult, isWeakness] = [Compile(RuleResult), Compile(Weakness)];
  assert.ok(Compile(DirectoryFacts).Check(facts));
  for (const { result, found } of told) {
    assert.ok(isResult.Check(result), result.rule.id);
    for (const one of found) assert.ok(isWeakness.Check(one), JSON.stringify(one));
  }
  return {
    facts,
    of: (id: string) => told.find(({ result }) => result.rule.id === id) ?? assert.fail(id),
    all: told,
  };
}

test("control characters, HTML and a megabyte in a real domain become clean findings, and nothing is lost", async (t) => {
  const domain = await startSambaDomain(t);
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  // What a sign-in name may not have, a name in the tree may.
  const dn = `CN=evil\u001b[2J\\<script\\>\u202e,CN=Users,${domain.baseDn}`;
  domain.plant(`dn:: ${base64(dn)}
changetype: add
objectClass: user
sAMAccountName:: ${base64("evil\u202e")}
displayName:: ${base64("<img src=x onerror=alert(1)>\u0000\u001b[31m")}
url: ${"x".repeat(1_000_000)}
userAccountControl: ${512 + 0x40_0000}

dn: CN=a\\,b\\"\\<i\\>\\+,CN=Users,${domain.baseDn}
changetype: add
objectClass: user
sAMAccountName: quoted
userAccountControl: ${512 + 0x40_0000}
`);
  const { of, all } = await assess({ ...domain, ...domain.reader });
  const { found } = of("ad.kerberos-preauth-not-required");
  assert.deepEqual(
    found.map(({ target }) => target.name).toSorted((a, b) => a.localeCompare(b)),
    ["evil", "quoted"],
  );
  const paths = found.map(({ target }) => target.path ?? "").join("\n");
  assert.match(paths, /CN=evil.*\[2J.*script/);
  assert.doesNotMatch(JSON.stringify(all), /\\u001b|\\u0000|\u202e|xxxxxxxxxx/);
});

test("a privileged group of 100,000 members is read to its last on a real server", async (t) => {
  const size = { users: 1000, computers: 1, groups: 1, admins: 100_000 };
  const server = await startLargeDomain(t, size);
  const { of } = await assess(server);
  assert.equal(of("ad.too-many-privileged-accounts").found.length, 1);
  assert.ok(of("ad.privileged-account-delegable").result.judged >= size.users);
  const { signal } = new AbortController();
  const { groups } = await readDomain(specOf(server), {
    signal,
    now: Date.now,
    refuse: () => null,
    onProgress: () => {},
  });
  const admins = groups.find(({ name }) => name === "admins");
  assert.equal(new Set(admins?.members).size, size.admins);
});
