import assert from "node:assert/strict";
import { test } from "node:test";
import { type ConnectionRecorder, startConnectionRecorder } from "#test/connection-recorder";
import { type ProbedSite, startProbedSite } from "#test/probed-site";
import { Client, embedded, patienceMs, runVedette, startInstallation } from "#test/processes";
import { until } from "#test/until";

const hosts = 90;
const targets = `127.78.0.1-127.78.0.${hosts}`;

/** Fails when an address is asked within the next two seconds. */
async function staysQuiet(addressesSince: (at: number) => string[]): Promise<void> {
  const since = Date.now();
  await until(() => Date.now() > since + 2000, { what: "two seconds", timeoutMs: 10_000 });
  assert.deepEqual(addressesSince(since), []);
}

/** Waits until so many hosts were asked and holds the probe: commands take their time, and the scan is not over before they have done. */
async function heldInMidScan(
  site: ProbedSite,
  recorder: ConnectionRecorder,
  atLeast: number,
): Promise<void> {
  await until(() => recorder.addressesSince(0).length >= atLeast, {
    what: "hosts are asked",
    timeoutMs: patienceMs,
  });
  site.probe.hold();
}

test("a disabled probe stops scanning and says so; enabled, it completes the run", async (t) => {
  const recorder = await startConnectionRecorder(t);
  const site = await startProbedSite(t, { targets, port: recorder.port, totalPerSec: 30 });
  const probe = (verb: string) =>
    site.vedette.vedette("probe", verb, "berlin", "--tenant", "default");
  const isRefused = () => /refuses this probe: its work stops/.test(site.probe.log());
  await site.runScan();
  await heldInMidScan(site, recorder, 5);
  await probe("disable");
  site.probe.goOn();
  await until(isRefused, { what: "it is refused", timeoutMs: patienceMs });
  await staysQuiet(recorder.addressesSince);
  assert.equal((await site.latestRun()).state, "running");

  await site.probe.stop();
  site.probe.start();
  await until(() => site.probe.log().split("refuses this probe").length > 2, {
    what: "it is refused again",
    timeoutMs: patienceMs,
  });
  await staysQuiet(recorder.addressesSince);
  assert.match(await probe("enable"), /comes back/);
  await site.probe.stop();
  site.probe.start();
  await site.reaches("completed");
  assert.equal(new Set(recorder.addressesSince(0)).size, hosts);
});

test("a run is stopped at once; what was found until then stays", async (t) => {
  const recorder = await startConnectionRecorder(t);
  const site = await startProbedSite(t, { targets, port: recorder.port, totalPerSec: 30 });
  await site.runScan();
  await until(async () => (await site.recorded()) > 0, {
    what: "a host is recorded",
    timeoutMs: patienceMs,
  });
  await heldInMidScan(site, recorder, 1);
  await site.vedette.vedette("scan", "stop", "net", "--tenant", "default");
  site.probe.goOn();
  await site.reaches("stopped");
  await staysQuiet(recorder.addressesSince);
  assert.ok(new Set(recorder.addressesSince(0)).size < hosts);
  assert.ok((await site.recorded()) > 0);
});

test("a list that forbids a host spares it at once, also in a scan under way", async (t) => {
  const recorder = await startConnectionRecorder(t);
  const site = await startProbedSite(t, { targets, port: recorder.port, totalPerSec: 20 });
  await site.runScan();
  await heldInMidScan(site, recorder, 3);
  await site.vedette.apply(`
tenant: default
probes:
  - { name: berlin, targets: { deny: [127.78.0.64/26] } }
`);
  const deniedAt = Date.now();
  site.probe.goOn();
  await site.reaches("completed");
  const asked = recorder.addressesSince(deniedAt + 2000);
  assert.ok(asked.length > 0);
  const last = (address: string) => Number(address.split(".").at(-1));
  assert.deepEqual(
    asked.filter((address) => last(address) >= 64),
    [],
  );
});

test("a token of the other kind is refused by a sentence that says so", async (t) => {
  const vedette = await startInstallation(t, embedded.none);
  for (const [kind, other] of [
    ["collector", "probe"],
    ["probe", "collector"],
  ] as const) {
    const token = await vedette.vedette(kind, "create", "berlin", "--tenant", "default");
    const args = [other, "--server", vedette.url, "--token", token.trim()];
    const { code, stderr } = await runVedette(args, {
      VEDETTE_DATA_DIR: `${vedette.dir}/${other}`,
    });
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`token of a ${kind}, not of a ${other}`));
  }
});

test("the embedded probe scans for every tenant, a new one at once, and comes back with a killed server", async (t) => {
  const recorder = await startConnectionRecorder(t);
  const vedette = await startInstallation(t, embedded.probe);
  const scan = (tenant: string, address: string) => `
tenant: ${tenant}
sites:
  - { name: here, subnets: [127.0.0.0/8] }
scans:
  - { name: one, site: here, type: ports, targets: [${address}], ports: "${recorder.port}" }
`;
  const run = (tenant: string) =>
    vedette.vedette("scan", "run", "one", "--tenant", tenant, "--wait", "--json");
  await vedette.apply(scan("default", "127.78.1.1"));
  await run("default");
  await vedette.apply(scan("second", "127.78.1.2"));
  await run("second");
  await vedette.stop("SIGKILL");
  await vedette.start();
  await run("default");
  assert.deepEqual(new Set(recorder.addressesSince(0)), new Set(["127.78.1.1", "127.78.1.2"]));

  for (const [tenant, address] of [
    ["default", "127.78.1.1"],
    ["second", "127.78.1.2"],
  ] as const) {
    const create = ["key", "create", "--tenant", tenant, "--service", "exposure"];
    const key = await vedette.vedette(...create, "--scope", "read", "--name", "journey");
    const api = new Client(`${vedette.url}/exposure/public/v1`, key.trim());
    const { assets } = await api.get<{ assets: { ip: string }[] }>("/assets");
    assert.deepEqual(
      assets.map(({ ip }) => ip),
      [address],
    );
    const { probes } = await api.get<{ probes: { name: string; online: boolean }[] }>("/probes");
    assert.deepEqual(
      probes.map(({ name, online }) => ({ name, online })),
      [{ name: "embedded", online: true }],
    );
  }
});
