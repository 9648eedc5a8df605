import type { HostFacts, PackageFacts } from "#engines/inventory-types";
import { newId } from "#lib/ids";
import { type Database, statement } from "#platform/db";
import { agentHost } from "#test/agent-host";
import type { InventoryUpdate } from "#wire/agent.v1";

/** What a test says of an agent; the rest is usual. */
export interface SeedAgent {
  readonly name?: string;
  readonly siteId?: string | null;
  readonly tags?: readonly string[];
  readonly enrolledAt?: number;
  readonly lastSeenAt?: number | null;
}

const insertAgent = statement<
  [
    tenantId: string,
    id: string,
    name: string,
    siteId: string | null,
    tags: readonly string[],
    enrolledAt: number,
    lastSeenAt: number | null,
  ],
  never
>(
  "test.agents.insert",
  `insert into agents (tenant_id, id, name, hostname, site_id, tags, enrolled_at, last_seen_at)
   values ($1, $2, $3, $3, $4, $5, $6, $7)`,
);

/** Makes an agent that has enrolled and told of nothing yet. */
export async function seedAgent(
  database: Database,
  tenantId: string,
  agent: SeedAgent = {},
): Promise<{ tenantId: string; agentId: string; name: string }> {
  const agentId = newId();
  const { name = `host-${agentId}`, siteId = null, tags = [] } = agent;
  const { enrolledAt = 0, lastSeenAt = null } = agent;
  await database
    .forTenant(tenantId)
    .run(insertAgent, [tenantId, agentId, name, siteId, tags, enrolledAt, lastSeenAt]);
  return { tenantId, agentId, name };
}

/** A virtual machine with Debian 12. */
export function hostFacts(change: Partial<HostFacts> = {}): HostFacts {
  return agentHost({
    hardware: { uuid: null, vendor: "QEMU", product: "Standard PC", kind: "virtual" },
    interfaces: [{ name: "ens3", mac: "3c:52:82:00:00:05", addresses: ["10.0.0.5"] }],
    primaryAddress: "10.0.0.5",
    bootedAt: 0,
    ...change,
  });
}

/** An installed package of Debian's, built from a source package of its own version. */
export function packageFacts(name: string, version: string, source = name): PackageFacts {
  return { name, version, arch: "amd64", source, sourceVersion: version };
}

/** A whole inventory; each has a revision of its own. */
export function wholeInventory(
  packages: readonly PackageFacts[],
  change: { host?: HostFacts; at?: number; revision?: string } = {},
): InventoryUpdate {
  const { host = hostFacts(), at = 0, revision = someRevision() } = change;
  const rest = { listeners: [], blindSpots: [], removed: [] };
  return { base: null, revision, at, host, packages: [...packages], ...rest };
}

/** Looks like a SHA-256, and is another one each time. */
export function someRevision(): string {
  return newId().replaceAll("-", "").padStart(64, "0");
}
