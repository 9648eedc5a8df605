import { join } from "node:path";
import type { Identity } from "#remote/link";
import { type PartOptions, type PartProcess, createLinks } from "#remote/program";
import { runAgentLink } from "./agent-link.ts";
import { AuditWork } from "./audit-work.ts";
import type { Auditor } from "./auditor.ts";
import { createEngineVersion } from "./engine-version.ts";
import { openInventoryFile } from "./inventory-file.ts";
import { InventoryKeeper, type InventoryReader } from "./inventory-keeper.ts";
import { type Outbox, openOutbox } from "./outbox.ts";
import { type Rhythm, usualRhythm } from "./rhythm.ts";

/** What an agent sees and does on its host. */
export interface AgentEngines {
  readonly inventory: InventoryReader;
  /** Audits for one enrolment. */
  auditor(identity: Identity): Auditor;
}

const statusEveryMs = 600_000;

/** Begins what one process does for its agent. */
export async function startAgentProcess(
  options: PartOptions,
  engines: AgentEngines,
  rhythm: Rhythm = usualRhythm,
): Promise<PartProcess> {
  const { directory, version, clock, log } = options;
  const ended = new AbortController();
  const agents = new Map<string, { outbox: Outbox; work: AuditWork; keeper: InventoryKeeper }>();
  const links = createLinks(ended.signal);

  async function agentOf(identity: Identity, auditor: Auditor) {
    const known = agents.get(identity.id);
    if (known !== undefined) return known;
    await auditor.cleanUp();
    const own = join(directory, identity.id);
    const outbox = await openOutbox({ directory: own, clock, log });
    const keeper = new InventoryKeeper({
      reader: engines.inventory,
      file: await openInventoryFile(own, log),
      everyMs: rhythm.inventoryMs,
      monotonic: () => clock.monotonic(),
      now: () => clock.now(),
      log,
    });
    const system = () => keeper.host?.os ?? null;
    const work = new AuditWork({ auditor, outbox, system, clock, log });
    const agent = { outbox, work, keeper };
    agents.set(identity.id, agent);
    return agent;
  }

  const status = setInterval(() => {
    const all = [...agents.values()];
    const audits = all.reduce((sum, { work }) => sum + work.unfinished, 0);
    const spooled = all.reduce((sum, { outbox }) => sum + outbox.added - outbox.gone, 0);
    log.info({ audits, spooled }, "status");
  }, statusEveryMs);

  return {
    async begin(identity, _fresh, onRefused) {
      const auditor = engines.auditor(identity);
      const { outbox, work, keeper: inventory } = await agentOf(identity, auditor);
      const engine = createEngineVersion(
        () => auditor.version(),
        () => clock.monotonic(),
        log,
      );
      const shared = { version, clock, inventory, engine, work, outbox, rhythm, log };
      return links.start((signal) => runAgentLink({ ...shared, identity, onRefused }, signal));
    },

    async stop() {
      clearInterval(status);
      const works = [...agents.values()].map(({ work }) => work.close());
      ended.abort();
      await Promise.all([links.ended(), ...works]);
    },
  };
}
