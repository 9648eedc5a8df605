import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "yaml";
import { readConfiguration } from "#processes/apply";
import { runVedette } from "#test/processes";
import { startSnmpd } from "#test/snmpd";

test("discover lists what an agent offers, and a sensor that apply takes, without the credentials", async (t) => {
  const agent = await startSnmpd("rocommunity s3cret 127.0.0.0/8\nsysName core-1\n");
  t.after(() => agent.close());
  const env = { SNMP_COMMUNITY: "s3cret" };
  const { code, stdout, stderr } = await runVedette(["snmp", "discover", agent.target], env);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^core-1 at 127\.0\.0\.1/);
  assert.match(stdout, /\nINTERFACE +ALIAS +TYPE +SPEED +ADMIN +OPER\nlo /);
  assert.match(stdout, /\nuptime +\d/);
  assert.equal(stdout.includes("s3cret"), false);

  const yaml = stdout.slice(stdout.indexOf("sensors:"));
  const bytes = Buffer.from(`tenant: t\n${yaml}`);
  const read = readConfiguration([{ name: "f", bytes }], env, { minIntervalSec: 30 });
  assert.deepEqual(read.problems, []);
  const sensor = read.tenants[0]?.declared.monitor.configuration.sensors[0];
  assert.equal(sensor?.name, "core-1");
  assert.deepEqual(sensor.settings, { version: "2c", community: "s3cret" });
  assert.ok(sensor.interfaces.includes("lo"));

  const json = await runVedette(["snmp", "discover", agent.target, "--json"], env);
  const found = JSON.parse(json.stdout) as { sysName: string; interfaces: { name: string }[] };
  assert.equal(found.sysName, "core-1");
  assert.deepEqual(
    (parse(yaml) as { sensors: { interfaces: string[] }[] }).sensors[0]?.interfaces,
    [...new Set(found.interfaces.map(({ name }) => name))],
  );
});

test("what goes wrong is one sentence: no answer, or credentials that cannot be", async (t) => {
  const agent = await startSnmpd("rocommunity s3cret 127.0.0.0/8\n");
  t.after(() => agent.close());
  const wrong = await runVedette(
    ["snmp", "discover", agent.target, "--community", "other", "--timeout", "2"],
    {},
  );
  assert.deepEqual([wrong.code, wrong.stdout], [1, ""]);
  assert.match(wrong.stderr, /^vedette: no SNMP answer from 127\.0\.0\.1:\d+ .*community.*\n$/);
  const short = await runVedette(["snmp", "discover", agent.target, "--user", "u"], {
    SNMP_AUTH_PASSWORD: "short",
  });
  assert.equal(short.code, 1);
  assert.equal(
    short.stderr,
    "vedette: The SNMP credentials are not valid: snmp.authPassword: must have at least 8 characters.\n",
  );
});
