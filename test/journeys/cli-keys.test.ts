import assert from "node:assert/strict";
import { test } from "node:test";
import { thisFile } from "#test/clean-up";
import { embedded, runVedette, startInstallation } from "#test/processes";

/** Of all tests here. */
const installation = await startInstallation(thisFile, embedded.collector);

test("a key is printed alone and once, opens its tenant, and is refused from its revocation on", async () => {
  const create = ["key", "create", "--service", "monitor", "--scope", "read"];
  const first = await runVedette(
    [...create, "--tenant", "default", "--name", "dash board"],
    installation.env,
  );
  assert.deepEqual([first.code, first.stderr], [0, ""]);
  assert.match(first.stdout, /^vdm_live_[0-9A-Za-z]{49}\n$/);
  const key = first.stdout.trim();
  const ping = async () => {
    const headers = { authorization: `Bearer ${key}` };
    return fetch(`${installation.url}/monitor/public/v1/ping`, { headers });
  };
  const reply = await ping();
  assert.equal(reply.status, 200);
  assert.deepEqual(((await reply.json()) as { scopes: unknown }).scopes, ["read"]);

  const listed = await installation.vedette("key", "list", "--tenant", "default");
  assert.match(listed, new RegExp(`default +monitor +read +dash board +${key.slice(9, 15)}…`));
  assert.equal(listed.includes(key.slice(9, 20)), false);
  const [row] = JSON.parse(await installation.vedette("key", "list", "--json")) as {
    id: string;
    revokedAt: number | null;
  }[];
  assert.equal(row?.revokedAt, null);

  await installation.vedette("key", "revoke", row?.id ?? "");
  assert.equal((await ping()).status, 401);
  assert.match(await installation.vedette("key", "list"), /\d\d:\d\d:\d\d\n$/);

  const unknown = await runVedette(["key", "revoke", "vdm_live_x"], installation.env);
  assert.deepEqual([unknown.code, unknown.stdout], [1, ""]);
  assert.match(unknown.stderr, /There is no API key with this id or text/);
  const nobody = await runVedette(
    [...create, "--tenant", "nobody", "--name", "n"],
    installation.env,
  );
  assert.deepEqual([nobody.code, nobody.stdout], [1, ""]);
  assert.equal(nobody.stderr, 'vedette: There is no tenant named "nobody": there are default.\n');
});

test("a tenant that is made beside a running server has a key, a collector and nobody else's sensors", async () => {
  const id = (await installation.vedette("tenant", "create", "acme", "--sensor-limit", "7")).trim();
  const tenants = JSON.parse(await installation.vedette("tenant", "list", "--json")) as {
    id: string;
    name: string;
    sensorLimit: number;
  }[];
  assert.deepEqual(
    tenants.map(({ name, sensorLimit }) => [name, sensorLimit]),
    [
      ["acme", 7],
      ["default", 10_000],
    ],
  );
  assert.equal(tenants[0]?.id, id);
  const again = await runVedette(["tenant", "create", "acme"], installation.env);
  assert.deepEqual(
    [again.code, again.stderr],
    [1, 'vedette: There already is a tenant named "acme".\n'],
  );
  await installation.apply(
    `tenant: default\nsensors: [{ name: a, type: tcp, target: "127.0.0.1:${installation.port}", intervalSec: 1 }]\n`,
  );
  await installation.apply(
    `tenant: acme\nsensors: [{ name: b, type: tcp, target: "127.0.0.1:${installation.port}", intervalSec: 1 }]\n`,
  );
  const client = await installation.client("acme");
  await client.reaches("b", "up");
  assert.deepEqual(
    (await client.sensors()).map(({ name }) => name),
    ["b"],
  );
});
