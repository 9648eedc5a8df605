import { fileURLToPath } from "node:url";
import { createInventoryReader } from "#engines/inventory";
import type { Part, PartOptions, PartProcess } from "#remote/program";
import { startAgentProcess } from "./agent-process.ts";
import { createForkedAuditor } from "./forked-auditor.ts";

/** The agent as a program. */
export const agentPart: Part = { kind: "agent", start, isTrusting: true };

const auditMain = fileURLToPath(new URL("audit-child.ts", import.meta.url));

async function start(options: PartOptions): Promise<PartProcess> {
  const { directory } = options;
  return startAgentProcess(options, {
    inventory: createInventoryReader(),
    auditor: ({ server, credential }) =>
      createForkedAuditor(auditMain, { directory, server, credential }),
  });
}
