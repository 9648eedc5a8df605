import {
  decideIncident,
  type IncidentChanges,
  type IncidentEvent,
  type OpenedIncident,
  type OpenIncident,
  type ParentView,
} from "#monitor/incidents";
import type { MaintenanceCalendar } from "#monitor/maintenance";
import { nextState, type SensorState } from "#monitor/states";
import type { CheckResult } from "#wire/collector.v1";

/** A sensor as the flow holds it while it decides. */
export interface WatchedSensor {
  readonly id: string;
  readonly name: string;
  readonly intervalSec: number;
  readonly failuresBeforeDown: number;
  readonly successesBeforeUp: number;
  readonly parentId: string | null;
  readonly tags: readonly string[];
  readonly companyId: string | null;
  readonly enabled: boolean;
  readonly state: SensorState;
  readonly open: OpenIncident | null;
  readonly heldBecause: string | null;
}

/** What the decisions need to know of the world besides the results. */
export interface World {
  /** The sensors that may change, by id. */
  readonly sensors: ReadonlyMap<string, WatchedSensor>;
  /** Parents that are not among them, by id. */
  readonly parents: ReadonlyMap<string, WatchedSensor>;
  readonly calendar: MaintenanceCalendar;
}

/** What the decisions changed; `sensors` holds the changed ones as they are afterwards. */
export interface Replay {
  readonly sensors: ReadonlyMap<string, WatchedSensor>;
  readonly incidents: IncidentChanges;
  /** Those of them about which people have something new to read; a latency alone is nothing new. */
  readonly news: readonly string[];
  /** The run of checks that confirmed each opening and closing: the timeline quotes them. */
  readonly runs: readonly ConfirmingRun[];
}

export interface ConfirmingRun {
  readonly incidentId: string;
  readonly sensorId: string;
  readonly ok: boolean;
  readonly fromAt: number;
  readonly toAt: number;
}

/** A decision about a moment longer ago than this was made from results that came late: it pages nobody. */
export const lateAfterMs = 5 * 60_000;

/**
 * Lets results happen in the order of their times, and decides after each: the state of its sensor, then the incident.
 * Pure: `now` and `newId` come in. Results of sensors that are not in the world are skipped.
 */
export function replayResults(
  world: World,
  results: readonly CheckResult[],
  tools: { now: number; newId: () => string },
): Replay {
  const run = new Decisions(world, tools);
  for (const result of inOrder(results)) {
    const before = run.sensor(result.sensorId);
    if (before === undefined) continue;
    const state = nextState(before.state, result, before);
    if (state === before.state) continue;
    run.noticeCause(before, state);
    run.decide({ ...before, state }, result.at);
  }
  return run.replay();
}

/**
 * Decides again, at `now` and without a new result, about sensors that are down and have no incident: maintenance may
 * have ended, a parent may have been checked.
 */
export function reconsider(world: World, tools: { now: number; newId: () => string }): Replay {
  const run = new Decisions(world, tools);
  for (const sensor of world.sensors.values()) run.decide(sensor, tools.now);
  return run.replay();
}

function inOrder(results: readonly CheckResult[]): readonly CheckResult[] {
  for (let i = 1; i < results.length; i++) {
    if ((results[i]?.at ?? 0) < (results[i - 1]?.at ?? 0))
      return results.toSorted((a, b) => a.at - b.at);
  }
  return results;
}

/** Collects what changes while results are replayed. */
class Decisions {
  readonly #world: World;
  readonly #now: number;
  readonly #newId: () => string;
  readonly #changed = new Map<string, WatchedSensor>();
  readonly #opened = new Map<string, OpenedIncident>();
  readonly #closed: { id: string; closedAt: number }[] = [];
  readonly #flapping = new Map<string, boolean>();
  readonly #events: IncidentEvent[] = [];
  readonly #runs: ConfirmingRun[] = [];

  constructor(world: World, tools: { now: number; newId: () => string }) {
    this.#world = world;
    this.#now = tools.now;
    this.#newId = tools.newId;
  }

  sensor(id: string): WatchedSensor | undefined {
    return this.#changed.get(id) ?? this.#world.sensors.get(id);
  }

  /** An open incident tells when its sensor fails for another kind of reason than before. */
  noticeCause(before: WatchedSensor, after: SensorState): void {
    if (before.open === null || after.cause === null || after.causeCode === before.state.causeCode)
      return;
    if (before.state.causeCode === null) return;
    this.#tell(before.open.id, after.lastCheckedAt ?? this.#now, "cause_changed", after.cause);
  }

  decide(sensor: WatchedSensor, at: number): void {
    const maintenance = this.#world.calendar.at(sensor, at);
    const decision = decideIncident(sensor.state, sensor.open, {
      at,
      failuresBeforeDown: sensor.failuresBeforeDown,
      parent: this.#parentOf(sensor),
      maintenance: maintenance.active,
      maintenanceEndedAt: maintenance.endedAt,
    });
    switch (decision.kind) {
      case "none":
        this.#keep({ ...sensor, heldBecause: null });
        return;
      case "hold":
        this.#keep({ ...sensor, heldBecause: decision.because });
        return;
      case "open":
        this.#keep({ ...sensor, heldBecause: null, open: this.#open(sensor, decision, at) });
        return;
      case "close":
        this.#close(sensor, decision.closedAt, at);
        this.#keep({ ...sensor, heldBecause: null, open: null });
        return;
      case "flapping":
        this.#keep({ ...sensor, open: this.#flap(sensor, decision.flapping, at) });
    }
  }

  replay(): Replay {
    return {
      sensors: this.#changed,
      news: [...this.#changed.values()]
        .filter((sensor) => this.#isNews(sensor))
        .map(({ id }) => id),
      incidents: {
        opened: [...this.#opened.values()],
        closed: this.#closed,
        flapping: Array.from(this.#flapping, ([id, flapping]) => ({ id, flapping })),
        events: this.#events,
      },
      runs: this.#runs,
    };
  }

  #isNews(after: WatchedSensor): boolean {
    const before = this.#world.sensors.get(after.id);
    if (before === undefined) return true;
    return (
      before.state.state !== after.state.state ||
      before.state.lastOk !== after.state.lastOk ||
      before.state.causeCode !== after.state.causeCode ||
      before.state.flapping !== after.state.flapping ||
      before.heldBecause !== after.heldBecause ||
      before.open?.id !== after.open?.id
    );
  }

  #keep(after: WatchedSensor): void {
    const before = this.#world.sensors.get(after.id);
    if (
      before !== undefined &&
      before.state === after.state &&
      before.heldBecause === after.heldBecause &&
      before.open === after.open
    ) {
      return;
    }
    this.#changed.set(after.id, after);
  }

  #parentOf(sensor: WatchedSensor): ParentView | null {
    if (sensor.parentId === null) return null;
    const parent = this.sensor(sensor.parentId) ?? this.#world.parents.get(sensor.parentId);
    if (parent === undefined) return null;
    return {
      name: parent.name,
      enabled: parent.enabled,
      intervalSec: parent.intervalSec,
      state: parent.state.state,
      stateSince: parent.state.stateSince,
      failures: parent.state.failures,
      lastCheckedAt: parent.state.lastCheckedAt,
    };
  }

  #open(
    sensor: WatchedSensor,
    decision: { openedAt: number; cause: string },
    at: number,
  ): OpenIncident {
    const id = this.#newId();
    this.#opened.set(id, {
      id,
      kind: "sensor",
      subjectId: sensor.id,
      subjectName: sensor.name,
      cause: decision.cause,
      openedAt: decision.openedAt,
      closedAt: null,
      flapping: sensor.state.flapping,
      backfilled: this.#now - at > lateAfterMs,
    });
    this.#runs.push({
      incidentId: id,
      sensorId: sensor.id,
      ok: false,
      fromAt: sensor.state.firstFailureAt ?? decision.openedAt,
      toAt: sensor.state.lastCheckedAt ?? at,
    });
    const { failures } = sensor.state;
    const confirmed = failures === 1 ? "one failed check" : `${failures} failed checks in a row`;
    const waited = sensor.heldBecause === null ? "" : ` (until now: ${sensor.heldBecause})`;
    this.#tell(id, at, "opened", `${decision.cause}; confirmed by ${confirmed}${waited}`);
    return {
      id,
      openedAt: decision.openedAt,
      cause: decision.cause,
      flapping: sensor.state.flapping,
    };
  }

  #close(sensor: WatchedSensor, closedAt: number, at: number): void {
    const open = sensor.open;
    if (open === null) return;
    const fresh = this.#opened.get(open.id);
    if (fresh === undefined) this.#closed.push({ id: open.id, closedAt });
    else this.#opened.set(open.id, { ...fresh, closedAt });
    this.#runs.push({
      incidentId: open.id,
      sensorId: sensor.id,
      ok: true,
      fromAt: sensor.state.firstSuccessAt ?? closedAt,
      toAt: sensor.state.lastCheckedAt ?? at,
    });
    this.#tell(
      open.id,
      at,
      "closed",
      `recovered; confirmed by ${sensor.state.successes} good checks in a row`,
    );
  }

  #flap(sensor: WatchedSensor, flapping: boolean, at: number): OpenIncident | null {
    const open = sensor.open;
    if (open === null) return null;
    const fresh = this.#opened.get(open.id);
    if (fresh === undefined) this.#flapping.set(open.id, flapping);
    else this.#opened.set(open.id, { ...fresh, flapping });
    if (flapping)
      this.#tell(
        open.id,
        at,
        "flapping_started",
        "the sensor flaps: its incident stays open until it has calmed down",
      );
    else this.#tell(open.id, at, "flapping_ended", "the sensor has calmed down");
    return { ...open, flapping };
  }

  #tell(incidentId: string, at: number, kind: IncidentEvent["kind"], text: string): void {
    this.#events.push({ incidentId, at, kind, text });
  }
}
