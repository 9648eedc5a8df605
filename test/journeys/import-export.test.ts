import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { thisFile } from "#test/clean-up";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startBannerServer } from "#test/banner-server";
import { embedded, runVedette, startInstallation } from "#test/processes";
import { root } from "#test/source-files";

const reports = join(root, "test/fixtures/reports");
const feeds = fileURLToPath(new URL("../fixtures/feeds", import.meta.url));
const execute = promisify(execFile);

interface Finding {
  readonly weakness: string;
  readonly assetIp: string;
  readonly port?: number;
  readonly remediationStatus: string;
}

/** Of all tests here: one that needs it empty comes first. */
const installation = await startInstallation(thisFile, embedded.none);

test("what cannot be done is said in a sentence, and leaves nothing behind", async () => {
  const { env, dir } = installation;
  await installation.apply("tenant: default\nsites:\n  - { name: HQ }\n");
  const nessus = join(reports, "scan.nessus");
  const refusals = [
    [
      ["import", nessus, "--tenant", "default", "--site", "Rome"],
      'vedette: There is no site named "Rome": there are HQ.\n',
    ],
    [
      ["import", nessus, "--tenant", "acme", "--site", "HQ"],
      'vedette: There is no tenant named "acme": there are default.\n',
    ],
    [
      ["import", join(dir, "none.xml"), "--tenant", "default", "--site", "HQ"],
      `vedette: ${join(dir, "none.xml")} cannot be read: ENOENT`,
    ],
    [
      ["import", join(reports, "grype.json"), "--tenant", "default", "--site", "HQ"],
      "Grype does not say on which host it looked; name it with --host.",
    ],
    [
      ["import", nessus, "--tenant", "default", "--site", "HQ", "--host", "a b"],
      'vedette: --host "a b" is neither an address nor the name of a host.\n',
    ],
    [
      ["export", "--tenant", "default", "--format", "csv", "--output", join(dir, "no", "x.csv")],
      "cannot be written: ENOENT",
    ],
    [
      ["export", "--tenant", "default", "--format", "csv", "--output", dir],
      `vedette: ${dir} cannot be written: EISDIR`,
    ],
    [
      ["export", "--tenant", "default", "--format", "csv", "--site", "Rome"],
      'There is no site named "Rome"',
    ],
  ] as const;
  for (const [args, sentence] of refusals) {
    const { code, stdout, stderr } = await runVedette(args, env);
    assert.deepEqual([code, stdout], [1, ""], args.join(" "));
    assert.ok(stderr.includes(sentence), stderr);
  }
  for (const args of [
    ["export", "--tenant", "default", "--format", "pdf"],
    ["export", "--tenant", "default"],
    ["import"],
  ]) {
    assert.equal((await runVedette(args, env)).code, 2);
  }
  assert.deepEqual(
    (await readdir(dir)).filter((name) => name.endsWith(".partial")),
    [],
  );
  const client = await installation.client("default", "exposure");
  assert.equal((await client.get<{ total: number }>("/assets")).total, 0);
});

test("reports of other scanners are taken in beside a running server, and findings written out again", async (t) => {
  const { env, dir } = installation;
  await installation.apply("tenant: default\nsites:\n  - { name: HQ, subnets: [10.20.0.0/24] }\n");
  await installation.vedette("feeds", "import", feeds);
  const to = ["--tenant", "default", "--site", "HQ"];
  const client = await installation.client("default", "exposure");
  const findings = async () => (await client.get<{ findings: Finding[] }>("/findings")).findings;

  // A file that is broken does not keep the others from it, and changes nothing.
  const broken = join(dir, "broken.nessus");
  const whole = await readFile(join(reports, "scan.nessus"), "utf8");
  await writeFile(broken, whole.replaceAll("10.20.0.5", "10.20.0.99").slice(0, -30));
  const nessus = join(reports, "scan.nessus");
  const both = await runVedette(["import", broken, nessus, ...to], env);
  assert.equal(both.code, 1);
  assert.equal(
    both.stdout,
    `${nessus}: Nessus, 2 hosts, 5 findings: 5 new, 0 opened again, 0 resolved\n`,
  );
  assert.ok(both.stderr.includes(`${broken} cannot be taken in: it is no XML`), both.stderr);
  assert.match(both.stderr, /passed over 1 × a compliance check, which is no finding/);
  assert.match(both.stderr, /vedette: 1 file was not taken in\. The others were\.\n$/);
  const first = await findings();
  assert.equal(first.length, 5);
  assert.ok(!first.some(({ assetIp }) => assetIp === "10.20.0.99"));

  const json = await runVedette(
    ["import", join(reports, "trivy.json"), ...to, "--host", "10.20.0.5", "--json"],
    env,
  );
  assert.equal(json.code, 0, json.stderr);
  assert.partialDeepStrictEqual(JSON.parse(json.stdout), {
    imported: [{ format: "trivy", findings: 5, made: 5, resolved: 0 }],
    failures: [],
  });

  // What real nmap writes of a real server.
  const server = await startBannerServer("SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u2\r\n", {
    address: "127.94.0.1",
  });
  const { port } = server;
  t.after(() => server.close());
  const xml = join(dir, "nmap.xml");
  await execute("nmap", ["-n", "-sT", "-sV", "-p", String(port), "-oX", xml, "127.94.0.1"], {
    timeout: 60_000,
  });
  const scanned = await runVedette(["import", xml, ...to], env);
  assert.equal(scanned.code, 0, scanned.stderr);
  assert.match(scanned.stdout, /nmap XML, 1 host, 0 findings: [1-9]\d* new/);
  const onPort = (await findings()).filter((one) => one.port === port);
  assert.ok(
    onPort.some(({ weakness }) => weakness === "CVE-2025-26465"),
    JSON.stringify(onPort),
  );

  const total = (await findings()).length;
  const lines = await installation.vedette("export", "--tenant", "default", "--format", "jsonl");
  const exported: Finding[] = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    exported.map(({ weakness }) => weakness),
    (await findings()).map(({ weakness }) => weakness),
  );
  const csv = join(dir, "findings.csv");
  const written = await runVedette(
    ["export", "--tenant", "default", "--format", "csv", "--output", csv],
    env,
  );
  assert.deepEqual(
    [written.code, written.stdout, written.stderr],
    [0, "", `${csv}: ${total} findings\n`],
  );
  assert.ok((await readFile(csv, "utf8")).startsWith("id,remediationStatus,severity,"));
  const vex = JSON.parse(
    await installation.vedette("export", "--tenant", "default", "--format", "vex", "--site", "HQ"),
  );
  assert.equal(
    vex.vulnerabilities.length,
    exported.filter(({ weakness }) => weakness.startsWith("CVE-")).length,
  );

  // Our own SARIF finds its way into another tenant.
  const sarif = join(dir, "findings.sarif");
  await installation.vedette(
    "export",
    "--tenant",
    "default",
    "--format",
    "sarif",
    "--output",
    sarif,
  );
  await installation.apply("tenant: second\nsites:\n  - { name: HQ }\n");
  const moved = await runVedette(["import", sarif, "--tenant", "second", "--site", "HQ"], env);
  assert.equal(moved.code, 0, moved.stderr);
  assert.ok(moved.stdout.includes(`${total} findings: ${total} new`), moved.stdout);
});
