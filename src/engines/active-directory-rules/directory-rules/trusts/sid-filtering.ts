import type { Trust } from "#engines/active-directory";
import { has, isOutbound, trustType } from "./trust-bits.ts";

/** Whether foreign SIDs of the partner's accounts are taken out; `not_asked`: nothing needs to be, or nothing can be. */
export type SidFiltering = "filtered" | "not_filtered" | "not_asked";

/**
 * SID filtering, MS-PAC 4.1.2.2. It matters only where this domain believes the partner; within a forest it does not exist, and
 * a trust for privileged identities is made to carry foreign SIDs. Tickets of Kerberos realms that are no domains carry none.
 * A forest trust filters unless it is treated as an external one; any other filters only when it is quarantined.
 */
export function sidFilteringOf(
  trust: Pick<Trust, "direction" | "type" | "attributes">,
): SidFiltering {
  const isOfDomain = trust.type === trustType.downlevel || trust.type === trustType.uplevel;
  const isWithin = has(trust, "withinForest") || has(trust, "treeParent") || has(trust, "treeRoot");
  if (!isOfDomain || !isOutbound(trust) || isWithin || has(trust, "privilegedIdentities")) {
    return "not_asked";
  }
  if (has(trust, "quarantined")) return "filtered";
  return has(trust, "forestTransitive") && !has(trust, "treatAsExternal")
    ? "filtered"
    : "not_filtered";
}
