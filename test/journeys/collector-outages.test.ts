import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { startRemoteCollector } from "#test/remote-part";
import { longestGapMs, readHistory } from "#test/history";
import { type Installation, embedded, patienceMs, startInstallation } from "#test/processes";
import { startTcpProxy } from "#test/tcp-proxy";
import { until } from "#test/until";
import { type WebTarget, startWebTarget } from "#test/web-target";

const names = Array.from({ length: 20 }, (_, n) => `web-${n}`);

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
  const killedAt = Date.now();
  await until(async () => (await collector.spooled()) >= 4 * names.length, {
    what: "results are kept on disk",
    timeoutMs: patienceMs,
  });
  await vedette.start();
  const backAt = Date.now();
  await allAskedSince(target, backAt);
  await until(async () => (await collector.spooled()) < names.length, {
    what: "the spool is replayed",
    timeoutMs: patienceMs,
  });
  await until(async () => (await readHistory(vedette)).some(({ at }) => at > backAt), {
    what: "newer results than the replayed ones",
    timeoutMs: patienceMs,
  });

  const history = await readHistory(vedette);
  for (const name of names) {
    assert.ok(longestGapMs(history, name) < 2500, `${name}: ${longestGapMs(history, name)} ms`);
    const meanwhile = history.filter(
      ({ sensor, at }) => sensor === name && at > killedAt && at < backAt,
    );
    const asked = target.hitsSince(`/${name}`, killedAt).filter((at) => at < backAt);
    assert.ok(Math.abs(meanwhile.length - asked.length) <= 1, "each check is in history, once");
  }
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
  const calmAt = Date.now();
  await until(async () => (await readHistory(vedette)).some(({ at }) => at > calmAt), {
    what: "results from after the last kill",
    timeoutMs: patienceMs,
  });
  const history = await readHistory(vedette);
  for (const name of names) {
    assert.ok(longestGapMs(history, name) < 2500, `${name}: ${longestGapMs(history, name)} ms`);
  }
  assert.equal(new Set(history.map(({ sensor, at }) => `${sensor} ${at}`)).size, history.length);
  assert.deepEqual(await (await vedette.client()).incidents(), []);
  assert.doesNotMatch(collector.log(), /set aside/);
});

/** The embedded PostgreSQL's first process, by the file that it keeps. */
async function postmasterOf(vedette: Installation): Promise<number> {
  return until(
    async () => {
      const files = await readdir(vedette.dir, { recursive: true });
      const pidFile = files.find((file) => file.endsWith("postmaster.pid"));
      if (pidFile === undefined) return null;
      const [pid = ""] = (await readFile(join(vedette.dir, pidFile), "utf8")).split("\n");
      return Number(pid) > 0 && (await fetch(`${vedette.url}/readyz`)).ok ? Number(pid) : null;
    },
    { what: "PostgreSQL runs", timeoutMs: patienceMs },
  );
}

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
  await until(() => Date.now() > closedAt + 5000, { what: "five bad seconds", timeoutMs: 10_000 });
  await target.open();
  const openedAt = Date.now();
  await until(() => target.hitsSince("/web", openedAt).length >= 4, {
    what: "four good checks",
    timeoutMs: patienceMs,
  });
  assert.deepEqual(await api.incidents(), [], "the server knows nothing of it yet");
  assert.equal((await api.sensor("web")).state, "up");
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
  assert.ok(Math.abs(incident.openedAt - closedAt) < 2000, "opened when the service went away");
  assert.ok(Math.abs((incident.closedAt ?? 0) - openedAt) < 2000, "closed when it was back");
  const web = await api.reaches("web", "up");
  assert.equal(web.stateSince, incident.closedAt);
  const history = await readHistory(vedette);
  assert.ok(longestGapMs(history, "web") < 2500);
  assert.ok(
    history.every(({ ok }) => ok !== null),
    "two failing of two do not accuse the uplink",
  );
  assert.equal(
    await until(async () => ((await collector.spooled()) < 5 ? 0 : null), {
      what: "an empty spool",
      timeoutMs: patienceMs,
    }),
    0,
  );
});
