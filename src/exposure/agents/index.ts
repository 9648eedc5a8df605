export { findAgentsToMatch, saveInventory, saveMatched } from "./agent-inventory.queries.ts";
export { findAgentRows, lockAgent, notifyAgent } from "./agent.queries.ts";
export type { AgentCoverage, AgentRow, StoredInventory } from "./agent.ts";
export { agentNewsChannel } from "./agent.ts";
export { checkTags } from "./check-tags.ts";
export { revokeAgentIn } from "./revoke-agent-in.ts";
export { setAgentPlaceIn } from "./set-agent-place-in.ts";
