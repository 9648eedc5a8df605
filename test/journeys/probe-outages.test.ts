import assert from "node:assert/strict";
import { test } from "node:test";
import { type ConnectionRecorder, startConnectionRecorder } from "#test/connection-recorder";
import { type ProbedSite, startProbedSite } from "#test/probed-site";
import { patienceMs } from "#test/processes";
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
  const api = await vedette.client("default", "exposure");
  const { assets } = await api.get<{ assets: { ip: string; openPorts: number[] }[] }>("/assets");
  const found = assets.map(({ ip, openPorts }) => `${ip} ${openPorts.join()}`);
  assert.deepEqual(new Set(found), new Set(addresses.map((address) => `${address} ${port}`)));
  assert.equal(found.length, hosts);
}

/** A look at the addresses that are in the inventory. */
async function inventoryOf({ vedette }: ProbedSite): Promise<() => Promise<string[]>> {
  const api = await vedette.client("default", "exposure");
  return async () => {
    const { assets } = await api.get<{ assets: { ip: string }[] }>("/assets");
    return assets.map(({ ip }) => ip);
  };
}

test("a probe is killed in mid-scan: started again it goes on, and asks no host twice that was recorded", async (t) => {
  const recorder = await startConnectionRecorder(t);
  const site = await startProbedSite(t, { targets, port: recorder.port, totalPerSec: 12 });
  await site.runScan();
  await recordedAtLeast(site, 1);
  await site.probe.stop("SIGKILL");
  const addressesIn = await inventoryOf(site);
  // What the probe had sent may still be on its way into the inventory.
  const recordedBefore = await until(
    async () => {
      const [addresses, count] = [new Set(await addressesIn()), await site.recorded()];
      return addresses.size === count ? addresses : null;
    },
    { what: "all that was sent is recorded", timeoutMs: patienceMs },
  );
  assert.ok(recordedBefore.size < hosts, "it was killed in mid-scan");

  const restartedAt = Date.now();
  site.probe.start();
  const run = await site.reaches("completed");
  assert.equal(run.attempts, 2);
  await everyHostIsFoundOnce(site, recorder.port);
  const twice = recorder
    .addressesSince(restartedAt)
    .filter((address) => recordedBefore.has(address));
  assert.deepEqual(twice, []);
});

test("a probe that is told to end in mid-scan hands the run back; the same run is completed by its next start", async (t) => {
  const recorder = await startConnectionRecorder(t);
  const site = await startProbedSite(t, { targets, port: recorder.port, totalPerSec: 12 });
  await site.runScan();
  await recordedAtLeast(site, 1);
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
  await recordedAtLeast(site, 1);
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
  for (let time = 0; time < 2; time++) {
    await recordedAtLeast(site, 1);
    await site.vedette.stop("SIGKILL");
    await site.vedette.start();
  }
  const run = await site.reaches("completed");
  assert.equal(run.attempts, 1, "the probe still had it");
  await everyHostIsFoundOnce(site, recorder.port);
});

test("no reply to a check-in arrives: the run that was handed out into nothing is handed out again", async (t) => {
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
  // Whether a check-in waits just now or comes in a moment, it hears nothing.
  line.cut("replies");
  await site.runScan();
  await site.reaches("running");
  assert.equal(recorder.addressesSince(0).length, 0);
  line.restore();
  const run = await site.reaches("completed");
  assert.equal(run.attempts, 2);
  await everyHostIsFoundOnce(site, recorder.port);
});
