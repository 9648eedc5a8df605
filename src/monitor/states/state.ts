import type { CheckResult } from "#wire/collector.v1";
import { nextFlapping, pushChange } from "./flapping.ts";

/** The current opinion of one sensor: one row. Times are Unix epoch milliseconds. */
export interface SensorState {
  readonly state: "up" | "down" | null;
  readonly stateSince: number | null;
  readonly lastCheckedAt: number | null;
  readonly latencyMs: number | null;
  readonly httpStatus: number | null;
  readonly certDaysLeft: number | null;
  readonly lossPercent: number | null;
  readonly jitterMs: number | null;
  readonly detail: CheckResult["detail"] | null;
  /** Of the last check, when it failed. */
  readonly cause: string | null;
  readonly causeCode: string | null;
  /** Failed checks in a row, and when the first of them began. */
  readonly failures: number;
  readonly firstFailureAt: number | null;
  /** Good checks in a row, and when the first of them began. */
  readonly successes: number;
  readonly firstSuccessAt: number | null;
  readonly changeBits: number;
  readonly lastOk: boolean | null;
  readonly flapping: boolean;
}

/** When a sensor is believed: failed checks in a row before `down`, good ones before `up`. */
export interface StatePolicy {
  readonly failuresBeforeDown: number;
  readonly successesBeforeUp: number;
}

export const unknownState: SensorState = Object.freeze({
  state: null,
  stateSince: null,
  lastCheckedAt: null,
  latencyMs: null,
  httpStatus: null,
  certDaysLeft: null,
  lossPercent: null,
  jitterMs: null,
  detail: null,
  cause: null,
  causeCode: null,
  failures: 0,
  firstFailureAt: null,
  successes: 0,
  firstSuccessAt: null,
  changeBits: 0,
  lastOk: null,
  flapping: false,
});

/** Counting stops here: a row need not grow with an outage. */
const countLimit = 1_000_000;

/**
 * The opinion after one more result. A result that is not newer than the last one (a duplicate, a late one), and one
 * that its collector withheld because its own uplink was broken, change nothing: the same object comes back.
 */
export function nextState(
  before: SensorState,
  result: CheckResult,
  policy: StatePolicy,
): SensorState {
  if (before.lastCheckedAt !== null && result.at <= before.lastCheckedAt) return before;
  if (result.withheld === true) return before;

  const ok = result.ok;
  const failures = ok ? 0 : Math.min(before.failures + 1, countLimit);
  const successes = ok ? Math.min(before.successes + 1, countLimit) : 0;
  const firstFailureAt = ok ? null : (before.firstFailureAt ?? result.at);
  const firstSuccessAt = ok ? (before.firstSuccessAt ?? result.at) : null;
  const changeBits = pushChange(before.changeBits, before.lastOk !== null && before.lastOk !== ok);

  let { state, stateSince } = before;
  if (!ok && state !== "down" && failures >= policy.failuresBeforeDown) {
    state = "down";
    stateSince = firstFailureAt;
  } else if (ok && state !== "up" && successes >= policy.successesBeforeUp) {
    state = "up";
    stateSince = firstSuccessAt;
  }

  return {
    state,
    stateSince,
    lastCheckedAt: result.at,
    latencyMs: result.latencyMs ?? null,
    httpStatus: result.httpStatus ?? null,
    // A check that never reached the handshake says nothing about the certificate: what was known stays.
    certDaysLeft: result.certDaysLeft ?? (ok ? null : before.certDaysLeft),
    lossPercent: result.lossPercent ?? null,
    jitterMs: result.jitterMs ?? null,
    detail: result.detail ?? null,
    cause: ok ? null : (result.cause ?? "the check failed without saying why"),
    causeCode: ok ? null : (result.causeCode ?? "internal"),
    failures,
    firstFailureAt,
    successes,
    firstSuccessAt,
    changeBits,
    lastOk: ok,
    flapping: nextFlapping(before.flapping, changeBits),
  };
}

/** A sensor that is polled anew (enabled again, a new target): it counts from nothing, and keeps its last known values. */
export function restartedState(before: SensorState): SensorState {
  return {
    ...before,
    failures: 0,
    firstFailureAt: null,
    successes: 0,
    firstSuccessAt: null,
    changeBits: 0,
    lastOk: null,
    flapping: false,
  };
}
