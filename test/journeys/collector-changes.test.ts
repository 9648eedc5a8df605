import assert from "node:assert/strict";
import { test } from "node:test";
import { startRemoteCollector } from "#test/remote-part";
import { historyIsWhole, readHistory } from "#test/history";
import { type Installation, embedded, patienceMs, startInstallation } from "#test/processes";
import { startTcpProxy } from "#test/tcp-proxy";
import { until } from "#test/until";
import { type WebTarget, startWebTarget } from "#test/web-target";

async function tokenFor(vedette: Installation): Promise<string> {
  return (await vedette.vedette("collector", "create", "berlin", "--tenant", "default")).trim();
}

const sensor = (url: string, path: string, collector = "") =>
  `  - { name: ${path}, type: http, target: "${url}/${path}", intervalSec: 1${collector} }\n`;
const onBerlin = ", collector: berlin";

/** Waits until it has not been asked for three intervals. */
async function becomesQuiet(target: WebTarget, path: string): Promise<void> {
  const since = Date.now();
  const lastHit = () => Math.max(since, ...target.hitsSince(path, since));
  await until(() => Date.now() > lastHit() + 3000, {
    what: `${path} is asked no more`,
    timeoutMs: patienceMs,
  });
}

/** A change is told at once: a collector that asked for news would hear of it after 25 s. Two seconds, on a machine five times slower. */
const soonMs = 10_000;

test("a change of a sensor reaches its collector at once, and the others go on", async (t) => {
  const target = await startWebTarget(t);
  const other = await startWebTarget(t);
  const vedette = await startInstallation(t, embedded.none);
  const token = await tokenFor(vedette);
  await startRemoteCollector(t, { server: vedette.url, token });
  const head = "tenant: default\nsensors:\n";
  await vedette.apply(head + sensor(target.url, "a", onBerlin) + sensor(target.url, "b", onBerlin));
  const api = await vedette.client();
  const { id } = await api.reaches("a", "up");
  await api.reaches("b", "up");

  await api.call("PATCH", `/sensors/${id}`, { enabled: false });
  const disabledAt = Date.now();
  await becomesQuiet(target, "/a");
  assert.deepEqual(target.hitsSince("/a", disabledAt + soonMs), []);

  await api.call("PATCH", `/sensors/${id}`, { enabled: true });
  const enabledAt = Date.now();
  const back = await until(() => target.hitsSince("/a", enabledAt)[0] ?? null, {
    what: "it is polled again",
    timeoutMs: patienceMs,
  });
  assert.ok(back - enabledAt < soonMs);

  await vedette.apply(head + sensor(other.url, "a", onBerlin) + sensor(target.url, "b", onBerlin));
  const movedAt = Date.now();
  await until(() => other.hitsSince("/a", 0).length >= 2, {
    what: "the new target is polled",
    timeoutMs: patienceMs,
  });
  await becomesQuiet(target, "/a");
  assert.deepEqual(target.hitsSince("/a", movedAt + soonMs), []);
  await historyIsWhole(vedette, ["b"], () => target.hitsSince("/b", 0).length);
});

test("a revoked collector stops polling and says so; with a new token it is back", async (t) => {
  const target = await startWebTarget(t);
  const vedette = await startInstallation(t, embedded.none);
  const token = await tokenFor(vedette);
  const collector = await startRemoteCollector(t, { server: vedette.url, token });
  await vedette.apply(`tenant: default\nsensors:\n${sensor(target.url, "a", onBerlin)}`);
  await (await vedette.client()).reaches("a", "up");

  await vedette.vedette("collector", "revoke", "berlin", "--tenant", "default");
  const revokedAt = Date.now();
  await until(() => /refuses this collector: polling stops/.test(collector.log()), {
    what: "it is refused",
    timeoutMs: patienceMs,
  });
  await becomesQuiet(target, "/a");
  assert.deepEqual(target.hitsSince("/a", revokedAt + soonMs), []);

  await collector.stop();
  const fresh = await vedette.vedette("collector", "token", "berlin", "--tenant", "default");
  collector.start(fresh.trim());
  const backAt = Date.now();
  await until(() => target.hitsSince("/a", backAt).length > 1, {
    what: "it is polled again",
    timeoutMs: patienceMs,
  });
});

test("a killed collector delivers what it had kept, comes back in its places, and doubles nothing", async (t) => {
  const target = await startWebTarget(t);
  const vedette = await startInstallation(t, embedded.none);
  const line = await startTcpProxy(t, { host: "127.0.0.1", port: vedette.port });
  const token = await tokenFor(vedette);
  const collector = await startRemoteCollector(t, { server: line.url, token });
  const paths = Array.from({ length: 10 }, (_, n) => `s${n}`);
  const sensors = paths.map((path) => sensor(target.url, path, onBerlin)).join("");
  await vedette.apply(`tenant: default\nsensors:\n${sensors}`);
  await until(() => paths.every((path) => target.hitsSince(`/${path}`, 0).length > 2), {
    what: "all are polled in their places",
    timeoutMs: patienceMs,
  });
  await until(async () => (await collector.spooled()) < paths.length, {
    what: "little waits",
    timeoutMs: patienceMs,
  });

  line.cut();
  const cutAt = Date.now();
  await until(async () => (await collector.spooled()) >= 40, {
    what: "results are kept on disk",
    timeoutMs: patienceMs,
  });
  await collector.stop("SIGKILL");
  const killedAt = Date.now();
  const kept = await collector.spooled();
  const hitsBefore = new Map(paths.map((path) => [path, target.hitsSince(`/${path}`, 0)]));
  assert.ok(kept >= 40);

  line.restore();
  collector.start();
  const restartedAt = Date.now();
  await until(() => paths.every((path) => target.hitsSince(`/${path}`, restartedAt).length > 2), {
    what: "all are polled again",
    timeoutMs: patienceMs,
  });
  const history = await until(
    async () => {
      const all = await readHistory(vedette);
      return all.some(({ at }) => at > restartedAt + 1000) ? all : null;
    },
    { what: "newer results than the kept ones", timeoutMs: patienceMs },
  );
  const delivered = history.filter(({ at }) => at > cutAt - 2000 && at < killedAt).length;
  assert.ok(delivered >= kept, `${delivered} of ${kept}`);
  for (const path of paths) {
    const [before, after] = [hitsBefore.get(path) ?? [], target.hitsSince(`/${path}`, restartedAt)];
    assert.ok(leastApartMs(before, after) < 250, `${path}: ${before.join()}, then ${after.join()}`);
  }
});

/** How near in their second any two of them came; others were late, as a busy machine is. */
function leastApartMs(some: readonly number[], others: readonly number[]): number {
  const apart = some.flatMap((one) => others.map((other) => Math.abs(one - other) % 1000));
  return Math.min(...apart.map((ms) => Math.min(ms, 1000 - ms)));
}

test("the embedded collector ends with a killed server, comes back with it, and polls a new tenant at once", async (t) => {
  const target = await startWebTarget(t);
  const vedette = await startInstallation(t, embedded.collector);
  await vedette.apply(`tenant: default\nsensors:\n${sensor(target.url, "a")}`);
  await (await vedette.client()).reaches("a", "up");

  await vedette.stop("SIGKILL");
  const killedAt = Date.now();
  await becomesQuiet(target, "/a");
  assert.deepEqual(target.hitsSince("/a", killedAt + soonMs), [], "no orphan polls");
  await vedette.start();
  const startedAt = Date.now();
  await until(() => target.hitsSince("/a", startedAt).length > 1, {
    what: "it is polled again",
    timeoutMs: patienceMs,
  });

  await vedette.apply(`tenant: second\nsensors:\n${sensor(target.url, "b")}`);
  const appliedAt = Date.now();
  const first = await until(() => target.hitsSince("/b", 0)[0] ?? null, {
    what: "the new tenant's sensor is polled",
    timeoutMs: patienceMs,
  });
  assert.ok(first - appliedAt < soonMs);
  await (await vedette.client("second")).reaches("b", "up");
});
