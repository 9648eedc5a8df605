import type { Logger } from "#lib/logger";
import { FailureShare, type UplinkEvidence, type UplinkFault, decideUplink } from "./uplink.ts";

/** Withholds failures that say nothing about the sensors, because the collector's own uplink is broken. */
export interface UplinkWatch {
  /** Every outcome, good or bad, when it is known. */
  saw(sensorId: string, ok: boolean): void;
  /** The sensor is no longer polled. */
  forget(sensorId: string): void;
  /**
   * Hands a failure on: at once while things look normal, otherwise when the uplink was examined.
   *
   * @param at when the check began, by {@link UplinkWatchOptions.now}.
   */
  judge(at: number, deliver: (withheld: boolean) => void): void;
  /** Whether the uplink was broken when it was last examined. */
  readonly isBroken: boolean;
  /** Hands on what still waits for a verdict, since the program ends. */
  settle(): void;
}

export interface UplinkWatchOptions {
  now: () => number;
  /** Looks at gateway and server; a few seconds at most. */
  examine: () => Promise<UplinkEvidence>;
  log: Logger;
}

/** A verdict holds this long while most sensors go on failing. */
const verdictLastsMs = 5000;
/** Most sensors fail "within a minute"; the short window notices a dead uplink before three failures in a row do. */
const windowsMs = [60_000, 10_000];

export function createUplinkWatch({ now, examine, log }: UplinkWatchOptions): UplinkWatch {
  const shares = windowsMs.map((windowMs) => new FailureShare(windowMs));
  const waiting: { at: number; deliver: (withheld: boolean) => void }[] = [];
  let fault: UplinkFault = null;
  let verdictAt = Number.NEGATIVE_INFINITY;
  let examining = false;
  /** Checks that began before the uplink was found whole again may have failed for its sake. */
  let brokenUntil = Number.NEGATIVE_INFINITY;

  const isWithheld = (at: number) => fault !== null || at < brokenUntil;

  function decide(found: UplinkFault): void {
    if (found !== null && found !== fault) {
      log.warn(
        { fault: found },
        "most sensors fail because of the uplink: their failures do not count",
      );
    }
    if (found === null && fault !== null) {
      brokenUntil = now();
      log.info({}, "the uplink is whole again: failures count");
    }
    fault = found;
    verdictAt = now();
  }

  const doMostFail = () => shares.some((share) => share.isMost(now()));

  function handOn(): void {
    for (const { at, deliver } of waiting.splice(0)) deliver(isWithheld(at));
  }

  async function look(): Promise<void> {
    examining = true;
    try {
      decide(decideUplink(await examine()));
    } catch (error) {
      log.error({ err: error }, "the uplink could not be examined: failures count");
      decide(null);
    } finally {
      examining = false;
      handOn();
    }
  }

  return {
    saw(sensorId, ok) {
      for (const share of shares) share.add(sensorId, ok, now());
      if (ok && fault !== null && !examining && !doMostFail()) decide(null);
    },
    forget(sensorId) {
      for (const share of shares) share.forget(sensorId);
    },
    judge(at, deliver) {
      if (!doMostFail() && !examining) {
        if (fault !== null) decide(null);
        deliver(isWithheld(at));
        return;
      }
      if (!examining && now() - verdictAt < verdictLastsMs) {
        deliver(isWithheld(at));
        return;
      }
      waiting.push({ at, deliver });
      if (!examining) void look();
    },
    get isBroken() {
      return fault !== null;
    },
    settle: handOn,
  };
}
