import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { nothingYet, planExposure } from "#exposure/configuration";
import { checkNames } from "#monitor/configuration";
import { readConfiguration } from "./read-configuration.ts";

test("the example of the documentation is a configuration", () => {
  const page = readFileSync(new URL("../../../docs/operate.md", import.meta.url), "utf8");
  const [, yaml = ""] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const files = [{ name: "monitoring.yaml", bytes: Buffer.from(yaml) }];
  const read = readConfiguration(
    files,
    { SNMP_COMMUNITY: "x", AD_PASSWORD: "x", ENTRA_SECRET: "x" },
    { minIntervalSec: 30 },
  );
  assert.deepEqual(read.problems, []);
  const [tenant] = read.tenants;
  assert.equal(tenant?.declared.monitor.configuration.sensors.length, 5);
  assert.equal(tenant.declared.monitor.configuration.maintenance.length, 2);
  const nothing = {
    companies: new Set(tenant.companies),
    collectors: new Set<string>(),
    sensors: new Map(),
  };
  const { configuration } = tenant.declared.exposure;
  assert.deepEqual(
    [configuration.sites.length, configuration.probes.length, configuration.scans.length],
    [1, 1, 3],
  );
  assert.deepEqual([configuration.bundles.length, configuration.audits.length], [2, 2]);
  assert.equal(configuration.directories.length, 2);
  const plan = planExposure(tenant.declared.exposure, nothingYet(), {
    prune: false,
    companies: new Set(tenant.companies),
    bundleFiles: new Map(),
    authorityFiles: new Map(),
  });
  assert.deepEqual([plan.problems, plan.refusals], [[], []]);
  assert.deepEqual(plan.warnings, []);
  assert.deepEqual(checkNames(tenant.declared.monitor.names, nothing), []);
});
