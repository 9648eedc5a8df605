import assert from "node:assert/strict";
import { mkdtemp, readFile, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { endAfter, thisFile } from "#test/clean-up";
import { embedded, patienceMs, startInstallation } from "#test/processes";
import { startRemoteAgent } from "#test/remote-part";
import { patchedDataStream } from "#test/scap-content";
import { until } from "#test/until";

interface Job {
  readonly agent: string;
  readonly state: string;
  readonly error: string | null;
}

/** Takes minutes to the end; every test here ends it before. */
const long = "cis_level1_server";
const longPatienceMs = 90_000;

/** One host with an agent for all tests here: an agent that is idle looks for news once a minute. */
async function startAudited() {
  const vedette = await startInstallation(thisFile, embedded.none);
  const dir = await mkdtemp(join(tmpdir(), "vedette-agent-outages-"));
  endAfter(thisFile, () => rm(dir, { recursive: true, force: true }));
  const short = await patchedDataStream(dir);
  const slow = await patchedDataStream(dir, "ubuntu2204");
  await vedette.apply(`
tenant: default
bundles:
  - { name: short, file: ${JSON.stringify(short)} }
  - { name: slow, file: ${JSON.stringify(slow)} }
audits:
  - { name: short, bundle: short, profile: anssi_np_nt28_minimal }
  - { name: slow, bundle: slow, profile: ${long} }
  - { name: tight, bundle: slow, profile: ${long}, limits: { timeMinutes: 60, memoryMb: 64 } }
`);
  const token = (await vedette.vedette("agent", "token", "--tenant", "default")).trim();
  const agent = await startRemoteAgent(thisFile, { server: vedette.url, token });
  await until(
    async () => (await vedette.vedette("agent", "list", "--json")).includes('"online":true'),
    { what: "the agent is there", timeoutMs: patienceMs },
  );
  const ask = (name: string) => vedette.vedette("audit", "run", name, "--tenant", "default");
  return { vedette, agent, ask };
}

const { vedette, agent, ask } = await startAudited();

async function jobOf(name: string): Promise<Job | undefined> {
  const text = await vedette.vedette("audit", "jobs", name, "--tenant", "default", "--json");
  const [job] = JSON.parse(text) as Job[];
  return job;
}

async function endOf(name: string): Promise<Job> {
  return until(
    async () => {
      const job = await jobOf(name);
      return job === undefined || job.state === "queued" || job.state === "running" ? null : job;
    },
    { what: `the audit ${name} has ended`, timeoutMs: longPatienceMs },
  );
}

/** Process ids of the oscap that evaluates for this agent: it works in the agent's directory. */
async function oscaps(): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const folder = `/proc/${pid}`;
      const isOscap = (await ofProcess(readFile(`${folder}/comm`, "utf8")))?.trim() === "oscap";
      const cwd = isOscap ? await ofProcess(readlink(`${folder}/cwd`)) : null;
      return cwd?.startsWith(agent.directory) === true ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}

/** `null`: the process ended while we looked. */
async function ofProcess(reading: Promise<string>): Promise<string | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof Error && "code" in error) return null;
    throw error;
  });
}

async function oscapRuns(): Promise<number> {
  return until(async () => (await oscaps())[0] ?? null, {
    what: "oscap is at work",
    timeoutMs: longPatienceMs,
  });
}

async function oscapIsGone(): Promise<void> {
  await until(async () => (await oscaps()).length === 0, {
    what: "no oscap is left",
    timeoutMs: patienceMs,
  });
}

test("an oscap that is killed from outside is told as such", async () => {
  await ask("slow");
  process.kill(await oscapRuns(), "SIGKILL");
  const job = await endOf("slow");
  assert.equal(job.state, "failed");
  assert.match(job.error ?? "", /SIGKILL/);
  await oscapIsGone();
});

test("an audit that takes more memory than it may is ended, and says so", async () => {
  await ask("tight");
  const job = await endOf("tight");
  assert.equal(job.state, "failed");
  assert.match(job.error ?? "", /64 MB|memory/i);
  await oscapIsGone();
});

test("an audit that is stopped ends at once", async () => {
  await ask("slow");
  await oscapRuns();
  await vedette.vedette("audit", "stop", "slow", "--tenant", "default");
  assert.equal((await endOf("slow")).state, "stopped");
  await oscapIsGone();
});

test("an agent that is killed leaves no oscap behind, and takes the audit up again", async () => {
  await ask("slow");
  await oscapRuns();
  await agent.stop("SIGKILL");
  await oscapIsGone();
  agent.start();
  await oscapRuns();
  await vedette.vedette("audit", "stop", "slow", "--tenant", "default");
  assert.equal((await endOf("slow")).state, "stopped");
});

test("what an audit finds while the server is away is delivered when it is back, once", async () => {
  await ask("short");
  const oscap = await oscapRuns();
  process.kill(oscap, "SIGSTOP");
  await vedette.stop("SIGKILL");
  process.kill(oscap, "SIGCONT");
  await until(async () => (await agent.spooled()) > 0, {
    what: "the outcome waits on disk",
    timeoutMs: longPatienceMs,
  });
  // A restart of the agent loses nothing of it either.
  await agent.stop();
  agent.start();
  await vedette.start();
  const job = await endOf("short");
  assert.equal(job.state, "completed", job.error ?? "");
  const client = await vedette.client("default", "exposure");
  const { audits } = await client.get<{ audits: unknown[] }>("/audits");
  assert.equal(audits.length, 1);
});
