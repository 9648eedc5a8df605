import { isDeepStrictEqual } from "node:util";
import { type Due, DueQueue } from "#lib/due-queue";
import type { AssignedSensor } from "#wire/collector.v1";
import {
  type Confirmation,
  alreadyPolled,
  isUnconfirmed,
  newlyAssigned,
  nextConfirmation,
  recheckAfterMs,
} from "./confirmation.ts";
import { nextOnGrid, placeOf } from "./phase.ts";

/** One sensor on the schedule. */
interface Task extends Due {
  sensor: AssignedSensor;
  /** The collector (one enrolment) that it is assigned to. */
  readonly owner: string;
  readonly place: number;
  confirmation: Confirmation;
  /** Somebody asked for a check that began after now: it is made as soon as the one under way has ended. */
  isWanted: boolean;
  /** The check under way; `null`: none that still counts. */
  run: Run | null;
  lastAt: number;
}

/** One check to be made now. */
export interface Run {
  readonly task: object;
  readonly owner: string;
  readonly sensor: AssignedSensor;
  /** When it began, whole Unix epoch milliseconds; later for each run of a sensor. */
  readonly at: number;
  /** How late it began. */
  readonly lagMs: number;
  readonly timeoutMs: number;
  /** Somebody asked for it. */
  readonly isWanted: boolean;
}

/** Checks end by then, and never reach into the next interval. */
const longestCheckMs = 10_000;
const shareOfInterval = 0.8;
/** First checks of new sensors are spread over a second, and over more when there are many: 250 a second. */
const soonMs = 1000;
const soonMsEach = 4;

/**
 * Decides which sensor is checked when. It has no clock and no timer: every call is told the time, in milliseconds.
 *
 * A sensor is checked at its place in its interval; soon after it was assigned; and soon again while an outcome is to be
 * confirmed. It never overlaps itself. When more is due than may be under way, the longest due goes first.
 */
export class Schedule {
  readonly #maxInFlight: number;
  readonly #tasks = new Map<string, Task>();
  readonly #queue = new DueQueue<Task>();
  #inFlight = 0;

  constructor(options: { maxInFlight: number }) {
    this.#maxInFlight = options.maxInFlight;
  }

  get sensors(): number {
    return this.#tasks.size;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  countOf(owner: string): number {
    let count = 0;
    for (const task of this.#tasks.values()) if (task.owner === owner) count++;
    return count;
  }

  /** When the next check is due; `null` when none is, or when as many are under way as may be. */
  nextDueAt(): number | null {
    if (this.#inFlight >= this.#maxInFlight) return null;
    return this.#queue.first()?.dueAt ?? null;
  }

  /**
   * Adds sensors and changes known ones, without touching any other. A new target or setting counts from nothing and is
   * checked soon; what the old one answers no longer counts.
   *
   * @param first when new sensors are first checked: `soon`, or in their place (`inPlace`) when they were probably polled
   * before this process started, so that a restart is no burst.
   */
  assign(
    owner: string,
    sensors: readonly AssignedSensor[],
    first: "soon" | "inPlace",
    now: number,
  ): void {
    const spreadMs = Math.max(soonMs, sensors.length * soonMsEach);
    for (const sensor of sensors) {
      const known = this.#tasks.get(sensor.id);
      if (known !== undefined && known.owner === owner) this.#change(known, sensor, spreadMs, now);
      else this.#add(owner, sensor, first === "soon" ? spreadMs : null, now);
    }
  }

  /** Stops sensors at once; what their checks under way answer no longer counts. */
  unassign(owner: string, ids: Iterable<string>): void {
    for (const id of ids) {
      const task = this.#tasks.get(id);
      if (task === undefined || task.owner !== owner) continue;
      this.#remove(task);
    }
  }

  /** Stops all sensors of an owner but those. */
  retain(owner: string, ids: ReadonlySet<string>): void {
    for (const [id, task] of this.#tasks) {
      if (task.owner === owner && !ids.has(id)) this.#remove(task);
    }
  }

  /** What is to be started now, longest due first. Each run must be given to {@link finish} some time. */
  start(now: number): Run[] {
    const runs: Run[] = [];
    for (;;) {
      const task = this.#queue.first();
      if (task === undefined || task.dueAt > now || this.#inFlight >= this.#maxInFlight) break;
      this.#queue.remove(task);
      this.#inFlight++;
      task.lastAt = laterThan(task.lastAt, now);
      task.run = {
        task,
        owner: task.owner,
        sensor: task.sensor,
        at: task.lastAt,
        lagMs: now - task.dueAt,
        timeoutMs: Math.min(longestCheckMs, shareOfInterval * intervalMsOf(task)),
        isWanted: task.isWanted,
      };
      task.isWanted = false;
      runs.push(task.run);
    }
    return runs;
  }

  /**
   * Ends a run and plans the next.
   *
   * @param ok `null`: nothing was learnt about the sensor.
   * @returns false when its outcome no longer counts: the sensor was removed, moved or asks something else now.
   */
  finish(run: Run, ok: boolean | null, now: number): boolean {
    this.#inFlight--;
    const task = this.#tasks.get(run.sensor.id);
    if (task === undefined || task.run !== run) return false;
    task.run = null;
    if (ok !== null) task.confirmation = nextConfirmation(task.confirmation, ok, task.sensor);
    const intervalMs = intervalMsOf(task);
    const soonAfterMs = recheckAfterMs(intervalMs);
    const isSoon = ok !== null && isUnconfirmed(task.confirmation) && soonAfterMs < intervalMs;
    // Back in its place, but not right after an extra check.
    const after = Math.max(now, run.at + intervalMs / 4);
    const dueAt = isSoon
      ? Math.max(now, run.at + soonAfterMs)
      : nextOnGrid(task.place, intervalMs, after);
    this.#queue.put(task, task.isWanted ? now : dueAt);
    return true;
  }

  /**
   * Has a sensor checked once more, now or right after the check under way; then it is back in its place.
   *
   * @returns false when the owner has no such sensor.
   */
  want(owner: string, id: string, now: number): boolean {
    const task = this.#tasks.get(id);
    if (task === undefined || task.owner !== owner) return false;
    task.isWanted = true;
    if (task.run === null) this.#queue.put(task, now);
    return true;
  }

  /** Puts every waiting sensor back in its place: after the clock jumped, or the process stood still for a while. */
  replan(now: number): void {
    for (const task of this.#tasks.values()) {
      if (task.run !== null) continue;
      if (task.isWanted) this.#queue.put(task, now);
      else this.#putInPlace(task, now);
    }
  }

  #add(owner: string, sensor: AssignedSensor, spreadMs: number | null, now: number): void {
    const known = this.#tasks.get(sensor.id);
    if (known !== undefined) this.#remove(known);
    const task: Task = {
      sensor,
      owner,
      place: placeOf(sensor.id),
      confirmation: spreadMs === null ? alreadyPolled : newlyAssigned,
      isWanted: false,
      run: null,
      lastAt: known?.lastAt ?? 0,
      dueAt: 0,
      queueIndex: -1,
    };
    this.#tasks.set(sensor.id, task);
    if (spreadMs === null) this.#putInPlace(task, now);
    else this.#putSoon(task, spreadMs, now);
  }

  #change(task: Task, sensor: AssignedSensor, spreadMs: number, now: number): void {
    const isSameSpec = isDeepStrictEqual(task.sensor.spec, sensor.spec);
    const isSameInterval = task.sensor.intervalSec === sensor.intervalSec;
    task.sensor = sensor;
    if (!isSameSpec) {
      task.run = null;
      task.confirmation = newlyAssigned;
      this.#putSoon(task, spreadMs, now);
    } else if (!isSameInterval && task.run === null && !task.isWanted) {
      this.#putInPlace(task, now);
    }
  }

  #remove(task: Task): void {
    task.run = null;
    this.#queue.remove(task);
    this.#tasks.delete(task.sensor.id);
  }

  #putInPlace(task: Task, now: number): void {
    this.#queue.put(task, nextOnGrid(task.place, intervalMsOf(task), now));
  }

  #putSoon(task: Task, spreadMs: number, now: number): void {
    this.#queue.put(task, now + task.place * Math.min(spreadMs, intervalMsOf(task)));
  }
}

function intervalMsOf(task: Task): number {
  return task.sensor.intervalSec * 1000;
}

/** Whole milliseconds; after the last unless the clock was set back far. */
function laterThan(last: number, now: number): number {
  const at = Math.floor(now);
  return at > last || last - at > 1000 ? at : last + 1;
}
