import type { SensorState } from "#monitor/states";

/** An incident that is not closed. */
export interface OpenIncident {
  readonly id: string;
  readonly openedAt: number;
  readonly cause: string;
  readonly flapping: boolean;
}

/** What is known of a parent when its child fails. */
export interface ParentView {
  readonly name: string;
  readonly enabled: boolean;
  readonly intervalSec: number;
  readonly state: "up" | "down" | null;
  readonly stateSince: number | null;
  readonly failures: number;
  readonly lastCheckedAt: number | null;
}

/** What else bears on the decision, at one moment. */
export interface Circumstances {
  readonly at: number;
  readonly failuresBeforeDown: number;
  readonly parent: ParentView | null;
  /** The name of a maintenance window that covers the sensor now. */
  readonly maintenance: string | null;
  /** When the last such window ended, if one did. */
  readonly maintenanceEndedAt: number | null;
}

/** What to do about a sensor's incident. `hold`: it is down, and for the stated reason no incident opens now. */
export type IncidentDecision =
  | { readonly kind: "none" }
  | { readonly kind: "open"; readonly openedAt: number; readonly cause: string }
  | { readonly kind: "hold"; readonly because: string }
  | { readonly kind: "close"; readonly closedAt: number }
  | { readonly kind: "flapping"; readonly flapping: boolean };

/** How long past its own interval a parent's next check is waited for: its longest check and the way here. */
const parentGraceMs = 15_000;

const none: IncidentDecision = Object.freeze({ kind: "none" });

/**
 * Decides from the state alone, so that it may be asked again at any time and by anyone: after each result, and every
 * few seconds for sensors that are down and have no incident.
 */
export function decideIncident(
  state: SensorState,
  open: OpenIncident | null,
  around: Circumstances,
): IncidentDecision {
  if (open !== null) {
    if (state.state === "up" && !state.flapping && state.stateSince !== null) {
      return { kind: "close", closedAt: Math.max(state.stateSince, open.openedAt) };
    }
    if (state.flapping !== open.flapping) return { kind: "flapping", flapping: state.flapping };
    return none;
  }
  if (
    state.state !== "down" ||
    state.failures < around.failuresBeforeDown ||
    state.firstFailureAt === null
  )
    return none;
  if (around.maintenance !== null)
    return { kind: "hold", because: `maintenance: ${around.maintenance}` };
  const because = around.parent === null ? null : holdForParent(state, around.parent, around.at);
  if (because !== null) return { kind: "hold", because };
  return {
    kind: "open",
    // A failure that outlasts maintenance is an incident from the window's end.
    openedAt: Math.max(state.firstFailureAt, around.maintenanceEndedAt ?? 0),
    cause: state.cause ?? "the check failed",
  };
}

/**
 * A child's failure may be its parent's. It waits for a check of the parent that began after the child first failed, is
 * suppressed while the parent is down, and once the parent is back must fail again to count as its own.
 */
function holdForParent(child: SensorState, parent: ParentView, at: number): string | null {
  if (!parent.enabled) return null;
  if (parent.state === "down") return `its parent ${parent.name} is down`;
  const since = child.firstFailureAt ?? 0;
  const parentLate = at > since + parent.intervalSec * 1000 + parentGraceMs;
  if (parent.failures > 0 && !parentLate)
    return `its parent ${parent.name} is failing, too, and not yet confirmed`;
  if ((parent.lastCheckedAt ?? 0) < since && !parentLate)
    return `waiting for the next check of its parent ${parent.name}`;
  if (parent.state === "up" && (parent.stateSince ?? 0) > (child.lastCheckedAt ?? 0)) {
    return `its parent ${parent.name} has just come back`;
  }
  return null;
}
