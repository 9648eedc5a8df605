import type { KnownAsset } from "./asset.ts";

/** What of an agent decides whether it is still the one on its asset. */
export interface AgentLife {
  readonly id: string;
  readonly revoked: boolean;
  /** As the host calls itself. */
  readonly hostname: string;
  readonly enrolledAt: number;
  readonly lastSeenAt: number | null;
}

/**
 * Known assets as a new agent may recognise them: without the agents that are gone. Those are revoked ones, deleted ones, and
 * one on a host of the same name that was not heard of since the new agent was enrolled: the same host was set up anew.
 *
 * @param agents all that are on these assets, as far as they are not deleted.
 */
export function withoutAgentsGone(
  assets: readonly KnownAsset[],
  newcomer: AgentLife,
  agents: readonly AgentLife[],
): KnownAsset[] {
  const here = new Map(agents.map((agent) => [agent.id, agent]));
  return assets.map((asset) => {
    if (asset.agentId === null || asset.agentId === newcomer.id) return asset;
    const other = here.get(asset.agentId);
    return other === undefined || isGone(other, newcomer) ? { ...asset, agentId: null } : asset;
  });
}

function isGone(other: AgentLife, newcomer: AgentLife): boolean {
  if (other.revoked) return true;
  const isSilent = (other.lastSeenAt ?? other.enrolledAt) < newcomer.enrolledAt;
  return isSilent && other.hostname === newcomer.hostname;
}
