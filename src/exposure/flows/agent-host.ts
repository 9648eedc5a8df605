import type { HostFacts } from "#engines/inventory-types";
import type { KnownAsset } from "#exposure/assets";

/** A host whose packages are known. */
export interface AgentHost {
  readonly agentId: string;
  readonly asset: KnownAsset;
  readonly host: HostFacts;
  /** Its agent cannot read the list of packages now: what was installed last is all that is known. */
  readonly isBlind: boolean;
  /** Now, in epoch milliseconds: an agent's messages are in order, whatever its clock says. */
  readonly at: number;
  /** When the agent last said that nothing else is installed: now, or as it was last heard of. */
  readonly heardAt: number;
}
