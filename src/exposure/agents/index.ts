export {
  findAgentsToMatch,
  leaveAssets,
  matchAnew,
  saveInventory,
  saveMatched,
} from "./agent-inventory.queries.ts";
export type { AgentIntake, AgentIntakeOptions, AgentKey, JobsAtAgent } from "./agent-intake.ts";
export { createAgentIntake } from "./agent-intake.ts";
export { agentIntakeRoutes } from "./agent-intake.routes.ts";
export type { AgentToken, AgentTokenInput } from "./agent-token.ts";
export { findAgentRows, findAgentSites, lockAgent, notifyAgents } from "./agent.queries.ts";
export type { AgentCoverage, AgentHealth, AgentRow, StoredInventory } from "./agent.ts";
export { seesNoPackages } from "./agent.ts";
export { checkTags, isHostTag } from "./check-tags.ts";
export { createAgentToken } from "./create-agent-token.ts";
export { deleteAgent } from "./delete-agent.ts";
export { forgetAgentsGone } from "./forget-agents-gone.ts";
export type { AgentSighting } from "./last-seen.queries.ts";
export { listAgentTokens } from "./list-agent-tokens.ts";
export { renameAgent } from "./rename-agent.ts";
export { revokeAgentIn } from "./revoke-agent-in.ts";
export { revokeAgentToken } from "./revoke-agent-token.ts";
export { setAgentPlaceIn } from "./set-agent-place-in.ts";
export type { AgentDetail, AgentOverview } from "./agent-overview.ts";
export { listAgentsForOperators } from "./list-agents-for-operators.ts";
export { readAgent } from "./read-agent.ts";
export { addAgentConsoleRoutes } from "./agent.console.routes.ts";
export { addAgentTokenRoutes } from "./agent-token.routes.ts";
export { AgentPageSchema, AgentRowSchema, AgentTokenSchema } from "./agent-row.ts";
