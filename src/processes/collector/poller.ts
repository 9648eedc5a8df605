import type { CheckOutcome } from "#engines/check-types";
import type { Logger } from "#lib/logger";
import { createRollingPercentile } from "#lib/rolling-percentile";
import type { AssignedSensor, CheckResult } from "#wire/collector.v1";
import type { Engines } from "./engine-sets.ts";
import { type Run, Schedule } from "./schedule.ts";
import type { UplinkWatch } from "./uplink-watch.ts";
import { wireResult } from "./wire-result.ts";

/** Where a collector's checks are made and where its results go. */
export interface PollerOwner {
  engines: Engines;
  deliver: (result: CheckResult) => void;
}

export interface PollerOptions {
  /** The server's time, milliseconds. */
  now: () => number;
  /** Milliseconds that only ever grow. */
  monotonic: () => number;
  uplink: UplinkWatch;
  maxInFlight: number;
  log: Logger;
}

/** How the polling goes, over the last minute. */
export interface PollerStatus {
  sensors: number;
  inFlight: number;
  lagP99Ms: number;
  checksPerSec: number;
}

/** Makes the checks of all collectors of this process, when they are due. */
export interface Poller {
  /** Sets or replaces where the owner's checks are made. */
  setOwner(id: string, owner: PollerOwner): void;
  assign(ownerId: string, sensors: readonly AssignedSensor[], first: "soon" | "inPlace"): void;
  unassign(ownerId: string, sensorIds: readonly string[]): void;
  /** Drops the owner's sensors but those. */
  retain(ownerId: string, sensorIds: ReadonlySet<string>): void;
  /**
   * Makes an extra check of a sensor at once. Its result is delivered as any other.
   *
   * @returns the same result; `null` when the owner has no such sensor, or loses it meanwhile.
   */
  checkNow(ownerId: string, sensorId: string): Promise<CheckResult | null>;
  status(): PollerStatus;
  sensorsOf(ownerId: string): number;
  /** Starts no more checks. What those under way find is dropped. */
  stop(): void;
}

/**
 * Starts are gathered this long. What costs most at some hundred checks a second is waking up: measured with 10,000 sensors
 * every 30 s, 50 ms takes a third off the CPU time of 10 ms, and adds half a millisecond to the times of tcp and http.
 */
const tickMs = 50;
/** Even with nothing due, the clock is looked at this often. */
const longestSleepMs = 1000;
/** A process that slept, or whose clock was corrected, by more than this makes a new plan instead of catching up. */
const jumpMs = 5000;
const windowMs = 60_000;

export function createPoller(options: PollerOptions): Poller {
  const { now, monotonic, uplink, maxInFlight, log } = options;
  const schedule = new Schedule({ maxInFlight });
  const owners = new Map<string, PollerOwner>();
  const waiting = createWaiting();
  const lag = createRollingPercentile(windowMs);
  const startedAt = monotonic();
  let timer: NodeJS.Timeout | undefined;
  let wakeAt = Number.POSITIVE_INFINITY;
  let lastLook = { mono: startedAt, server: now() };
  let stopped = false;

  /** After a jump of either clock nobody should catch up with what was missed. */
  function noticeJumps(): void {
    const look = { mono: monotonic(), server: now() };
    const stoodStillMs = look.mono - lastLook.mono;
    const correctedMs = look.server - lastLook.server - stoodStillMs;
    lastLook = look;
    if (stoodStillMs < jumpMs && Math.abs(correctedMs) < jumpMs) return;
    log.warn({ stoodStillMs, correctedMs }, "time jumped: the checks are planned anew");
    schedule.replan(look.server);
  }

  function pump(): void {
    timer = undefined;
    wakeAt = Number.POSITIVE_INFINITY;
    if (stopped) return;
    noticeJumps();
    for (const run of schedule.start(now())) start(run);
    sleep();
  }

  function sleep(): void {
    if (stopped) return;
    const dueAt = schedule.nextDueAt();
    const forMs = dueAt === null ? longestSleepMs : Math.min(longestSleepMs, dueAt - now());
    const at = monotonic() + Math.max(tickMs, forMs);
    if (timer !== undefined && wakeAt <= at) return;
    clearTimeout(timer);
    wakeAt = at;
    timer = setTimeout(pump, at - monotonic());
  }

  function start(run: Run): void {
    lag.add(run.lagMs, monotonic());
    const owner = owners.get(run.owner);
    if (owner === undefined) throw new Error(`sensors of the unknown collector ${run.owner}`);
    // The engines promise to settle by the deadline and never to reject.
    void owner.engines
      .check(run.sensor.spec, { timeoutMs: run.timeoutMs })
      .then((outcome) => finish(run, outcome));
  }

  function finish(run: Run, outcome: CheckOutcome): void {
    if (stopped) return;
    const { id } = run.sensor;
    const owner = owners.get(run.owner);
    const learnt = outcome.ok || !uplink.isBroken ? outcome.ok : null;
    if (schedule.finish(run, learnt, now()) && owner !== undefined) {
      uplink.saw(id, outcome.ok);
      const result = wireResult(id, run.at, outcome);
      const deliver = (delivered: CheckResult): void => {
        owner.deliver(delivered);
        if (run.isWanted) waiting.settle(id, delivered);
      };
      if (outcome.ok) deliver(result);
      else uplink.judge(run.at, (withheld) => deliver(withheld ? { ...result, withheld } : result));
    } else if (run.isWanted && !schedule.want(run.owner, id, now())) {
      // Otherwise it asks something else now: whoever waits wants to know what comes of that.
      waiting.settle(id, null);
    }
    sleep();
  }

  function changed(change: () => void): void {
    change();
    sleep();
  }

  return {
    setOwner: (id, owner) => void owners.set(id, owner),
    assign: (owner, sensors, first) => changed(() => schedule.assign(owner, sensors, first, now())),
    unassign(owner, sensorIds) {
      for (const id of sensorIds) uplink.forget(id);
      for (const id of sensorIds) waiting.settle(id, null);
      changed(() => schedule.unassign(owner, sensorIds));
    },
    retain: (owner, sensorIds) => changed(() => schedule.retain(owner, sensorIds)),
    async checkNow(owner, sensorId) {
      if (!schedule.want(owner, sensorId, now())) return null;
      sleep();
      return waiting.wait(sensorId);
    },
    status() {
      const at = monotonic();
      const overMs = Math.min(windowMs, Math.max(1000, at - startedAt));
      return {
        sensors: schedule.sensors,
        inFlight: schedule.inFlight,
        lagP99Ms: Math.round(lag.percentile(0.99, at) * 10) / 10,
        checksPerSec: Math.round((lag.count(at) / overMs) * 10_000) / 10,
      };
    },
    sensorsOf: (owner) => schedule.countOf(owner),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Those who asked for a check, by sensor. */
function createWaiting() {
  const bySensor = new Map<string, ((result: CheckResult | null) => void)[]>();
  return {
    async wait(sensorId: string): Promise<CheckResult | null> {
      const { promise, resolve } = Promise.withResolvers<CheckResult | null>();
      bySensor.set(sensorId, [...(bySensor.get(sensorId) ?? []), resolve]);
      return promise;
    },
    settle(sensorId: string, result: CheckResult | null): void {
      const all = bySensor.get(sensorId) ?? [];
      bySensor.delete(sensorId);
      for (const settle of all) settle(result);
    },
  };
}
