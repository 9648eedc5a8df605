import assert from "node:assert/strict";
import { test } from "node:test";
import { historyIsWhole } from "#test/history";
import { postmasterOf } from "#test/postmaster";
import { embedded, freePort, patienceMs, startInstallation } from "#test/processes";
import { until } from "#test/until";
import { startWebTarget } from "#test/web-target";

const names = Array.from({ length: 20 }, (_, n) => `web-${n}`);

test("PostgreSQL is killed under load, twice: it comes back, no result is lost, no incident doubled, no state wrong", async (t) => {
  const target = await startWebTarget(t);
  const vedette = await startInstallation(t, embedded.collector);
  const sensors = names.map(
    (name) => `  - { name: ${name}, type: http, target: "${target.url}/${name}", intervalSec: 1 }`,
  );
  const gone = `  - { name: gone, type: tcp, target: "127.0.0.1:${await freePort()}", intervalSec: 1 }`;
  await vedette.apply(`tenant: default\nsensors:\n${[...sensors, gone].join("\n")}\n`);
  const api = await vedette.client();
  await api.reaches("gone", "down");
  await until(
    async () => {
      const sensors = await api.sensors();
      return sensors.every(({ name, state }) => name === "gone" || state === "up");
    },
    { what: "all others are up", timeoutMs: patienceMs },
  );

  for (let time = 0; time < 2; time++) {
    const killedAt = Date.now();
    process.kill(await postmasterOf(vedette), "SIGKILL");
    await until(
      async () => {
        const answer = await api.call("GET", "/sensors");
        const checked = answer.status === 200 ? await api.sensors() : [];
        return (
          checked.length > 0 &&
          checked.every((sensor) => (sensor.lastCheckedAt ?? 0) > killedAt + 3000)
        );
      },
      { what: "every sensor is checked and recorded again", timeoutMs: 2 * patienceMs },
    );
  }

  await historyIsWhole(vedette, names, (name) => target.hitsSince(`/${name}`, 0).length);
  const incidents = await api.incidents();
  assert.deepEqual(
    incidents.map(({ sensorName, open }) => [sensorName, open]),
    [["gone", true]],
  );
  for (const sensor of await api.sensors())
    assert.equal(sensor.state, sensor.name === "gone" ? "down" : "up");
});
