/** A console with something on every page: sensors that are really checked, a scan that really ran, and rows for the rest. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DatabaseConnection, openDatabase } from "#platform/db";
import { createLog } from "#platform/log";
import { upsertMember } from "#platform/members";
import { runningConnection } from "#platform/postgres";
import type { Cleaned } from "#test/clean-up";
import { type StartedConsole, startConsole } from "#test/console";
import { distantDay } from "#test/distant-times";
import { type ExposureFixture, seedExposure } from "#test/exposure-fixture";
import { freePort } from "#test/processes";
import { until } from "#test/until";

const feeds = fileURLToPath(new URL("../fixtures/feeds", import.meta.url));
const host = "127.91.3.1";

/** A tenant whose exposure is rows: agents, directories, audits. */
export const rowsTenant = "rows";

export interface ShownConsole extends StartedConsole {
  /** Of the tenant `default`. */
  sensorId: string;
  incidentId: string;
  scanId: string;
  runId: string;
  assetId: string;
  findingId: string;
  /** Of the tenant {@link rowsTenant}. */
  rows: ExposureFixture;
}

interface Listed {
  items: { id: string; name?: string }[];
}

/** Starts it, and waits until its checks and its scan are through. */
export async function startShownConsole(t: Cleaned): Promise<ShownConsole> {
  const started = await startConsole(t, { env: {} });
  const { installation, call, tenantId } = started;
  const web = createServer((_request, response) => {
    response.setHeader("server", "Apache/2.4.51").end("<title>Welcome</title>");
  });
  await new Promise<void>((resolve) => web.listen(0, host, resolve));
  t.after(async () => {
    web.closeAllConnections();
    web.close();
  });
  const { port } = web.address() as AddressInfo;
  await installation.vedette("feeds", "import", feeds);
  await installation.apply(declarations(port, await freePort()));
  const firstOf = async (path: string, like?: string): Promise<string> => {
    const find = async () => {
      const { items } = await call<Listed>("GET", `/tenants/${tenantId}${path}`);
      return items.find(({ name }) => like === undefined || name === like)?.id;
    };
    return until(find, { what: `there is something in ${path}`, timeoutMs: 60_000 });
  };
  await installation.vedette("scan", "run", "front", "--tenant", "default", "--wait");
  await call("POST", `/tenants/${tenantId}/api-keys`, {
    service: "monitor",
    scope: "read",
    name: "dashboard",
  });
  return {
    ...started,
    rows: await seedRows(started),
    sensorId: await firstOf("/sensors", "old web server"),
    incidentId: await firstOf("/incidents"),
    scanId: await firstOf("/scans"),
    runId: await firstOf("/scan-runs"),
    assetId: await firstOf("/assets"),
    findingId: await firstOf("/findings"),
  };
}

function declarations(port: number, nothing: number): string {
  return `
tenant: default
companies:
  - { name: Acme Logistics }
  - { name: Berlin Bakery }
sites:
  - { name: front, subnets: [${host}/32], company: Acme Logistics }
scans:
  - { name: front, site: front, type: full, targets: [${host}], ports: "${port}", nmap: false, schedule: "0 3 * * ${distantDay}" }
maintenance:
  - { name: Weekly updates, cron: "0 2 * * ${distantDay}", timezone: UTC, durationMin: 120, tags: [core] }
sensors:
  - { name: old web server, type: http, target: "http://${host}:${port}/", intervalSec: 1, tags: [core], company: Acme Logistics }
  - { name: shop, type: http, target: "http://127.0.0.1:${nothing}/", intervalSec: 1, failuresBeforeDown: 1, company: Berlin Bakery }
  - { name: database port, type: tcp, target: "127.0.0.1:${nothing}", intervalSec: 1, failuresBeforeDown: 2, tags: [core] }
  - { name: router in the cellar, type: icmp, target: 127.0.0.1, enabled: false }
`;
}

/** Fills a second tenant of the same server, and lets the owner in. */
async function seedRows({ installation, call }: StartedConsole): Promise<ExposureFixture> {
  const running = runningConnection(join(installation.dir, "data"));
  const log = createLog("silent", "test");
  const database = await openDatabase(running.connection, { log, poolSize: 2 });
  try {
    const { user } = await call<{ user: { id: string } }>("GET", "/session");
    const { connection } = running;
    // As the one who owns the cluster: rows of any tenant, whatever its policies say.
    const admin = { ...connection, user: "vedette_admin" } as DatabaseConnection;
    const rows = await seedExposure({ database, connection, admin }, rowsTenant);
    const member = {
      tenantId: rows.tenantId,
      userId: user.id,
      role: "owner",
      companyIds: null,
      createdAt: Date.now(),
      createdBy: "test",
    } as const;
    await database.transaction(rows.tenantId, (tx) => upsertMember(tx, member));
    return rows;
  } finally {
    await database.close();
    running.close();
  }
}
