import assert from "node:assert/strict";
import { test } from "node:test";
import { statement } from "#platform/db";
import { hostFacts, packageFacts, seedAgent, wholeInventory } from "#test/agent-fixture";
import { createTestDatabase } from "#test/database";
import { loadFeeds } from "#test/feeds";
import { seedTenant } from "#test/seed";
import { recordInventory } from "./record-inventory.ts";
import { rematchPackages } from "./rematch-packages.ts";

const made = await createTestDatabase();
await loadFeeds(made);
const { database } = made;
const at = Date.UTC(2026, 10, 21);
const deps = { database, now: () => at };

const findingRows = statement<
  [tenantId: string],
  {
    host: string;
    weakness: string;
    status: string;
    installed: string;
    fixed: string;
    remediation: string;
  }
>(
  "test.rematch-packages.findings",
  `select a.hostname as host, f.weakness, f.status, f.installed_version as installed, f.fixed_version as fixed,
     f.remediation
   from findings f join assets a on a.tenant_id = f.tenant_id and a.id = f.asset_id
   where f.tenant_id = $1 and f.cve is not null order by a.hostname, f.weakness`,
);
const bump = statement<[], never>(
  "test.rematch-packages.bump",
  "update feeds set revision = revision + 1 where name = 'debian'",
);
const forget = statement<[tenantId: string], never>(
  "test.rematch-packages.forget",
  "delete from findings where tenant_id = $1",
);

const versions = ["1:9.2p1-2+deb12u3", "1:9.2p1-2+deb12u4", "1:9.2p1-2+deb12u5"];

test("hosts that are matched one batch after the other come out as each does by itself", async () => {
  const { tenantId } = await seedTenant(database);
  for (let i = 10; i < 35; i++) {
    const agent = await seedAgent(database, tenantId, { name: `host-${i}` });
    // Other versions, other binary packages of the same version, and a host that the Internet reaches.
    const version = versions[i % 3] ?? "";
    const names = i % 2 === 0 ? ["openssh-server"] : ["openssh-client", "openssh-server"];
    const address = i % 5 === 0 ? `203.0.113.${i}` : `10.0.0.${i}`;
    const host = hostFacts({
      hostname: `host-${i}`,
      fqdn: null,
      hardware: { ...hostFacts().hardware, uuid: null },
      interfaces: [{ name: "ens3", mac: null, addresses: [address] }],
      primaryAddress: address,
    });
    const packages = names.map((name) => packageFacts(name, version, "openssh"));
    await recordInventory(deps, agent, wholeInventory(packages, { host, at }));
  }
  const alone = await database.forTenant(tenantId).run(findingRows, [tenantId]);
  assert.ok(new Set(alone.map(({ host }) => host)).size > 20);
  assert.ok(new Set(alone.map(({ remediation }) => remediation)).size > 2);

  await database.forTenant(tenantId).run(forget, [tenantId]);
  await database.system.run(bump, []);
  assert.equal(await rematchPackages(deps), 25);
  assert.deepEqual(await database.forTenant(tenantId).run(findingRows, [tenantId]), alone);
});
