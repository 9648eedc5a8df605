import assert from "node:assert/strict";
import { test } from "node:test";
import { startRemoteCollector } from "#test/remote-part";
import { historyIsWhole, readHistory } from "#test/history";
import { postmasterOf } from "#test/postmaster";
import { type Installation, embedded, patienceMs, startInstallation } from "#test/processes";
import { startTcpProxy } from "#test/tcp-proxy";
import { until } from "#test/until";
import { type WebTarget, startWebTarget } from "#test/web-target";

const names = Array.from({ length: 20 }, (_, n) => `web-${n}`);

/** A collector tells time by the server's clock, as well as it can be known over the network. */
const clockErrorMs = 1000;

async function tokenFor(vedette: Installation, name: string): Promise<string> {
  return (await vedette.vedette("collector", "create", name, "--tenant", "default")).trim();
}

function sensorsOn(target: WebTarget): string {
  const sensors = names.map(
    (name) =>
      `  - { name: ${name}, type: http, target: "${target.url}/${name}", intervalSec: 1, collector: berlin }`,
  );
  return `tenant: default\nsensors:\n${sensors.join("\n")}\n`;
}

/** How often a sensor was asked so far. */
const hitsOn = (target: WebTarget) => (name: string) => target.hitsSince(`/${name}`, 0).length;

/** Waits until every sensor was asked after the moment. */
async function allAskedSince(target: WebTarget, at: number): Promise<void> {
  const all = () => names.every((name) => target.hitsSince(`/${name}`, at).length > 0);
  await until(all, { what: "every sensor is polled", timeoutMs: patienceMs });
}

test("the server is killed under load: the collector keeps polling, and history has no hole afterwards", async (t) => {
  const target = await startWebTarget(t);
  const vedette = await startInstallation(t, embedded.none);
  const token = await tokenFor(vedette, "berlin");
  const collector = await startRemoteCollector(t, { server: vedette.url, token });
  await vedette.apply(sensorsOn(target));
  await allAskedSince(target, 0);

  await vedette.stop("SIGKILL");
  await until(async () => (await collector.spooled()) >= 4 * names.length, {
    what: "results are kept on disk",
    timeoutMs: patienceMs,
  });
  await vedette.start();
  await allAskedSince(target, Date.now());
  await historyIsWhole(vedette, names, hitsOn(target));
  assert.deepEqual(await (await vedette.client()).incidents(), []);
  assert.match(collector.log(), /the server answers again/);
});

test("PostgreSQL is killed under load: the server brings it back, and history has no hole afterwards", async (t) => {
  const target = await startWebTarget(t);
  const vedette = await startInstallation(t, embedded.none);
  const token = await tokenFor(vedette, "berlin");
  const collector = await startRemoteCollector(t, { server: vedette.url, token });
  await vedette.apply(sensorsOn(target));
  await allAskedSince(target, 0);

  for (let kill = 0; kill < 3; kill++) {
    process.kill(await postmasterOf(vedette), "SIGKILL");
    await allAskedSince(target, Date.now());
  }
  await historyIsWhole(vedette, names, hitsOn(target));
  assert.deepEqual(await (await vedette.client()).incidents(), []);
  assert.doesNotMatch(collector.log(), /set aside/);
});

test("the network to the server is cut while a service fails and recovers: the incident has its true times", async (t) => {
  const target = await startWebTarget(t);
  const vedette = await startInstallation(t, embedded.none);
  const line = await startTcpProxy(t, { host: "127.0.0.1", port: vedette.port });
  const token = await tokenFor(vedette, "berlin");
  const collector = await startRemoteCollector(t, { server: line.url, token });
  await vedette.apply(`
tenant: default
sensors:
  - { name: web, type: http, target: "${target.url}/web", intervalSec: 1, collector: berlin }
  - { name: other, type: icmp, target: 127.0.0.1, intervalSec: 1, collector: berlin }
`);
  const api = await vedette.client();
  await api.reaches("web", "up");

  line.cut();
  await target.close();
  const closedAt = Date.now();
  const spooledBefore = await collector.spooled();
  await until(async () => (await collector.spooled()) >= spooledBefore + 10, {
    what: "five bad checks, and five of the other",
    timeoutMs: patienceMs,
  });
  await target.open();
  const openedAt = Date.now();
  await until(() => target.hitsSince("/web", openedAt).length >= 4, {
    what: "four good checks",
    timeoutMs: patienceMs,
  });
  assert.deepEqual(await api.incidents(), [], "the server knows nothing of it yet");
  assert.equal((await api.sensor("web")).state, "up");
  const restoredAt = Date.now();
  line.restore();

  const incident = await until(
    async () => {
      const [found, ...more] = await api.incidents();
      assert.equal(more.length, 0);
      return found?.open === false ? found : null;
    },
    { what: "the incident of the past", timeoutMs: patienceMs },
  );
  assert.equal(incident.sensorName, "web");
  assert.match(incident.cause, /refused/);
  const { closedAt: endedAt } = incident;
  assert.ok(
    incident.openedAt > closedAt - clockErrorMs && incident.openedAt < openedAt,
    "opened when the service went away",
  );
  assert.ok(
    endedAt !== null && endedAt > openedAt - clockErrorMs && endedAt < restoredAt,
    "closed when it was back, not when the server heard of it",
  );
  const web = await api.reaches("web", "up");
  assert.equal(web.stateSince, incident.closedAt);
  const history = await readHistory(vedette);
  assert.ok(history.filter(({ sensor, ok }) => sensor === "web" && ok === false).length >= 3);
  assert.ok(
    history.every(({ ok }) => ok !== null),
    "two failing of two do not accuse the uplink",
  );
  await until(async () => (await collector.spooled()) < 5, {
    what: "an empty spool",
    timeoutMs: patienceMs,
  });
});
