import assert from "node:assert/strict";
import { chmod, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Client, embedded, patienceMs, runVedette, startInstallation } from "#test/processes";
import { startSnmpd } from "#test/snmpd";
import { until } from "#test/until";
import { startWebTarget } from "#test/web-target";

test("a backup of a running installation, restored elsewhere, goes on where it was: keys, credentials, incidents", async (t) => {
  const agent = await startSnmpd("rocommunity s3cret 127.0.0.0/8\n");
  t.after(() => agent.close());
  const web = await startWebTarget(t);
  const old = await startInstallation(t, { SNMP_COMMUNITY: "s3cret", ...embedded.collector });
  await old.apply(`
tenant: default
sensors:
  - { name: switch, type: snmp, target: "${agent.target}", intervalSec: 1, snmp: { version: 2c, community: "\${SNMP_COMMUNITY}" }, host: [uptime] }
  - { name: web, type: http, target: "${web.url}/", intervalSec: 1 }
`);
  const client = await old.client();
  await client.reaches("switch", "up");
  await client.reaches("web", "up");
  await web.close();
  await client.reaches("web", "down");
  const [incident] = await client.incidents();

  const file = join(old.dir, "backup.tar.zst");
  assert.match(await old.vedette("backup", file), /rows of \d+ tables and the secret key/);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  await old.stop();
  const checkedUntil = (await stat(file)).mtimeMs;

  const env = { VEDETTE_DATA_DIR: join(old.dir, "elsewhere") };
  const restored = await runVedette(["restore", file], env);
  assert.deepEqual([restored.code, restored.stderr], [0, ""]);
  const twice = await runVedette(["restore", file], env);
  assert.deepEqual([twice.code, twice.stdout], [1, ""]);
  assert.match(twice.stderr, /^vedette: This installation is not empty/);

  const fresh = await startInstallation(t, { ...env, ...embedded.collector });
  const again = new Client(`${fresh.url}/monitor/public/v1`, client.key);
  assert.deepEqual((await again.sensors()).map(({ name }) => name).toSorted(), ["switch", "web"]);
  assert.equal((await again.incidents())[0]?.id, incident?.id);
  await until(
    async () => {
      const { state, lastCheckedAt } = await again.sensor("switch");
      return state === "up" && (lastCheckedAt ?? 0) > checkedUntil;
    },
    { what: "the restored credentials open and are used", timeoutMs: patienceMs },
  );
  await web.open();
  await again.reaches("web", "up");
  const closed = (await again.incidents()).find(({ id }) => id === incident?.id);
  assert.equal(closed?.open, false);

  const busy = await runVedette(["restore", file], env);
  assert.equal(busy.code, 1);
  assert.match(busy.stderr, /vedette serve/);
});

test("the doctor finds a running installation well, and says what to do about a key that others can read", async (t) => {
  const installation = await startInstallation(t);
  const report = await installation.vedette("doctor");
  for (const line of [
    /^ok +database: PostgreSQL/m,
    /^ok +server: ready at/m,
    /^ok +collector embedded of tenant default: online/m,
    /^ok +icmp: /m,
  ]) {
    assert.match(report, line);
  }
  const key = join(installation.dir, "data", "secret.key");
  await chmod(key, 0o644);
  const { code, stdout, stderr } = await runVedette(["doctor", "--json"], installation.env);
  assert.equal(code, 1);
  assert.equal(stderr, "vedette: 1 thing needs attention.\n");
  const findings = JSON.parse(stdout) as { subject: string; verdict: string; text: string }[];
  const failed = findings.filter(({ verdict }) => verdict === "failed");
  assert.deepEqual(
    failed.map(({ subject }) => subject),
    ["secret key"],
  );
  assert.match(failed[0]?.text ?? "", new RegExp(`chmod 600 ${key}`));
});
