import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { test } from "node:test";
import { embedded, freePort, patienceMs, startInstallation } from "#test/processes";
import { until } from "#test/until";

async function serveHttp(port: number, status: number): Promise<Server> {
  const server = createServer((_request, response) => response.writeHead(status).end("ok\n"));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function stop(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}

test("a web service is declared, seen up, stopped, found down with the reason, acknowledged, started, seen up again", async (t) => {
  const port = await freePort();
  const target = `http://127.0.0.1:${port}/health`;
  let web = await serveHttp(port, 200);
  t.after(() => web.close());
  const vedette = await startInstallation(t, embedded.collector);
  const printed = await vedette.apply(`
tenant: default
sensors:
  - { name: web, type: http, target: "${target}", intervalSec: 1, tags: [core] }
`);
  assert.match(printed, /\+ sensor web/);
  const api = await vedette.client();

  const up = await api.reaches("web", "up");
  assert.equal(up.httpStatus, 200);
  assert.ok((up.latencyMs ?? 0) > 0);
  assert.deepEqual(await api.incidents(), []);

  const stoppedAt = Date.now();
  await stop(web);
  const down = await api.reaches("web", "down");
  const [incident] = await api.incidents();
  assert.ok(incident);
  assert.deepEqual(
    [incident.open, incident.closedAt, incident.sensorId, incident.sensorName],
    [true, null, up.id, "web"],
  );
  assert.match(incident.cause, /refused/);
  assert.equal(incident.openedAt, down.stateSince);
  assert.ok(
    incident.openedAt > stoppedAt - 1000 && incident.openedAt < stoppedAt + 5000,
    "dated to the first failed check",
  );

  assert.deepEqual((await api.call("POST", `/incidents/${incident.id}/acknowledge`)).body, {
    ok: true,
    acknowledged: true,
  });
  assert.deepEqual((await api.call("POST", `/incidents/${incident.id}/acknowledge`)).body, {
    ok: true,
    acknowledged: false,
  });

  web = await serveHttp(port, 200);
  const again = await api.reaches("web", "up");
  const closed = (await api.incidents())[0];
  assert.deepEqual([closed?.open, closed?.closedAt], [false, again.stateSince]);

  const { timeline } = await api.get<{ timeline: { kind: string }[] }>(`/incidents/${incident.id}`);
  assert.deepEqual(
    timeline.map(({ kind }) => kind),
    [
      "check_failed",
      "check_failed",
      "check_failed",
      "opened",
      "acknowledged",
      "check_ok",
      "check_ok",
      "closed",
    ],
  );

  await stop(web);
  web = await serveHttp(port, 503);
  await api.reaches("web", "down");
  assert.match(
    (await api.incidents())[0]?.cause ?? "",
    new RegExp(`HTTP 503 from ${target}, expected 200-299`),
  );
});

test("disabling a sensor that is down closes its incident and ends the polling within two seconds", async (t) => {
  const vedette = await startInstallation(t, embedded.collector);
  await vedette.apply(`
tenant: default
sensors:
  - { name: gone, type: tcp, target: "127.0.0.1:${await freePort()}", intervalSec: 1 }
`);
  const api = await vedette.client();
  const { id } = await api.reaches("gone", "down");
  assert.equal((await api.call("PATCH", `/sensors/${id}`, { enabled: false })).status, 200);
  const disabledAt = Date.now();
  const [incident] = await api.incidents();
  assert.equal(incident?.open, false);
  assert.match(incident?.cause ?? "", /refused/);
  await until(async () => Date.now() > disabledAt + 4000, {
    what: "four seconds later",
    timeoutMs: patienceMs,
  });
  const sensor = await api.sensor("gone");
  assert.equal(sensor.state, "down");
  assert.ok((sensor.lastCheckedAt ?? 0) < disabledAt + 2000, "no check after two seconds");
});
