import { describe, test } from "node:test";
import type { FastifyInstance, InjectOptions } from "fastify";
import { readApiDocument } from "#test/api-document";
import { createTestDatabase } from "#test/database";
import { createExposureApp } from "#test/exposure-app";
import { seedExposure } from "#test/exposure-fixture";
import { type Sample, hostileTextTests } from "#test/hostile-requests";
import { createMonitorApp } from "#test/monitor-app";
import { seedMonitor } from "#test/monitor-fixture";
import { rowsOfTenant } from "#test/rows-of-tenant";
import type { TestKey } from "#test/service-app";

const db = await createTestDatabase();
const monitor = await seedMonitor(db, "monitored");
const exposure = await seedExposure(db, "exposed");

const services = {
  "monitor.v1": {
    base: "/monitor",
    app: await createMonitorApp(db.database),
    fixture: monitor,
    ids: [monitor.up, monitor.openIncident],
    queries: {},
    samples: {
      updateSensor: [{ id: monitor.up, body: { enabled: true, name: "gateway", intervalSec: 60 } }],
    },
  },
  "exposure.v1": {
    base: "/exposure",
    app: await createExposureApp(db.database),
    fixture: exposure,
    ids: [
      exposure.server,
      exposure.critical,
      exposure.identityFinding,
      exposure.directory,
      exposure.auditRun,
    ],
    queries: {
      "/public/v1/audits/{id}/comparison": `with=${exposure.auditRun}`,
      "/public/v1/audit-runs/{id}/comparison": `with=${exposure.auditRun}`,
    },
    samples: {
      setFindingStatus: [
        { id: exposure.info, body: { status: "open", notes: "n" } },
        {
          id: exposure.accepted,
          body: { status: "accepted", notes: "n", acceptedUntil: 1_900_000_000_000 },
        },
      ],
    },
  },
} satisfies Record<string, Service>;

interface Service {
  base: string;
  app: FastifyInstance;
  fixture: { tenantId: string; write: TestKey };
  ids: readonly string[];
  queries: Readonly<Record<string, string>>;
  samples: Readonly<Record<string, readonly Sample[]>>;
}

for (const [name, { base, app, fixture, ids, queries, samples }] of Object.entries(services)) {
  const { operations } = await readApiDocument(name);
  const tests = hostileTextTests({
    operations,
    ask: (method, path, body) =>
      app.inject({
        method,
        url: `${base}${path}`,
        headers: {
          ...fixture.write.headers,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { payload: body }),
      } as InjectOptions),
    ids,
    queries,
    samples,
    rows: () => rowsOfTenant(db, fixture.tenantId),
  });
  describe(name, () => {
    for (const [guarantee, run] of tests) test(guarantee, run);
  });
}
