import assert from "node:assert/strict";
import { test } from "node:test";
import { readDeclarations } from "#platform/declarations";
import { createExposureReader } from "./read-configuration.ts";
import { nothingYet } from "./read-existing-configuration.ts";
import { planExposure } from "./plan-configuration.ts";

function read(text: string, name = "f") {
  const files = [{ name, bytes: Buffer.from(`tenant: t\n${text}`) }];
  return readDeclarations(files, { CONTENT: "/srv/scap" }, createExposureReader());
}

function declaredIn(text: string, name?: string) {
  const { tenants, problems } = read(text, name);
  assert.deepEqual(problems, []);
  return (tenants[0] ?? assert.fail()).declared;
}

/** What is wrong with one entry, without file and line. */
function faultsOf(list: "bundles" | "audits", keys: string): string[] {
  return read(`${list}: [{ name: a${keys} }]`).problems.map(({ path, message }) =>
    `${path}: ${message}`.replace(/^f:2:\d+ \w+\[0\](\.|: )?/, ""),
  );
}
const auditFaults = (keys: string) => faultsOf("audits", `, bundle: b, profile: standard${keys}`);

test("bundles and audits are read with their defaults", () => {
  const { configuration } = declaredIn(`
bundles:
  - { name: debian-11, file: /content/ssg-debian11-ds.xml }
  - { name: rhel-9, content: ssg-rhel9-ds.xml }
audits:
  - { name: baseline, bundle: debian-11, profile: anssi_np_nt28_minimal, site: HQ, tags: [web, "a:b"], schedule: "0 3 * * 0",
      timezone: Europe/Berlin, enabled: false, limits: { timeMinutes: 20, memoryMb: 512 }, keepArf: true }
  - { name: plain, bundle: rhel-9, profile: xccdf_org.ssgproject.content_profile_cis }
`);
  assert.deepEqual(configuration.bundles, [
    { name: "debian-11", content: { source: "file", path: "/content/ssg-debian11-ds.xml" } },
    { name: "rhel-9", content: { source: "content", fileName: "ssg-rhel9-ds.xml" } },
  ]);
  assert.deepEqual(configuration.audits, [
    {
      name: "baseline",
      bundle: "debian-11",
      profile: "anssi_np_nt28_minimal",
      site: "HQ",
      tags: ["web", "a:b"],
      schedule: "0 3 * * 0",
      timeZone: "Europe/Berlin",
      enabled: false,
      timeLimitSec: 1200,
      memoryLimitMb: 512,
      keepArf: true,
    },
    {
      name: "plain",
      bundle: "rhel-9",
      profile: "xccdf_org.ssgproject.content_profile_cis",
      site: null,
      tags: [],
      schedule: null,
      timeZone: null,
      enabled: true,
      timeLimitSec: 3600,
      memoryLimitMb: 1024,
      keepArf: false,
    },
  ]);
});

test("a file is looked for beside the one that names it, from wherever the command is called", () => {
  const pathIn = (file: string, name?: string) =>
    declaredIn(`bundles: [{ name: a, file: "${file}" }]`, name).configuration.bundles[0]?.content;
  const at = (path: string) => ({ source: "file", path });
  assert.deepEqual(pathIn("./ds.xml", "/etc/vedette/audits.yaml"), at("/etc/vedette/ds.xml"));
  assert.deepEqual(pathIn("../ds.xml", "conf/audits.yaml"), at("ds.xml"));
  assert.deepEqual(pathIn("/srv/ds.xml", "conf/audits.yaml"), at("/srv/ds.xml"));
  assert.deepEqual(pathIn("${CONTENT}/ds.xml", "conf/audits.yaml"), at("/srv/scap/ds.xml"));
  assert.deepEqual(pathIn("ds.xml", "stdin"), at("ds.xml"));
});

test("a bundle is a file or a name, and a name has no folder", () => {
  assert.deepEqual(faultsOf("bundles", ""), [
    "file or content is missing: a data stream that is kept here, or one that hosts have",
  ]);
  assert.deepEqual(faultsOf("bundles", ", file: a.xml, content: b.xml"), [
    "has both file and content; leave one of them out",
  ]);
  for (const content of ["../ssg.xml", "/ssg.xml", "--profile.xml", "ssg.xml.gz", "ssg ds.xml"]) {
    assert.deepEqual(
      faultsOf("bundles", `, content: "${content}"`),
      ["content: must be the name of a file such as ssg-rhel9-ds.xml, without a folder"],
      content,
    );
  }
  assert.deepEqual(faultsOf("bundles", ', file: ""'), ["file: must not be empty"]);
  assert.deepEqual(faultsOf("bundles", ", file: [a.xml]"), ["file: must be text"]);
  assert.match(faultsOf("bundles", ', file: "a\\0b.xml"')[0] ?? "", /^file: must not hold/);
  assert.match(faultsOf("bundles", ", file: a.xml, sha256: x")[0] ?? "", /known here are name, fi/);
});

test("what an audit says is checked, each fault where it stands", () => {
  assert.deepEqual(faultsOf("audits", ""), ["bundle is missing", "profile is missing"]);
  for (const profile of ["--remediate", "a b", "../x", "a;b"]) {
    assert.deepEqual(
      faultsOf("audits", `, bundle: b, profile: "${profile}"`),
      ["profile: must be the id of a profile, or its end: letters, digits, dots, dashes and _"],
      profile,
    );
  }
  assert.deepEqual(auditFaults(', tags: [web, "a b", web]'), [
    "tags[1]: must be a tag: letters, digits and . _ : -",
    "tags[2]: stands in the list twice",
  ]);
  assert.deepEqual(auditFaults(', schedule: "0 0 31 4 *"'), [
    "schedule: is a schedule whose time never comes",
  ]);
  assert.match(auditFaults(', schedule: "99 * * * *"')[0] ?? "", /^schedule: is no schedule: /);
  assert.deepEqual(auditFaults(', schedule: "0 3 * * *", timezone: Berlin'), [
    "timezone: is no time zone; write a name such as Europe/Berlin",
  ]);
  assert.deepEqual(auditFaults(", timezone: UTC"), [
    "timezone: has no meaning without a schedule; leave it out",
  ]);
  assert.deepEqual(auditFaults(", limits: { timeMinutes: 1441, memoryMb: 15, cpus: 1 }"), [
    "limits.timeMinutes: must be a whole number from 1 to 1440",
    "limits.memoryMb: must be a whole number from 16 to 65536",
    "limits.cpus: is an unknown key; known here are timeMinutes, memoryMb",
  ]);
  assert.deepEqual(auditFaults(", enabled: sometimes, keepArf: 1"), [
    "enabled: must be true or false",
    "keepArf: must be true or false",
  ]);
});

test("names that are declared twice or lead nowhere are errors where they stand", () => {
  const declared = declaredIn(`bundles: [{ name: b, content: b.xml }, { name: b, content: c.xml }]
audits:
  - { name: a, bundle: b, profile: standard }
  - { name: a, bundle: nothing, profile: standard, site: nowhere }
`);
  const options = {
    prune: false,
    companies: new Set<string>(),
    bundleFiles: new Map(),
    authorityFiles: new Map(),
  };
  const { problems } = planExposure(declared, nothingYet(), options);
  assert.deepEqual(
    problems.map(({ path, message }) => `${path}: ${message}`),
    [
      'f:2:48 bundles[1].name: "b" is already the name at f:2:19 bundles[0].name',
      'f:5:13 audits[1].name: "a" is already the name at f:4:13 audits[0].name',
      'f:5:24 audits[1].bundle: there is no bundle named "nothing"; declare it under bundles',
      'f:5:58 audits[1].site: there is no site named "nowhere"; declare it under sites',
    ],
  );
});
