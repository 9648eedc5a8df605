import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { exposureApi } from "#exposure/public-api";
import { describeApi } from "#platform/http";
import { readApiDocument } from "#test/api-document";

test("openapi/exposure.v1.json is what the routes say; `node scripts/write-openapi.ts` writes it", async () => {
  const file = new URL("../../openapi/exposure.v1.json", import.meta.url);
  assert.equal(await readFile(file, "utf8"), await describeApi(exposureApi));
});

test("every operation has a name of its own and describes its refusals", async () => {
  const { operations } = await readApiDocument("exposure.v1");
  for (const { method, path, statuses } of operations) {
    const writes = method !== "GET";
    const findsOne = path.includes("{id}");
    for (const status of [200, 400, 401, 429, 500, 503]) {
      assert.ok(statuses.includes(status), `${method} ${path} ${status}`);
    }
    assert.equal(statuses.includes(403), writes, "only writing needs more than a key");
    assert.equal(statuses.includes(404), findsOne, `${method} ${path}`);
  }
});

test("every field of the contract is described, required unless it may be left out", async () => {
  const file = new URL("../../openapi/exposure.v1.json", import.meta.url);
  const { schemas } = JSON.parse(await readFile(file, "utf8")).components;
  const contract: Record<string, { always: string[]; known: string[] }> = {
    Asset: {
      always: ["id", "tags", "riskScore", "agentInstalled", "firstSeenAt", "lastSeenAt"],
      known: [
        "ip",
        "hostname",
        "os",
        "deviceType",
        "openPorts",
        "udpPorts",
        "macAddress",
        "siteId",
        "probeId",
        "companyId",
        "agentVersion",
        "agentLastSeenAt",
        "lastScannedAt",
      ],
    },
    Finding: {
      always: [
        "id",
        "title",
        "severity",
        "remediation",
        "remediationStatus",
        "firstSeenAt",
        "lastSeenAt",
      ],
      known: ["assetIp", "hostname", "port", "service", "cve", "cvssScore", "epssScore", "siteId"],
    },
    Site: { always: ["id", "name", "subnets", "timezone", "createdAt"], known: ["companyId"] },
    Probe: { always: ["id", "name", "status", "online"], known: ["lastSeenAt", "companyId"] },
    IdentityFinding: {
      always: [
        "id",
        "source",
        "targetType",
        "targetName",
        "category",
        "severity",
        "title",
        "remediation",
        "status",
        "firstSeenAt",
        "lastSeenAt",
      ],
      known: ["siteId"],
    },
    AuditRun: {
      always: [
        "id",
        "hostname",
        "bundleId",
        "bundleName",
        "runAt",
        "satisfied",
        "failed",
        "notApplicable",
        "notCheckable",
        "unknown",
      ],
      // A run that was imported for a host without an agent has no `agentId`.
      known: ["agentId", "scorePct"],
    },
    Scan: {
      always: [
        "id",
        "siteId",
        "probeId",
        "scanType",
        "targets",
        "enabled",
        "timezone",
        "createdAt",
      ],
      known: ["schedule", "lastRunAt", "nextRunAt", "lastAttemptAt", "lastError"],
    },
  };
  for (const [name, { always, known }] of Object.entries(contract)) {
    const { properties, required } = schemas[name];
    for (const field of always) assert.ok(required.includes(field), `${name}.${field}`);
    for (const field of known) {
      assert.ok(field in properties, `${name}.${field}`);
      assert.ok(!required.includes(field), `${name}.${field} may be left out`);
    }
  }
});
