import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type Outcome, embedded, patienceMs, runVedette, startInstallation } from "#test/processes";
import { root } from "#test/source-files";
import { until } from "#test/until";

const dir = await mkdtemp(join(tmpdir(), "vedette-apply-"));
after(() => rm(dir, { recursive: true }));
const env = { VEDETTE_DATA_DIR: join(dir, "data"), SNMP_COMMUNITY: "s3cret" };

async function file(name: string, text: string): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, text);
  return path;
}

const apply = (...args: string[]): Promise<Outcome> => runVedette(["apply", ...args], env);

const first = `tenant: default
companies: [{ name: Acme }]
collectors: [{ name: branch-berlin }]
sensors:
  - { name: switch, type: snmp, target: 10.0.0.2, company: Acme, snmp: { version: 2c, community: "\${SNMP_COMMUNITY}" } }
  - { name: ssh, type: tcp, target: "10.0.0.3:22", collector: branch-berlin, parent: switch, intervalSec: 60 }
`;

test("apply makes what is missing, says so line by line, and the second time changes nothing", async () => {
  const path = await file("first.yaml", first);
  const made = await apply("-f", path);
  assert.deepEqual([made.code, made.stderr], [0, ""]);
  const lines = made.stdout.split("\n");
  assert.deepEqual(lines.slice(0, 5), [
    "+ tenant default",
    "+ company Acme",
    "+ collector branch-berlin",
    "+ sensor switch",
    "+ sensor ssh",
  ]);
  assert.match(
    lines[6] ?? "",
    /^ {2}vedette collector --server http:\/\/127\.0\.0\.1:7300 --token vde_\S{43}$/,
  );
  assert.deepEqual(await apply("-f", path), { code: 0, stdout: "nothing to change\n", stderr: "" });
});

test("what differs is changed and shown, credentials only as such", async () => {
  const text = first.replace("intervalSec: 60", "intervalSec: 30");
  const path = await file("second.yaml", text);
  const changed = await runVedette(["apply", "-f", path], { ...env, SNMP_COMMUNITY: "an0ther" });
  assert.deepEqual(changed, {
    code: 0,
    stdout: "~ sensor switch (credentials)\n~ sensor ssh (intervalSec 60 → 30)\n",
    stderr: "",
  });
});

test("a dry run with prune says what would go, as JSON for scripts, and changes nothing", async () => {
  const path = await file("less.yaml", "tenant: default\nsensors: []\n");
  const { code, stdout } = await apply("-f", path, "--prune", "--dry-run", "--json");
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout), {
    dryRun: true,
    tenants: [
      {
        tenant: "default",
        changes: [
          { action: "delete", kind: "sensor", name: "ssh" },
          { action: "delete", kind: "sensor", name: "switch" },
          { action: "delete", kind: "collector", name: "branch-berlin" },
          { action: "delete", kind: "company", name: "Acme" },
        ],
        newCollectors: [],
        newProbes: [],
        warnings: [],
      },
    ],
  });
  const again = await apply("-f", path, "--dry-run");
  assert.equal(again.stdout, "nothing to change\n");
});

test("all errors of all files come at once with their places, and nothing is changed", async () => {
  const one = await file(
    "one.yaml",
    `${first}  - { name: new, type: icmp, target: "10.0.0.1:80" }\n`,
  );
  const two = await file(
    "two.yaml",
    "tenant: default\nsensors:\n  - { name: ssh, type: tcp, target: a:1, parent: nobody }\n  - { nme: x }\n",
  );
  const { code, stdout, stderr } = await apply("-f", one, two);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.deepEqual(stderr.split("\n"), [
    `${one}:7:38 sensors[2].target: does not fit a sensor of type icmp: target "10.0.0.1:80" is neither a host name nor an address; no port belongs here`,
    `${two}:4:5 sensors[1]: type is missing: one of snmp, icmp, http, tls, tcp`,
    `${two}:3:13 sensors[0].name: "ssh" is already the name at ${one}:6:13 sensors[1].name`,
    `${two}:3:50 sensors[0].parent: there is no sensor named "nobody"; declare it under sensors`,
    "vedette: 4 errors in the configuration; nothing was changed.",
    "",
  ]);
  assert.equal(
    (await apply("-f", await file("first.yaml", first), "--dry-run")).stdout.includes("new"),
    false,
  );
});

test("sites, probes and scans stand in the same file; a new probe's token is told, a stray target too", async () => {
  const path = await file(
    "exposure.yaml",
    `tenant: scanned
sites: [{ name: HQ, subnets: [10.0.0.0/24] }]
probes: [{ name: hq }]
scans: [{ name: nightly, site: HQ, probe: hq, type: full, targets: [10.0.0.0/24, 10.0.9.1], schedule: "0 2 * * *" }]
`,
  );
  const made = await apply("-f", path);
  const lines = made.stdout.split("\n");
  assert.deepEqual(lines.slice(1, 4), ["+ site HQ", "+ probe hq", "+ scan nightly"]);
  assert.match(
    lines[5] ?? "",
    /^ {2}vedette probe --server http:\/\/127\.0\.0\.1:7300 --token vdpe_\S{43}$/,
  );
  assert.equal(
    made.stderr,
    `warning: ${path}:4:82 scans[0].targets[1]: 10.0.9.1 is not within the subnets of site "HQ"; it is scanned all the same\n`,
  );
  const again = await apply("-f", path);
  assert.deepEqual([again.code, again.stdout], [0, "nothing to change\n"]);
});

test("a data stream is looked for beside the file that names it, wherever the command is called", async () => {
  const path = await file(
    "audits.yaml",
    `tenant: audited
bundles: [{ name: small, file: ./small.xml }]
audits: [{ name: weekly, bundle: small, profile: basic, schedule: "0 3 * * 0" }]
`,
  );
  const missing = await apply("-f", path);
  assert.deepEqual([missing.code, missing.stdout], [1, ""]);
  assert.match(
    missing.stderr,
    /audits\.yaml:2:32 bundles\[0\]\.file: \S+small\.xml cannot be read: ENOENT/,
  );
  await file(
    "small.xml",
    `<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2" id="xccdf_org.example_benchmark_small">
  <status>draft</status><title>Small</title><version>1</version>
  <Profile id="xccdf_org.example_profile_basic"><title>Basic</title>
    <select idref="xccdf_org.example_rule_one" selected="true"/></Profile>
  <Rule id="xccdf_org.example_rule_one" selected="false"><title>One</title></Rule>
</Benchmark>`,
  );
  const made = await apply("-f", path);
  assert.deepEqual([made.code, made.stderr], [0, ""]);
  assert.deepEqual(made.stdout.split("\n"), [
    "+ tenant audited",
    "+ bundle small",
    "+ audit weekly",
    "",
  ]);
  assert.equal((await apply("-f", path)).stdout, "nothing to change\n");
  const shown = await runVedette(["bundle", "show", "small", "--tenant", "audited"], env);
  assert.match(shown.stdout, /^basic +1 +Basic$/m);
});

test("a file that is not there, and one that only the environment would complete, are told apart", async () => {
  const missing = await apply("-f", join(dir, "nothing.yaml"));
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /nothing\.yaml cannot be read: ENOENT/);
  const path = await file("first.yaml", first);
  const unset = await runVedette(["apply", "-f", path], { VEDETTE_DATA_DIR: env.VEDETTE_DATA_DIR });
  assert.equal(unset.code, 1);
  assert.match(
    unset.stderr,
    /first\.yaml:5:98 sensors\[0\]\.snmp\.community: the environment variable SNMP_COMMUNITY is not set/,
  );
});

test("a configuration can come from stdin", async () => {
  const child = spawn(
    process.execPath,
    [join(root, "src/processes/cli/main.ts"), "apply", "-f", "-", "--dry-run"],
    {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, ...env },
    },
  );
  child.stdin.end("tenant: another\n");
  let stdout = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  await new Promise((resolve) => child.once("close", resolve));
  assert.equal(stdout, "+ tenant another\n");
});

test("beside a running server, what is applied is polled at once, and what is pruned is gone", async (t) => {
  const web = createServer((_request, response) => response.end("ok"));
  await new Promise<void>((resolve) => void web.listen(0, "127.0.0.1", resolve));
  t.after(() => void web.close());
  const { port } = web.address() as AddressInfo;
  const installation = await startInstallation(t, embedded.collector);
  const client = await installation.client();
  const text = `tenant: default\nsensors: [{ name: web, type: http, target: "http://127.0.0.1:${port}/", intervalSec: 1 }]\n`;
  assert.equal(await installation.apply(text), "+ sensor web\n");
  assert.equal((await client.reaches("web", "up")).httpStatus, 200);
  assert.equal(
    await installation.apply(text.replace("intervalSec: 1", "intervalSec: 1, enabled: false")),
    "~ sensor web (enabled true → false)\n",
  );
  const stopped = (await client.sensor("web")).lastCheckedAt;
  assert.equal(await installation.apply(text), "~ sensor web (enabled false → true)\n");
  await until(async () => (await client.sensor("web")).lastCheckedAt !== stopped, {
    what: "it is polled again",
    timeoutMs: patienceMs,
  });
  assert.equal(await installation.apply("tenant: default\n", "--prune"), "- sensor web\n");
  assert.deepEqual(await client.sensors(), []);
});
