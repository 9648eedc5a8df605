import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { dpkgIsOlder, dpkgPackages } from "#test/dpkg";
import { embedded, patienceMs, runVedette, startInstallation } from "#test/processes";
import { startRemoteAgent } from "#test/remote-part";
import { patchedDataStream, shippedDataStream } from "#test/scap-content";
import { until } from "#test/until";

interface Asset {
  readonly id: string;
  readonly hostname?: string;
  readonly os?: string;
  readonly tags: readonly string[];
  readonly agentInstalled: boolean;
  readonly agentVersion?: string;
  readonly agentLastSeenAt?: number;
}
interface Finding {
  readonly weakness: string;
  readonly cve?: string;
  readonly package?: string;
  readonly installedVersion?: string;
  readonly fixedVersion?: string;
  readonly confidence: number;
  readonly remediation: string;
}
interface AuditRun {
  readonly id: string;
  readonly agentId: string;
  readonly hostname: string;
  readonly bundleId: string;
  readonly bundleName: string;
  readonly runAt: number;
  readonly scorePct?: number;
  readonly satisfied: number;
  readonly failed: number;
  readonly notApplicable: number;
  readonly notCheckable: number;
  readonly unknown: number;
  readonly nativeScore?: number;
}
interface Rule {
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly result: string;
  readonly why?: string;
  readonly excepted?: { readonly reason: string };
}

const profile = "xccdf_org.ssgproject.content_profile_anssi_np_nt28_minimal";

async function folder(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "vedette-agent-journey-"));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** A tracker that knows vulnerabilities of packages that really are installed here, fixed before, in and after their version. */
function trackerOfThisHost() {
  const names = ["bash", "coreutils", "tar", "gzip", "sed"];
  const chosen = names.flatMap((name) => dpkgPackages().find((one) => one.name === name) ?? []);
  assert.equal(chosen.length, names.length);
  const entries = chosen.flatMap(({ source, sourceVersion: version }, i) =>
    [`${version}~~`, version, `${version}+deb12u1`].map((fixed, j) => ({
      source,
      version,
      fixed,
      cve: `CVE-2031-${1000 + 10 * i + j}`,
    })),
  );
  const tracker = Object.groupBy(entries, ({ source }) => source);
  const json = Object.fromEntries(
    Object.entries(tracker).map(([source, of = []]) => [
      source,
      Object.fromEntries(of.map((entry) => [entry.cve, { releases: releasesOf(entry) }])),
    ]),
  );
  const vulnerable = entries.filter(({ version, fixed }) => dpkgIsOlder(version, fixed));
  assert.equal(vulnerable.length, names.length);
  return { json, vulnerable };
}

function releasesOf({ version, fixed }: { version: string; fixed: string }) {
  const { VERSION_CODENAME: codename = "" } = Object.fromEntries(
    execFileSync("cat", ["/etc/os-release"], { encoding: "utf8" })
      .split("\n")
      .map((line) => line.split("=")),
  );
  const entry = { status: "resolved", fixed_version: fixed, urgency: "not yet assigned" };
  return { [codename]: { ...entry, repositories: { [codename]: version } } };
}

/** How often each result comes, by oscap's own results file. */
async function askOscap(dir: string, content: string): Promise<Map<string, number>> {
  const results = join(dir, "own-results.xml");
  const args = ["xccdf", "eval", "--profile", profile, "--results", results, content];
  const { status } = spawnSync("oscap", args, { stdio: "ignore" });
  assert.ok(status === 0 || status === 2, `oscap ended with ${status}`);
  const counts = new Map<string, number>();
  for (const [, result = ""] of (await readFile(results, "utf8")).matchAll(/<result>(\w+)</g)) {
    counts.set(result, (counts.get(result) ?? 0) + 1);
  }
  return counts;
}

test("a host with an agent: its packages' vulnerabilities and its audits, as the public API shows them", async (t) => {
  const vedette = await startInstallation(t, embedded.none);
  const dir = await folder(t);
  const { json, vulnerable } = trackerOfThisHost();
  const tracker = join(dir, "debian.json");
  await writeFile(tracker, JSON.stringify(json));
  await vedette.vedette("feeds", "import", tracker);
  const content = await patchedDataStream(dir);
  await vedette.apply(`
tenant: default
sites: [{ name: berlin, subnets: [10.0.0.0/8] }]
bundles:
  - { name: debian, file: ${JSON.stringify(content)} }
  - { name: other system, file: ${JSON.stringify(shippedDataStream())} }
  - { name: not there, content: ssg-nowhere9-ds.xml }
audits:
  - { name: baseline, bundle: debian, profile: anssi_np_nt28_minimal, tags: [web] }
  - { name: wrong, bundle: other system, profile: anssi_np_nt28_minimal, site: berlin }
  - { name: missing, bundle: not there, profile: standard }
`);
  const place = ["--tenant", "default", "--site", "berlin", "--tag", "web"];
  const token = (await vedette.vedette("agent", "token", ...place)).trim();
  await startRemoteAgent(t, { server: vedette.url, token });
  const client = await vedette.client("default", "exposure");
  const list = async <T>(path: string, key: string): Promise<T[]> => {
    const reply = await client.get<Record<string, T[]>>(path);
    return reply[key] ?? [];
  };

  const asset = await until(
    async () => {
      const [one] = await list<Asset>("/assets", "assets");
      return one?.agentLastSeenAt === undefined ? null : one;
    },
    { what: "the agent's asset is there", timeoutMs: patienceMs },
  );
  assert.partialDeepStrictEqual(asset, { agentInstalled: true, tags: ["web"] });
  assert.match(asset.os ?? "", /Debian/);
  assert.match(asset.agentVersion ?? "", /^\d+\.\d+/);
  assert.equal(asset.hostname?.split(".")[0], hostname().toLowerCase().split(".")[0]);

  const found = (await list<Finding>("/findings", "findings")).filter(({ cve }) => cve);
  assert.equal(found.length, vulnerable.length);
  assert.deepEqual(new Set(found.map(({ cve }) => cve)), new Set(vulnerable.map(({ cve }) => cve)));
  for (const { source, cve, fixed } of vulnerable) {
    const one = found.find((finding) => finding.cve === cve);
    assert.partialDeepStrictEqual(one, { package: source, fixedVersion: fixed, confidence: 100 });
    assert.match(one?.remediation ?? "", /apt-get install --only-upgrade /);
  }

  const run = (name: string, ...args: string[]) =>
    runVedette(["audit", "run", name, "--tenant", "default", "--wait", ...args], vedette.env);
  const [baseline, wrong, missing] = await Promise.all([
    run("baseline", "--arf"),
    run("wrong"),
    run("missing"),
  ]);
  assert.equal(baseline.code, 0, baseline.stderr);
  const own = await askOscap(dir, content);
  const [audit, ...others] = await list<AuditRun>("/audits", "audits");
  assert.ok(audit !== undefined);
  assert.deepEqual(others, []);
  assert.equal(audit.satisfied, own.get("pass") ?? 0);
  assert.equal(audit.failed, own.get("fail") ?? 0);
  assert.equal(audit.notApplicable, own.get("notapplicable") ?? 0);
  assert.equal(audit.notCheckable, own.get("notchecked") ?? 0);
  assert.equal(audit.unknown, (own.get("error") ?? 0) + (own.get("unknown") ?? 0));
  const judged = audit.satisfied + audit.failed + audit.unknown;
  assert.equal(audit.scorePct, Math.round((1000 * audit.satisfied) / judged) / 10);
  assert.ok(audit.satisfied > 0 && (audit.nativeScore ?? 0) > 0);

  const { rules } = await client.get<{ rules: Rule[] }>(`/audits/${audit.id}`);
  const failed = rules.filter(({ result }) => result === "fail");
  assert.equal(failed.length, audit.failed);
  assert.ok(rules.every(({ title }) => title !== ""));
  assert.ok(failed.every(({ why }) => why !== undefined && why !== ""));

  assert.equal(wrong.code, 1);
  assert.match(wrong.stdout, /debian_linux:11|Debian.* 11/);
  assert.equal(missing.code, 1);
  assert.match(missing.stdout, /ssg-nowhere9-ds\.xml/);

  const [first] = failed;
  if (first !== undefined) {
    const why = ["--reason", "the auditors know", "--owner", "Ada"];
    await vedette.vedette("audit", "except", first.id, "--tenant", "default", ...why);
    const after = await client.get<{ rules: Rule[]; failed: number; excepted: number }>(
      `/audits/${audit.id}`,
    );
    assert.equal(after.excepted, 1);
    assert.equal(after.failed, audit.failed);
    const rule = after.rules.find(({ id }) => id === first.id);
    assert.partialDeepStrictEqual(rule, {
      result: "fail",
      excepted: { reason: "the auditors know" },
    });
  }

  const cklb = join(dir, "out.cklb");
  const of = ["--tenant", "default"];
  await vedette.vedette("audit", "export", audit.id, ...of, "--format", "cklb", "-o", cklb);
  await vedette.vedette("audit", "import", cklb, ...of);
  const imported = (await list<AuditRun & { source: string }>("/audits", "audits")).find(
    ({ source }) => source === "import",
  );
  assert.ok(imported !== undefined);
  assert.deepEqual([imported.satisfied, imported.failed], [audit.satisfied, audit.failed]);
});
