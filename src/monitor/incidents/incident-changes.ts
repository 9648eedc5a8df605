/** What led to an incident and became of it, for people: the timeline. */
export interface IncidentEvent {
  readonly incidentId: string;
  readonly at: number;
  readonly kind:
    | "check_failed"
    | "check_ok"
    | "opened"
    | "cause_changed"
    | "flapping_started"
    | "flapping_ended"
    | "acknowledged"
    | "noted"
    | "closed"
    | "disabled"
    | "removed";
  readonly text: string;
}

/** An incident that a decision opened, and perhaps closed again within the same batch of results. */
export interface OpenedIncident {
  readonly id: string;
  readonly kind: "sensor" | "collector";
  readonly subjectId: string;
  readonly subjectName: string;
  readonly cause: string;
  readonly openedAt: number;
  readonly closedAt: number | null;
  readonly flapping: boolean;
  /** Found in results that came late: it pages nobody. */
  readonly backfilled: boolean;
}

/** Everything that one decision run changes about incidents; saved as a few statements. */
export interface IncidentChanges {
  readonly opened: readonly OpenedIncident[];
  readonly closed: readonly { readonly id: string; readonly closedAt: number }[];
  readonly flapping: readonly { readonly id: string; readonly flapping: boolean }[];
  readonly events: readonly IncidentEvent[];
}
