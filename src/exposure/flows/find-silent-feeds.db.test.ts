import assert from "node:assert/strict";
import { test } from "node:test";
import { softwareOfPackages } from "#engines/matching";
import { hostFacts, packageFacts } from "#test/agent-fixture";
import { createTestDatabase } from "#test/database";
import { findSilentFeeds } from "./find-silent-feeds.ts";

const { database } = await createTestDatabase();

test("where no archive of OSV's is imported, one ecosystem of each is named", async () => {
  const sentenceFor = async (id: string, version: string, packaged: string) => {
    const os = { ...hostFacts().os, id, version, codename: null };
    const packageManager = id === "ubuntu" ? "dpkg" : "rpm";
    const packages = [packageFacts("bash", packaged, "bash")];
    const { judged } = softwareOfPackages(hostFacts({ os, packageManager }), packages);
    const [one] = judged;
    assert.ok(one !== undefined);
    return (await findSilentFeeds(database.system, judged))(one);
  };
  assert.equal(
    await sentenceFor("rhel", "9.4", "5.1.8-9.el9"),
    "No advisories of OSV's for Red Hat:enterprise_linux:9::baseos or AlmaLinux:9 or Rocky Linux:9 are imported.",
  );
  assert.equal(
    await sentenceFor("ubuntu", "22.04", "5.1-6ubuntu1.1"),
    "No advisories of OSV's for Ubuntu:22.04:LTS are imported.",
  );
});
