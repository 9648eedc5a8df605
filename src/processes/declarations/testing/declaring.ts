import assert from "node:assert/strict";
import { newId } from "#lib/ids";
import { createApplier } from "#test/apply";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { findIdByName } from "../declared-name.queries.ts";
import type { DeclarationList } from "../list.ts";

/** The console's API over a database of a test, to declare one item at a time. */
export async function createDeclaring() {
  const testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const now = Date.parse("2026-11-20T12:00:00Z");
  const { apply, linesOf, rows, box } = createApplier(testDatabase, () => now);
  const app = await createConsoleApp(database, {
    now: () => now,
    deps: { box, sensorRules: { minIntervalSec: 30 } },
  });

  /** A tenant with what a configuration file declares, and how to ask in the name of its people. */
  async function start(yaml = "") {
    const tenant = `tenant ${newId()}`;
    await apply(`tenant: ${tenant}\n${yaml}`);
    const [found] = await rows("select id from tenants where name = $1", [tenant]);
    const tenantId = String(found?.["id"]);
    const as = async (
      role: "administrator" | "operator" | "viewer",
      companies: string[] | null = null,
    ) => askConsole(app, tenantId, await seedMember(database, tenantId, role, companies));
    const ask = await as("administrator");
    const idOf = async (list: DeclarationList, name: string): Promise<string> => {
      const id = await findIdByName(database.forTenant(tenantId), tenantId, list, name);
      assert.ok(id !== null, name);
      return id;
    };
    return { tenant, tenantId, as, ask, idOf };
  }

  return { app, database, now, start, linesOf, rows };
}

/** What is wrong, a line each. */
export const detailsOf = (reply: {
  json: () => { details?: { path: string; message: string }[] };
}) => (reply.json().details ?? []).map(({ path, message }) => `${path} ${message}`);

/** A sensor to make. */
export const ping = { name: "ping", type: "icmp", target: "10.0.0.1" };

/** A configuration in which everything is used by something. */
export const site = `
companies: [{ name: Acme }]
collectors: [{ name: berlin }]
probes: [{ name: branch, company: Acme }]
sites: [{ name: HQ, company: Acme }]
sensors:
  - { name: switch, type: icmp, target: 10.0.0.2, company: Acme, collector: berlin }
  - { name: web, type: icmp, target: 10.0.0.3, parent: switch }
maintenance: [{ name: nightly, cron: "0 2 * * *", durationMin: 30, sensors: [web], companies: [Acme] }]
scans: [{ name: look, site: HQ, probe: branch, type: discovery, targets: [10.0.0.0/24] }]
bundles: [{ name: there, content: ssg-debian12-ds.xml }]
audits: [{ name: weekly, bundle: there, profile: anssi, site: HQ }]
directories: [{ name: cloud, type: entra, site: HQ, tenantId: acme.test, clientId: 6a0c1ad3-6d3c-4a3c-9f3e-0d3f2f2c9b11, clientSecret: s }]
`;

/** One of each list of it that something refers to, or nothing does. */
export const oneOfEach: Readonly<Record<DeclarationList, string>> = {
  companies: "Acme",
  collectors: "berlin",
  probes: "branch",
  sites: "HQ",
  sensors: "switch",
  maintenance: "nightly",
  scans: "look",
  bundles: "there",
  audits: "weekly",
  directories: "cloud",
};
