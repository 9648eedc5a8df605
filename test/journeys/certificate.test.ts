import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:https";
import { test } from "node:test";
import { embedded, startInstallation } from "#test/processes";
import { createTestAuthority, dayMs } from "#test/tls-fixtures";

test("a certificate near its end is counted in days, and fails where the sensor asks for more", async (t) => {
  const authority = createTestAuthority();
  t.after(async () => authority.close());
  const { key, cert } = authority.issue({
    names: ["localhost"],
    validToAt: Math.round((Date.now() + 5.5 * dayMs) / 1000) * 1000,
  });
  const server = createServer({ key, cert }, (_request, response) => response.end("ok\n"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  const vedette = await startInstallation(t, embedded.collector);
  const ca = JSON.stringify(authority.ca);
  await vedette.apply(`
tenant: default
sensors:
  - { name: calm, type: tls, target: "localhost:${port}", intervalSec: 1, tls: { ca: ${ca} } }
  - { name: strict, type: tls, target: "localhost:${port}", intervalSec: 1, tls: { ca: ${ca}, minDaysLeft: 14 } }
  - { name: untrusted, type: tls, target: "localhost:${port}", intervalSec: 1 }
  - { name: site, type: http, target: "https://localhost:${port}/", intervalSec: 1, http: { ca: ${ca} } }
`);
  const api = await vedette.client();
  assert.equal((await api.reaches("calm", "up")).certDaysLeft, 5);
  const site = await api.reaches("site", "up");
  assert.deepEqual([site.certDaysLeft, site.httpStatus], [5, 200]);
  assert.equal((await api.reaches("strict", "down")).certDaysLeft, 5);
  assert.equal((await api.reaches("untrusted", "down")).certDaysLeft, 5);
  const causes = new Map(
    (await api.incidents()).map((incident) => [incident.sensorName, incident.cause]),
  );
  assert.match(causes.get("strict") ?? "", /5 days/);
  assert.match(causes.get("untrusted") ?? "", /trust|issuer|self-signed/i);
  assert.equal(causes.size, 2);
});
