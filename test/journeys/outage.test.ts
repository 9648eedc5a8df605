import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { test } from "node:test";
import { embedded, freePort, patienceMs, startInstallation } from "#test/processes";
import { until } from "#test/until";

async function serveHttp(port: number, status: () => number): Promise<Server> {
  const server = createServer((_request, response) => response.writeHead(status()).end("ok\n"));
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
  let status = 200;
  let web = await serveHttp(port, () => status);
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

  assert.deepEqual((await api.call("POST", `/incidents/${incident.id}/acknowledge`)).body, {
    ok: true,
    acknowledged: true,
  });
  assert.deepEqual((await api.call("POST", `/incidents/${incident.id}/acknowledge`)).body, {
    ok: true,
    acknowledged: false,
  });

  web = await serveHttp(port, () => status);
  const again = await api.reaches("web", "up");
  const closed = (await api.incidents())[0];
  assert.deepEqual([closed?.open, closed?.closedAt], [false, again.stateSince]);

  const { timeline } = await api.get<{ timeline: { kind: string; at: number }[] }>(
    `/incidents/${incident.id}`,
  );
  assert.equal(timeline[0]?.at, incident.openedAt, "dated to the first failed check");
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

  status = 503;
  await api.reaches("web", "down");
  assert.match(
    (await api.incidents())[0]?.cause ?? "",
    new RegExp(`HTTP 503 from ${target}, expected 200-299`),
  );
});

test("disabling a sensor that is down closes its incident and ends the polling, while others go on", async (t) => {
  const vedette = await startInstallation(t, embedded.collector);
  await vedette.apply(`
tenant: default
sensors:
  - { name: gone, type: tcp, target: "127.0.0.1:${await freePort()}", intervalSec: 1 }
  - { name: other, type: tcp, target: "127.0.0.1:${vedette.port}", intervalSec: 1 }
`);
  const api = await vedette.client();
  const { id } = await api.reaches("gone", "down");
  assert.equal((await api.call("PATCH", `/sensors/${id}`, { enabled: false })).status, 200);
  const [incident] = await api.incidents();
  assert.equal(incident?.open, false);
  assert.match(incident?.cause ?? "", /refused/);
  const lastCheckOf = async (name: string) => (await api.sensor(name)).lastCheckedAt ?? 0;
  await until(async () => (await lastCheckOf("other")) > (await lastCheckOf("gone")) + 3000, {
    what: "the other is checked, and this one is not",
    timeoutMs: patienceMs,
  });
  assert.equal((await api.sensor("gone")).state, "down");
});
