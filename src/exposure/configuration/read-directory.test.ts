import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { usualThresholds } from "#engines/directory-types";
import { readDeclarations } from "#platform/declarations";
import { selfSigned } from "#test/tls-fixtures";
import { describeChanges } from "./describe-changes.ts";
import { planExposure } from "./plan-configuration.ts";
import { readAuthorityFiles } from "./read-authority-files.ts";
import { createExposureReader } from "./read-configuration.ts";
import { nothingYet } from "./read-existing-configuration.ts";

function read(text: string, file = "f") {
  const files = [{ name: file, bytes: Buffer.from(`tenant: t\ndirectories:\n${text}`) }];
  return readDeclarations(files, { AD_PASSWORD: "geheim" }, createExposureReader());
}

function directoriesOf(text: string) {
  const { tenants, problems } = read(text);
  assert.deepEqual(problems, []);
  return tenants[0]?.declared.configuration.directories ?? assert.fail();
}

/** What is wrong with one directory, without file, line and place. */
function faultsOf(keys: string): string[] {
  const { problems } = read(`  - { name: ad, ${keys} }`);
  return problems.map(({ path, message }) =>
    `${path}: ${message}`.replace(/^f:3:\d+ directories\[0\]\.?/, ""),
  );
}

const domain = 'type: active_directory, user: "reader@acme.test", password: p';
const tenant =
  "type: entra, tenantId: acme.test, clientId: 6a0c1ad3-6d3c-4a3c-9f3e-0d3f2f2c9b11, clientSecret: s";

test("a domain and a tenant of Entra are read with their defaults", () => {
  const [ad, entra] = directoriesOf(`
  - { name: acme, site: HQ, type: active_directory, url: "ldaps://dc1.acme.test", user: "CN=reader,DC=acme,DC=test",
      password: "\${AD_PASSWORD}", schedule: "0 4 * * *", thresholds: { krbtgtPasswordDays: 90 } }
  - { name: cloud, ${tenant}, probe: cloud probe, breakGlass: [emergency@acme.test], enabled: false }
`);
  assert.deepEqual(ad, {
    name: "acme",
    site: "HQ",
    probe: null,
    schedule: "0 4 * * *",
    timeZone: null,
    enabled: true,
    caFile: null,
    secret: "geheim",
    settings: {
      type: "active_directory",
      urls: ["ldaps://dc1.acme.test"],
      user: "CN=reader,DC=acme,DC=test",
      ca: null,
      serverName: null,
      baseDn: null,
      thresholds: { ...usualThresholds, krbtgtPasswordDays: 90 },
    },
  });
  assert.deepEqual(entra, {
    name: "cloud",
    site: null,
    probe: "cloud probe",
    schedule: null,
    timeZone: null,
    enabled: false,
    caFile: null,
    secret: "s",
    settings: {
      type: "entra",
      tenantId: "acme.test",
      clientId: "6a0c1ad3-6d3c-4a3c-9f3e-0d3f2f2c9b11",
      loginUrl: "https://login.microsoftonline.com",
      graphUrl: "https://graph.microsoft.com",
      breakGlass: ["emergency@acme.test"],
      thresholds: usualThresholds,
    },
  });
});

test("a server that would be asked in clear, or that is none, is refused", () => {
  const sentence =
    "must be ldaps://HOST or ldap://HOST (StartTLS), with a port if it is not the usual one";
  for (const url of [
    "http://dc1",
    "dc1.acme.test",
    "ldaps://",
    "ldaps://a:b@dc1",
    "ldaps://dc1/x",
  ]) {
    assert.deepEqual(faultsOf(`${domain}, url: "${url}"`), [`url: ${sentence}`], url);
  }
  assert.deepEqual(faultsOf(`${domain}, urls: ["ldap://dc1", nonsense]`), [`urls[1]: ${sentence}`]);
  assert.deepEqual(faultsOf(domain), [
    ": url is missing: ldaps://dc1.acme.test, or ldap://… for StartTLS",
  ]);
  assert.deepEqual(faultsOf(`${domain}, url: "ldaps://a", urls: ["ldaps://b"]`), [
    ": has both url and urls; leave one of them out",
  ]);
});

test("the global catalog is refused, since it does not have all", () => {
  const sentence =
    "is the global catalog, which has only some attributes of each object; leave the port out";
  assert.deepEqual(faultsOf(`${domain}, url: "ldaps://dc1:3269"`), [`url: ${sentence}`]);
  assert.deepEqual(faultsOf(`${domain}, urls: ["ldaps://dc1", "ldap://dc2:3268"]`), [
    `urls[1]: ${sentence}`,
  ]);
});

test("Graph is asked over https; http is for this machine itself only", () => {
  const sentence = "must be https://HOST; http is for this machine itself only";
  for (const url of ["http://graph.test", "https://graph.test/v1.0", "ftp://x", "graph.test"]) {
    assert.deepEqual(faultsOf(`${tenant}, graphUrl: "${url}"`), [`graphUrl: ${sentence}`], url);
  }
  const [here] = directoriesOf(`  - { name: a, ${tenant}, loginUrl: "http://127.0.0.1:8080/" }`);
  assert.ok(here?.settings.type === "entra");
  assert.equal(here.settings.loginUrl, "http://127.0.0.1:8080");
});

test("what is missing, unknown or out of range is named with what would be right, and no secret is shown", () => {
  const faults = [
    ...faultsOf('type: active_directory, url: "ldaps://a", user: x, pasword: geheim'),
    ...faultsOf('type: ldap, url: "ldaps://a"'),
    ...faultsOf(`${tenant}, url: "ldaps://a"`),
    ...faultsOf(`${domain}, url: "ldaps://a", thresholds: { staleAccountDays: 0, age: 1 }`),
    ...faultsOf(`${domain}, url: "ldaps://a", timezone: UTC`),
    ...faultsOf(`${domain}, url: "ldaps://a", ca: geheim`),
    ...faultsOf("type: entra, tenantId: Acme Inc, clientId: vedette, clientSecret: s"),
  ];
  assert.match(faults.join("\n"), /password is missing/);
  assert.match(faults.join("\n"), /^pasword: is an unknown key/m);
  assert.match(faults.join("\n"), /^type: must be active_directory or entra$/m);
  assert.match(faults.join("\n"), /^url: is an unknown key/m);
  assert.match(
    faults.join("\n"),
    /^thresholds.staleAccountDays: must be a whole number from 1 to 36500$/m,
  );
  assert.match(faults.join("\n"), /^thresholds.age: is an unknown key/m);
  assert.match(faults.join("\n"), /^timezone: has no meaning without a schedule/m);
  assert.match(
    faults.join("\n"),
    /^tenantId: must be the tenant's id, or one of its domains\nclientId: must be an id such as 6a0c/m,
  );
  assert.match(faults.join("\n"), /^ca: must hold certificates in PEM/m);
  assert.doesNotMatch(faults.join("\n"), /geheim/);
});

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "vedette-directories-"));
  t.after(() => rm(path, { recursive: true }));
  return path;
}

async function planOf(text: string, file: string, existing = nothingYet()) {
  const { tenants } = read(text, file);
  const declared = (tenants[0] ?? assert.fail()).declared;
  const { files, problems } = await readAuthorityFiles([declared]);
  const plan = planExposure(declared, existing, {
    prune: false,
    companies: new Set(),
    bundleFiles: new Map(),
    authorityFiles: files,
  });
  return { ...plan, problems: [...problems, ...plan.problems] };
}

test("certificates are read from beside the file, and one that holds none is named", async (t) => {
  const path = await folder(t);
  const { cert } = selfSigned({ names: ["dc1.acme.test"] });
  await writeFile(join(path, "ca.pem"), cert);
  await writeFile(
    join(path, "key.pem"),
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
  );
  const file = join(path, "f.yaml");
  const entry = (name: string, ca: string) =>
    `  - { name: ${name}, ${domain}, url: "ldaps://a", caFile: ${ca} }\n`;
  const { changes, problems } = await planOf(entry("ad", "ca.pem"), file);
  assert.deepEqual(problems, []);
  const [made] = changes.directories.create;
  assert.ok(made?.settings.type === "active_directory");
  assert.equal(made.settings.ca, cert);
  const wrong = entry("a", "key.pem") + entry("b", "none.pem") + entry("c", "/dev/zero");
  const { problems: faults } = await planOf(wrong, file);
  assert.deepEqual(
    faults.map(({ message }) => message.replaceAll(path, "")),
    [
      '"/key.pem" must hold certificates in PEM; number 1 cannot be read',
      '"/none.pem" cannot be read: there is no such file',
      '"/dev/zero" is no file',
    ],
  );
});

test("what is as declared changes nothing; a new password is named and not shown; a directory keeps its type", async () => {
  const keys = `${domain}, url: "ldaps://a"`;
  const first = await planOf(`  - { name: ad, ${keys} }\n`, "f");
  const existing = nothingYet();
  const has = {
    ...existing,
    configuration: { ...existing.configuration, directories: first.changes.directories.create },
  };
  const same = await planOf(`  - { name: ad, ${keys} }\n`, "f", has);
  assert.deepEqual(describeChanges(same.changes), []);
  const other = keys.replace("password: p", "password: q").replace("ldaps://a", "ldaps://b");
  const changed = await planOf(`  - { name: ad, ${other}, enabled: false }\n`, "f", has);
  assert.deepEqual(describeChanges(changed.changes), [
    {
      action: "update",
      kind: "directory",
      name: "ad",
      differences: [
        { field: "credentials" },
        { field: "enabled", from: true, to: false },
        { field: "urls", from: ["ldaps://a"], to: ["ldaps://b"] },
      ],
    },
  ]);
  const retyped = await planOf(`  - { name: ad, ${tenant} }\n`, "f", has);
  assert.deepEqual(retyped.refusals, [
    'Directory "ad" cannot become one of type entra; declare that under another name.',
  ]);
});

test("a site or probe that is nowhere is named", async () => {
  const { problems } = await planOf(
    `  - { name: ad, ${domain}, url: "ldaps://a", site: HQ, probe: branch }\n`,
    "f",
  );
  assert.deepEqual(
    problems.map(({ message }) => message),
    [
      'there is no site named "HQ"; declare it under sites',
      'there is no probe named "branch"; declare it under probes',
    ],
  );
});
