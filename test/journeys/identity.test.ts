import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { zstdDecompressSync } from "node:zlib";
import { type Client, type Installation, embedded, startInstallation } from "#test/processes";
import { type SambaDomain, startSambaDomain } from "#test/samba-domain";
import { filesWithSecret, holdsSecret } from "#test/secret-search";
import { createTestAuthority } from "#test/tls-fixtures";

interface Finding {
  readonly id: string;
  readonly source: string;
  readonly ruleId: string;
  readonly targetType: string;
  readonly targetName: string;
  readonly category: string;
  readonly severity: string;
  readonly title: string;
  readonly remediation: string;
  readonly evidence: readonly string[];
  readonly siteId?: string;
  readonly status: string;
}

const noPreAuth = "ad.kerberos-preauth-not-required";

async function openFindings(client: Client): Promise<Finding[]> {
  return (await client.get<{ identityFindings: Finding[] }>("/identity-findings")).identityFindings;
}

/** Those about one target by one rule. */
async function found(client: Client, ruleId: string, target: string): Promise<Finding[]> {
  const all = await openFindings(client);
  return all.filter((one) => one.ruleId === ruleId && one.targetName === target);
}

/** Accounts need no Kerberos pre-authentication, or do again (userAccountControl 0x400000, MS-ADTS 2.2.16). */
function setPreAuth(domain: SambaDomain, name: string, isNeeded: boolean): void {
  const flags = isNeeded ? 512 : 512 + 0x40_0000;
  domain.plant(`dn: CN=${name},CN=Users,${domain.baseDn}
changetype: modify
replace: userAccountControl
userAccountControl: ${flags}
`);
}

async function declare(
  installation: Installation,
  domain: SambaDomain,
  change: { password?: string; url?: string; ca?: string } = {},
): Promise<void> {
  const { password = domain.reader.password, url = domain.url, ca = domain.ca } = change;
  await writeFile(join(installation.dir, "ca.pem"), ca);
  await installation.apply(`
tenant: default
sites: [{ name: HQ }]
directories:
  - name: lab
    type: active_directory
    site: HQ
    url: ${url}
    caFile: ca.pem
    user: ${domain.reader.user}
    password: "${password}"
`);
}

const assess = (installation: Installation) =>
  installation.vedette("identity", "assess", "lab", "--tenant", "default", "--wait");

test("a domain is assessed from the command line, and what is wrong in it lives as people and assessments say", async (t) => {
  const domain = await startSambaDomain(t);
  domain.tool("user", "create", "svc-old", "P4ssw0rd!Lab2");
  domain.tool("user", "create", "svc-sound", "P4ssw0rd!Lab3");
  setPreAuth(domain, "svc-old", false);
  const installation = await startInstallation(t, embedded.probe);
  await declare(installation, domain);
  const client = await installation.client("default", "exposure");

  await t.test("the bad account is found and the good one is not, in words to act on", async () => {
    const said = await assess(installation);
    assert.match(said, /score/i);
    const [finding, ...more] = await found(client, noPreAuth, "svc-old");
    assert.ok(finding !== undefined && more.length === 0);
    assert.partialDeepStrictEqual(finding, {
      source: "active_directory",
      targetType: "user",
      category: "kerberos",
      status: "open",
    });
    assert.ok(finding.evidence.length > 0 && finding.remediation !== "");
    assert.deepEqual(await found(client, noPreAuth, "svc-sound"), []);
    const { directories } = await client.get<{
      directories: { name: string; facts: { name: string }; posture: { score: number } }[];
    }>("/directories");
    assert.deepEqual([directories[0]?.name, directories[0]?.facts.name], ["lab", "lab.test"]);
    assert.ok((directories[0]?.posture.score ?? -1) >= 0);
  });

  await t.test("assessed again, nothing is doubled; its id stays", async () => {
    const before = (await openFindings(client)).map(({ id }) => id);
    await assess(installation);
    assert.deepEqual(
      (await openFindings(client)).map(({ id }) => id).toSorted(),
      before.toSorted(),
    );
  });

  await t.test(
    "what a person accepts is no longer listed; its history says who and why",
    async () => {
      const [finding] = await found(client, noPreAuth, "svc-old");
      assert.ok(finding !== undefined);
      const { status } = await client.call("POST", `/findings/${finding.id}/status`, {
        status: "accepted",
        notes: "an appliance that cannot do better",
      });
      assert.equal(status, 200);
      await assess(installation);
      assert.deepEqual(await found(client, noPreAuth, "svc-old"), []);
      const whole = await client.get<{ history: { notes?: string }[] }>(
        `/identity-findings/${finding.id}`,
      );
      assert.ok(whole.history.some(({ notes }) => notes === "an appliance that cannot do better"));
      await client.call("POST", `/findings/${finding.id}/status`, { status: "open" });
    },
  );

  await t.test(
    "while the password is wrong nothing is resolved, and the sentence says so",
    async () => {
      const before = (await openFindings(client)).length;
      await declare(installation, domain, { password: "wrong" });
      await assert.rejects(assess(installation), /password/i);
      assert.equal((await openFindings(client)).length, before);
      const { directories } = await client.get<{ directories: { lastError?: string }[] }>(
        "/directories",
      );
      assert.match(directories[0]?.lastError ?? "", /password/i);
    },
  );

  await t.test("a certificate of somebody else, or one that has ended, is refused", async () => {
    const other = createTestAuthority("Another root");
    t.after(() => other.close());
    await declare(installation, domain, { ca: other.ca });
    await assert.rejects(assess(installation), /certificate/i);
    await declare(installation, domain);
  });

  await t.test(
    "mended in the domain, it is resolved by the next assessment, and comes back as itself",
    async () => {
      const [before] = await found(client, noPreAuth, "svc-old");
      setPreAuth(domain, "svc-old", true);
      await assess(installation);
      assert.deepEqual(await found(client, noPreAuth, "svc-old"), []);
      setPreAuth(domain, "svc-old", false);
      await assess(installation);
      const [after] = await found(client, noPreAuth, "svc-old");
      assert.equal(after?.id, before?.id);
    },
  );

  await t.test("an exception by pattern takes it from the list until it is ended", async () => {
    const except = ["identity", "except", "--tenant", "default", "--directory", "lab"];
    const made = await installation.vedette(
      ...except,
      "--rule",
      noPreAuth,
      "--target",
      "SVC-*",
      "--reason",
      "appliances",
      "--owner",
      "ops",
      "--json",
    );
    assert.deepEqual(await found(client, noPreAuth, "svc-old"), []);
    const { id }: { id: string } = JSON.parse(made);
    await installation.vedette("identity", "unexcept", id, "--tenant", "default");
    assert.equal((await found(client, noPreAuth, "svc-old")).length, 1);
  });

  await t.test(
    "the domain controller is gone: the assessment fails in words, and nothing is lost",
    async () => {
      const before = (await openFindings(client)).length;
      await domain.stop();
      await assert.rejects(assess(installation), new RegExp(domain.address.replaceAll(".", "\\.")));
      assert.equal((await openFindings(client)).length, before);
      await domain.restart();
      await assess(installation);
      assert.equal((await openFindings(client)).length, before);
    },
  );

  await t.test("another tenant sees nothing of it", async () => {
    await installation.vedette("tenant", "create", "other");
    const other = await installation.client("other", "exposure");
    assert.deepEqual(await openFindings(other), []);
    const { directories } = await other.get<{ directories: unknown[] }>("/directories");
    assert.deepEqual(directories, []);
    const [finding] = await openFindings(client);
    const { status } = await other.call("GET", `/identity-findings/${finding?.id}`);
    assert.equal(status, 404);
  });

  await t.test(
    "the password is in no log, no answer, no file and no backup, in whatever form",
    async () => {
      const { password } = domain.reader;
      const backup = join(installation.dir, "backup.tar.zst");
      await installation.vedette("backup", backup);
      const shown = await installation.vedette(
        "identity",
        "show",
        "lab",
        "--tenant",
        "default",
        "--json",
      );
      const answers = shown + JSON.stringify(await client.get("/directories"));
      await installation.stop();
      assert.ok(!holdsSecret(Buffer.from(installation.log() + answers), password));
      const archive = zstdDecompressSync(await readFile(backup));
      assert.ok(archive.includes("assessments") && !holdsSecret(archive, password));
      // The files that it was declared with show that the search finds it.
      const files = await filesWithSecret(installation.dir, password);
      assert.ok(files.length > 0);
      assert.deepEqual(
        files.filter((file) => !/monitoring-\d+\.yaml$/.test(file)),
        [],
      );
    },
  );
});
