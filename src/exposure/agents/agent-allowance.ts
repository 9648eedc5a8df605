/**
 * Requests of one agent that may be under way: a check-in, an inventory, outcomes and a bundle, and some that the agent gave
 * up and a proxy did not.
 */
const mostUnderWay = 10;
/** Of the server's time an agent may take this share, on the average. */
const share = 1 / 20;
/** Work that an agent may owe at once, in milliseconds: whole inventories, and a week's outcomes after an absence. */
const mostOwedMs = 30_000;
/** What a request counts at least, in milliseconds: rows are made of it, however short it takes. */
const leastMs = 1000;

/**
 * How much of the server each agent may take. While one inventory is taken in the others of its tenant wait, so a host in
 * strange hands could keep all of them waiting, and fill the memory with bodies. Times are milliseconds of any clock.
 */
export interface AgentAllowance {
  /** Counts a request as under way. @returns what ends it; `null`: there are too many already. */
  begin(agentId: string): (() => void) | null;
  /** Seconds until the agent may have the server work for it again; 0 when it may now. */
  waitSec(agentId: string, now: number): number;
  /** Notes work that was done for an agent. */
  charge(agentId: string, tookMs: number, now: number): void;
}

export function createAgentAllowance(): AgentAllowance {
  const underWay = new Map<string, number>();
  /** When all that was done for an agent is paid, those that were charged longest ago first. */
  const paidAt = new Map<string, number>();
  return {
    begin(agentId) {
      const before = underWay.get(agentId) ?? 0;
      if (before >= mostUnderWay) return null;
      underWay.set(agentId, before + 1);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        const left = (underWay.get(agentId) ?? 0) - 1;
        if (left > 0) underWay.set(agentId, left);
        else underWay.delete(agentId);
      };
    },
    waitSec(agentId, now) {
      const owedMs = (paidAt.get(agentId) ?? now) - now;
      return Math.max(0, Math.ceil((owedMs - mostOwedMs / share) / 1000));
    },
    charge(agentId, tookMs, now) {
      const paid = Math.max(now, paidAt.get(agentId) ?? now) + Math.max(tookMs, leastMs) / share;
      paidAt.delete(agentId);
      paidAt.set(agentId, paid);
      for (const [id, at] of paidAt) {
        if (at > now) break;
        paidAt.delete(id);
      }
    },
  };
}
