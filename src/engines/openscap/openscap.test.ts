import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, before, after, test } from "node:test";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { Compile } from "typebox/compile";
import { AuditReport, ScapContent } from "#engines/scap-types";
import { patchedDataStream, shippedDataStream } from "#test/scap-content";
import { until } from "#test/until";
import {
  type AuditContext,
  type AuditEngine,
  type AuditOrder,
  createOpenScap,
} from "#engines/openscap";

const execute = promisify(execFile);
const prefix = "xccdf_org.ssgproject.content_profile_";
const high = `${prefix}anssi_np_nt28_high`;
const minimal = `${prefix}anssi_np_nt28_minimal`;
const limits = { timeSec: 120, memoryMb: 2048 };
/** Takes minutes, and a quarter of a GB. */
const long = `${prefix}cis_level1_server`;

let folder = "";
let debian = "";
let ubuntu = "";

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "vedette-openscap-"));
  await chmod(folder, 0o755);
  debian = await patchedDataStream(folder);
  ubuntu = await patchedDataStream(folder, "ubuntu2204");
});
after(() => rm(folder, { recursive: true }));

interface Bench {
  engine: AuditEngine;
  directory: string;
  scratch: string;
  audit(
    order?: Partial<AuditOrder>,
    context?: Partial<AuditContext>,
  ): ReturnType<AuditEngine["audit"]>;
}

async function bench(t: TestContext): Promise<Bench> {
  const directory = await mkdtemp(join(tmpdir(), "vedette-openscap-"));
  t.after(() => rm(directory, { recursive: true }));
  const engine = createOpenScap({ directory });
  return {
    engine,
    directory,
    scratch: join(directory, "scratch"),
    audit: (order, context) =>
      engine.audit(
        {
          contentPath: debian,
          expectedSha256: null,
          profile: minimal,
          limits,
          arf: false,
          ...order,
        },
        { signal: t.signal, onProgress: () => {}, now: () => Date.now(), ...context },
      ),
  };
}

/** Processes that work in a directory. */
function processesIn(directory: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === directory;
      } catch {
        return false; // ended, or another user's
      }
    })
    .map(Number);
}

/** Waits until oscap itself works there, and has begun in earnest. */
async function oscapIn(scratch: string): Promise<number> {
  return await until(
    () =>
      processesIn(scratch).find(
        (pid) =>
          readFileSync(`/proc/${pid}/comm`, "utf8") === "oscap\n" &&
          readdirSync(`/proc/${pid}/task`).length > 1,
      ),
    { timeoutMs: 20_000, what: "oscap runs" },
  );
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** What oscap itself wrote, told without our reader: by rule. */
async function ownResults(content: string, profile: string): Promise<Map<string, string>> {
  const results = join(folder, "own-results.xml");
  const args = ["xccdf", "eval", "--profile", profile, "--results", results, content];
  await execute("oscap", args).catch((error: { code?: number }) => {
    if (error.code !== 2) throw error; // 2: some rule failed
  });
  const found = readFileSync(results, "utf8").matchAll(
    /<rule-result idref="([^"]+)"[^>]*>\s*<result>(\w+)<\/result>/g,
  );
  const all = [...found].map(([, id = "", result = ""]): [string, string] => [id, result]);
  return new Map(all.filter(([, result]) => result !== "notselected"));
}

test("an audit finds of every rule what oscap itself says", async (t) => {
  const { audit, engine, directory, scratch } = await bench(t);
  const steps: { done: number; total: number }[] = [];
  const times = [1_790_000_000_000.25, 1_790_000_002_499.75]; // clocks may have parts
  const content = readFileSync(debian);
  const outcome = await audit(
    { profile: high, expectedSha256: sha256(content), arf: true },
    { onProgress: (step) => steps.push(step), now: () => times.shift() ?? assert.fail("3rd time") },
  );
  const { report } = outcome;
  const own = await ownResults(debian, high);
  assert.ok(own.size > 40);
  assert.deepEqual(new Map(report.rules.map(({ id, result }) => [id, result])), own);
  assert.equal(report.rules.length, own.size);
  const values = new Set(own.values());
  assert.ok(["pass", "fail", "notapplicable"].every((value) => values.has(value)));

  assert.ok(Compile(AuditReport).Check(report) && Compile(ScapContent).Check(outcome.content));
  const { stdout } = await execute("oscap", ["--version"]);
  const version = await engine.version();
  assert.ok(version !== null && stdout.split("\n")[0]?.endsWith(` ${version}`));
  assert.equal(report.engine, `OpenSCAP ${version}`);
  assert.deepEqual(
    [report.startedAt, report.finishedAt, report.contentSha256, outcome.content.sha256],
    [1_790_000_000_000, 1_790_000_002_500, sha256(content), sha256(content)],
  );
  assert.equal(report.privileged, process.getuid?.() === 0);
  assert.equal(report.profile?.id, high);
  const told = new Set(outcome.content.rules.map(({ id }) => id));
  assert.ok(report.rules.every(({ id }) => told.has(id)));
  assert.deepEqual(outcome.content.benchmark, report.benchmark);

  assert.deepEqual(steps.at(-1), { done: own.size, total: own.size });
  assert.ok(steps.every(({ done }, index) => done === index + 1));

  const xml = gunzipSync(outcome.arf?.gzip ?? Buffer.alloc(0));
  assert.deepEqual([outcome.arf?.bytes, outcome.arf?.sha256], [xml.length, sha256(xml)]);
  assert.match(xml.toString("utf8", 0, 500), /<arf:asset-report-collection/);
  assert.deepEqual([existsSync(scratch), readdirSync(directory)], [false, []]);
});

test("content is taken packed, too, and a profile by the end of its name", async (t) => {
  const { audit, directory } = await bench(t);
  const packed = join(directory, "bundle.xml.gz");
  const xml = readFileSync(debian);
  await writeFile(packed, gzipSync(xml));
  const order = { contentPath: packed, expectedSha256: sha256(xml), profile: "nt28_minimal" };
  const { report } = await audit(order);
  assert.equal(report.profile?.id, minimal);
  await writeFile(packed, gzipSync(xml).subarray(0, 100_000));
  await assert.rejects(audit(order), { code: "bad_content", message: /gzip/ });
});

test("content for another system is an error that says for which, never a report", async (t) => {
  const { audit, scratch } = await bench(t);
  await assert.rejects(audit({ contentPath: shippedDataStream() }), {
    code: "not_applicable",
    message:
      /None of the 24 rules applies.*for cpe:\/o:debian:debian_linux:11, and this is \S.*\. Choose content/,
  });
  assert.ok(!existsSync(scratch));
});

test("content that is none, is not there, or is not that which was agreed on, is refused", async (t) => {
  const { audit, directory, scratch } = await bench(t);
  await assert.rejects(audit({ profile: `${prefix}stig` }), {
    code: "bad_content",
    message: /profile ".*_stig" is not there: the content has anssi_np_nt28_average, .*standard/,
  });
  const other = "0".repeat(64);
  await assert.rejects(audit({ expectedSha256: other }), {
    code: "wrong_hash",
    message: new RegExp(`${sha256(readFileSync(debian))} instead of ${other}`),
  });
  const garbage = join(directory, "garbage.xml");
  for (const text of ["", "garbage", "<a/>", "<ds:data-stream-collection", "\0\0\0"]) {
    await writeFile(garbage, text);
    await assert.rejects(audit({ contentPath: garbage }), { code: "bad_content" });
  }
  await assert.rejects(audit({ contentPath: join(directory, "nothing") }), { code: "no_content" });
  const pipe = join(directory, "pipe");
  await execute("mkfifo", [pipe]);
  for (const contentPath of [pipe, directory, "/dev/zero"]) {
    await assert.rejects(audit({ contentPath }), { code: "bad_content", message: /is no file/ });
  }
  assert.ok(!existsSync(scratch));
});

test("content whose checks are elsewhere is an error, never a report of nothing", async (t) => {
  const { audit, directory } = await bench(t);
  const alone = readFileSync(shippedDataStream().replace("-ds.xml", "-xccdf.xml"), "utf8");
  const contentPath = join(directory, "xccdf.xml");
  await writeFile(contentPath, alone.replace(/<(\S+:)?platform idref="cpe:[^>]*>/, ""));
  await assert.rejects(audit({ contentPath, profile: "anssi_np_nt28_minimal" }), {
    code: "bad_content",
    message: /^None of the 24 rules could be checked.*-ds\.xml/,
  });
});

test("nothing is fetched that content says is elsewhere", async (t) => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.end("<x/>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  const url = `http://127.0.0.1:${address.port}/oval.xml`;
  const { audit, directory } = await bench(t);
  const text = readFileSync(debian, "utf8");
  const places = [
    'xlink:href="#scap_org.open-scap_comp_ssg-debian11-oval.xml"',
    'check-content-ref href="ssg-debian11-oval.xml"',
    'uri="#scap_org.open-scap_cref_ssg-debian11-oval.xml"',
  ];
  for (const place of places) {
    assert.ok(text.includes(place), place);
    const contentPath = join(directory, "elsewhere.xml");
    await writeFile(contentPath, text.replaceAll(place, place.replace(/"[^"]*"/, `"${url}"`)));
    // Some are an error, some a report of rules that were not checked.
    await Promise.allSettled([audit({ contentPath })]);
    assert.deepEqual(asked, [], place);
  }
  // Told to, oscap does fetch it.
  const own = join(directory, "fetches");
  await mkdir(own);
  const [place = ""] = places;
  const content = text.replaceAll(place, place.replace(/"[^"]*"/, `"${url}"`));
  await writeFile(join(own, "content.xml"), content);
  const args = ["xccdf", "eval", "--fetch-remote-resources", `--profile=${minimal}`, "content.xml"];
  await execute("oscap", args, { cwd: own }).catch(() => "it cannot use what it got");
  assert.deepEqual(asked, ["/oval.xml"]);
});

test("no script that content brings is run", async (t) => {
  const { audit, directory } = await bench(t);
  const ran = join(directory, "ran");
  const script = join(directory, "check.sh");
  await writeFile(script, `#!/bin/sh\ntouch ${ran}\nexit $XCCDF_RESULT_PASS\n`, { mode: 0o755 });
  const contentPath = join(directory, "script.xml");
  await writeFile(contentPath, contentWithScript("../check.sh"));
  await assert.rejects(audit({ contentPath, profile: "xccdf_t_profile_p" }), {
    code: "bad_content",
    message: /None of the 1 rules could be checked/,
  });
  assert.ok(!existsSync(ran));

  // Left to itself, oscap does run it.
  const own = join(directory, "own");
  await mkdir(own);
  await symlink(contentPath, join(own, "script.xml"));
  await execute("oscap", ["xccdf", "eval", "--profile", "p", "script.xml"], { cwd: own });
  assert.ok(existsSync(ran));
});

function contentWithScript(script: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2" id="xccdf_t_benchmark_b" resolved="1" xml:lang="en">
  <status date="2020-01-01">accepted</status><title>t</title><version>1</version>
  <Profile id="xccdf_t_profile_p"><title>p</title><select idref="xccdf_t_rule_r" selected="true"/></Profile>
  <Rule id="xccdf_t_rule_r" selected="true"><title>r</title>
    <check system="http://open-scap.org/page/SCE"><check-content-ref href="${script}"/></check>
  </Rule>
</Benchmark>`;
}

test("an audit that takes longer than it may is ended, and leaves nothing", async (t) => {
  const { audit, scratch } = await bench(t);
  const order = { contentPath: ubuntu, profile: long, limits: { ...limits, timeSec: 1 } };
  await assert.rejects(audit(order), { code: "out_of_time", message: /within 1 s/ });
  assert.deepEqual([processesIn(scratch), existsSync(scratch)], [[], false]);
});

test("an audit that holds more than it may is ended, and leaves nothing", async (t) => {
  const { audit, scratch } = await bench(t);
  await assert.rejects(audit({ limits: { ...limits, memoryMb: 24 } }), {
    code: "out_of_memory",
    message: /oscap held \d+ MB, more than the limit of 24 MB/,
  });
  assert.deepEqual([processesIn(scratch), existsSync(scratch)], [[], false]);
});

test("an audit whose oscap is killed says so", async (t) => {
  const { audit, scratch } = await bench(t);
  const running = audit({ contentPath: ubuntu, profile: long });
  process.kill(await oscapIn(scratch), "SIGKILL");
  await assert.rejects(running, { code: "killed", message: /SIGKILL.*when it held \d+ MB.*dmesg/ });
  assert.ok(!existsSync(scratch));
});

test("an audit that is stopped ends, even when oscap does not answer", async (t) => {
  const { audit, scratch } = await bench(t);
  const stop = new AbortController();
  const running = audit({ contentPath: ubuntu, profile: long }, { signal: stop.signal });
  const pid = await oscapIn(scratch);
  process.kill(pid, "SIGSTOP");
  stop.abort();
  await assert.rejects(running, { code: "stopped" });
  assert.ok(!existsSync(`/proc/${pid}`) && !existsSync(scratch));
  await assert.rejects(audit({}, { signal: stop.signal }), { code: "stopped" });
});

test("a second audit waits for the first", async (t) => {
  const { audit } = await bench(t);
  const [one, two] = await Promise.all([audit(), audit()]);
  assert.ok(two.report.startedAt >= one.report.finishedAt);
});

/** An agent that audits, as a program; its standard output is what came of it, as JSON. */
/** @param uid whom it becomes once it is loaded: a checkout may be where nobody else can read. */
function startAgent(directory: string, order: AuditOrder, uid?: number): ChildProcess {
  const program = `
    const { createOpenScap } = await import(${JSON.stringify(import.meta.resolve("#engines/openscap"))});
    ${uid === undefined ? "" : `process.setgroups([]); process.setgid(${uid}); process.setuid(${uid});`}
    const { report } = await createOpenScap({ directory: ${JSON.stringify(directory)} }).audit(
      ${JSON.stringify(order)},
      { signal: new AbortController().signal, onProgress() {}, now: () => Date.now() },
    );
    process.stdout.write(JSON.stringify(report));`;
  return spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

test("oscap does not outlive an agent that is killed", async (t) => {
  const { directory, scratch, engine } = await bench(t);
  const order = { contentPath: ubuntu, expectedSha256: null, profile: long, limits, arf: false };
  const agent = startAgent(directory, order);
  t.after(() => agent.kill("SIGKILL"));
  const pid = await oscapIn(scratch);
  agent.kill("SIGKILL");
  await once(agent, "exit");
  await until(() => !existsSync(`/proc/${pid}`), { what: "oscap is gone" });
  await engine.cleanUp();
  assert.ok(!existsSync(scratch));
});

test("what an earlier agent left running is ended, and nothing else", async (t) => {
  const { directory, scratch, engine } = await bench(t);
  await engine.cleanUp(); // nothing to do
  await mkdir(scratch);
  await writeFile(join(scratch, "content.xml"), readFileSync(ubuntu));
  const args = ["xccdf", "eval", "--profile", long, "content.xml"];
  const left = spawn("oscap", args, { cwd: scratch, stdio: "ignore", detached: true });
  const elsewhere = spawn("sleep", ["60"], { cwd: directory, stdio: "ignore" });
  const looking = spawn("sleep", ["60"], { cwd: scratch, stdio: "ignore" });
  t.after(() => [left, elsewhere, looking].map((one) => one.kill("SIGKILL")));
  await oscapIn(scratch);
  await engine.cleanUp();
  await until(() => left.signalCode === "SIGKILL", { what: "it is told" });
  assert.deepEqual([elsewhere.signalCode, looking.signalCode], [null, null]);
  assert.ok(elsewhere.exitCode === null && looking.exitCode === null && !existsSync(scratch));
});

test("without rights it audits as well, and says that it had none", async (t) => {
  const { directory } = await bench(t);
  const nobody = 65534;
  const isRoot = process.getuid?.() === 0;
  await chmod(directory, 0o777);
  const order = { contentPath: debian, expectedSha256: null, profile: high, limits, arf: false };
  const agent = startAgent(directory, order, isRoot ? nobody : undefined);
  t.after(() => agent.kill("SIGKILL"));
  let said = "";
  agent.stdout?.setEncoding("utf8").on("data", (text: string) => (said += text));
  await once(agent, "close");
  const report: unknown = JSON.parse(said);
  assert.ok(Compile(AuditReport).Check(report));
  assert.equal(report.privileged, false);
  assert.equal(report.rules.length, (await ownResults(debian, high)).size);
});
