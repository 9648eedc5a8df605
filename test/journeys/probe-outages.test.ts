import assert from "node:assert/strict";
import { test } from "node:test";
import { type ConnectionRecorder, startConnectionRecorder } from "#test/connection-recorder";
import { type ProbedSite, startProbedSite } from "#test/probed-site";
import { Client, patienceMs } from "#test/processes";
import { startTcpProxy } from "#test/tcp-proxy";
import { until } from "#test/until";

const hosts = 40;
const addresses = Array.from({ length: hosts }, (_, n) => `127.77.0.${n + 1}`);
const targets = `127.77.0.1-127.77.0.${hosts}`;

/** Waits until so many different hosts were asked. */
async function asked(recorder: ConnectionRecorder, atLeast: number): Promise<void> {
  await until(() => new Set(recorder.addressesSince(0)).size >= atLeast, {
    what: `${atLeast} hosts are asked`,
    timeoutMs: patienceMs,
  });
}

async function recordedAtLeast(site: ProbedSite, atLeast: number): Promise<void> {
  await until(async () => (await site.recorded()) >= atLeast, {
    what: `${atLeast} hosts are recorded`,
    timeoutMs: patienceMs,
  });
}

/** What the public API says in the end: every host once, with the port that is open. */
async function everyHostIsFoundOnce({ vedette }: ProbedSite, port: number): Promise<void> {
  const create = ["key", "create", "--tenant", "default", "--service", "exposure"];
  const key = await vedette.vedette(...create, "--scope", "read", "--name", "journey");
  const api = new Client(`${vedette.url}/exposure/public/v1`, key.trim());
  const { assets } = await api.get<{ assets: { ip: string; openPorts: number[] }[] }>("/assets");
  const found = assets.map(({ ip, openPorts }) => `${ip} ${openPorts.join()}`);
  assert.deepEqual(new Set(found), new Set(addresses.map((address) => `${address} ${port}`)));
  assert.equal(found.length, hosts);
}

test("a probe is killed in mid-scan: started again it goes on, and asks no host twice that was recorded", async (t) => {
  const recorder = await startConnectionRecorder(t);
  const site = await startProbedSite(t, { targets, port: recorder.port, totalPerSec: 12 });
  await site.runScan();
  await recordedAtLeast(site, 5);
  await site.probe.stop("SIGKILL");
  const recordedBefore = await site.recorded();
  const assetsBefore = new Set(await recordedAddresses(site));
  assert.ok(recordedBefore < hosts, "it was killed in mid-scan");
  assert.equal(assetsBefore.size, recordedBefore);

  const restartedAt = Date.now();
  site.probe.start();
  const run = await site.reaches("completed");
  assert.equal(run.attempts, 2);
  await everyHostIsFoundOnce(site, recorder.port);
  const twice = recorder.addressesSince(restartedAt).filter((address) => assetsBefore.has(address));
  assert.deepEqual(twice, []);
});

/** Addresses that are in the inventory. */
async function recordedAddresses({ vedette }: ProbedSite): Promise<string[]> {
  const create = ["key", "create", "--tenant", "default", "--service", "exposure"];
  const key = await vedette.vedette(...create, "--scope", "read", "--name", "look");
  const api = new Client(`${vedette.url}/exposure/public/v1`, key.trim());
  const { assets } = await api.get<{ assets: { ip: string }[] }>("/assets");
  return assets.map(({ ip }) => ip);
}

test("a probe that is told to end in mid-scan hands the run back; the same run is completed by its next start", async (t) => {
  const recorder = await startConnectionRecorder(t);
  const site = await startProbedSite(t, { targets, port: recorder.port, totalPerSec: 12 });
  await site.runScan();
  await recordedAtLeast(site, 5);
  await site.probe.stop("SIGTERM");
  const stoppedAt = Date.now();
  assert.equal((await site.latestRun()).state, "running");
  assert.deepEqual(recorder.addressesSince(stoppedAt), []);
  site.probe.start();
  await site.reaches("completed");
  await everyHostIsFoundOnce(site, recorder.port);
});

test("the server is killed in mid-scan and stays away: the scan goes on to its end, and is delivered when it is back", async (t) => {
  const recorder = await startConnectionRecorder(t);
  const site = await startProbedSite(t, { targets, port: recorder.port, totalPerSec: 12 });
  await site.runScan();
  await recordedAtLeast(site, 2);
  await site.vedette.stop("SIGKILL");
  await asked(recorder, hosts);
  await until(() => /a scan has ended/.test(site.probe.log()), {
    what: "the scan ends without the server",
    timeoutMs: patienceMs,
  });
  assert.ok((await site.probe.spooled()) > 0);
  await site.vedette.start();
  const run = await site.reaches("completed");
  assert.equal(run.attempts, 1);
  await everyHostIsFoundOnce(site, recorder.port);
  await until(async () => (await site.probe.spooled()) === 0, {
    what: "an empty spool",
    timeoutMs: patienceMs,
  });
});

test("the server is killed again and again while reports are under way: each host is recorded once", async (t) => {
  const recorder = await startConnectionRecorder(t);
  const site = await startProbedSite(t, { targets, port: recorder.port, totalPerSec: 12 });
  await site.runScan();
  for (const atLeast of [2, 5]) {
    await recordedAtLeast(site, atLeast);
    await site.vedette.stop("SIGKILL");
    await site.vedette.start();
  }
  const run = await site.reaches("completed");
  assert.equal(run.attempts, 1, "the probe still had it");
  await everyHostIsFoundOnce(site, recorder.port);
});

test("the line is cut while a check-in waits: the run that was handed out into nothing is handed out again", async (t) => {
  const recorder = await startConnectionRecorder(t);
  const lines: Awaited<ReturnType<typeof startTcpProxy>>[] = [];
  const site = await startProbedSite(t, {
    targets,
    port: recorder.port,
    totalPerSec: 1000,
    async server({ port }) {
      const line = await startTcpProxy(t, { host: "127.0.0.1", port });
      lines.push(line);
      return line.url;
    },
  });
  const [line] = lines;
  assert.ok(line !== undefined);
  await until(async () => /^vedette_probes 1$/m.test(await site.metrics()), {
    what: "the probe has checked in",
    timeoutMs: patienceMs,
  });
  line.cut();
  await site.runScan();
  await site.reaches("running");
  assert.equal(recorder.addressesSince(0).length, 0);
  line.restore();
  const run = await site.reaches("completed");
  assert.equal(run.attempts, 2);
  await everyHostIsFoundOnce(site, recorder.port);
});
