/** Work that is queued or running, as a check-in of the remote part that is to do it finds it. */
export interface OpenWork {
  id: string;
  state: "queued" | "running";
  stopRequested: boolean;
}

/** Work that the remote part speaks of and that is not open. */
export interface ClosedWork {
  id: string;
  state: "completed" | "failed" | "stopped";
  /** The server ended it, not the remote part. */
  abandoned: boolean;
  /** There is open work now that took its place. */
  hasSuccessor: boolean;
}

/** What a check-in leads to. All are ids but for `hand`. */
export interface CheckInDecision<Work> {
  /** To be handed out: for the first time, or once more since they were lost. */
  hand: readonly Work[];
  /** To be stopped by the remote part. */
  stop: readonly string[];
  /** To be ended as stopped: the remote part has nothing of them, and they were not wanted any more. */
  endStopped: readonly string[];
  /** To be ended as failed: handed out in vain too often. */
  giveUp: readonly string[];
  /** Given up while the remote part was silent, and alive: they run on. */
  revive: readonly string[];
}

/** A remote part carries out one piece of work after another; what waits is still queued, not running. */
const inHandAtOnce = 1;

/**
 * Decides what a check-in means for the work of a remote part.
 *
 * @param known.open its queued and running work, the oldest first.
 * @param known.holding what it is working on, or still has messages of.
 * @param known.closed what became of that in `holding` that is not open; what is missing is gone for good.
 * @param mayHandAgain whether work that was lost may be handed out once more.
 */
export function decideCheckIn<Work extends OpenWork>(
  known: {
    open: readonly Work[];
    holding: readonly string[];
    closed: readonly ClosedWork[];
  },
  mayHandAgain: (work: Work) => boolean,
): CheckInDecision<Work> {
  const { open, closed } = known;
  const held = new Set(known.holding);
  const lost = open.filter(({ id, state }) => state === "running" && !held.has(id));
  const wanted = lost.filter(({ stopRequested }) => !stopRequested);
  const again = wanted.filter(mayHandAgain);
  const revive = closed
    .filter((work) => work.state === "failed" && work.abandoned && !work.hasSuccessor)
    .map(idOf);
  // What ended by the remote part's own word is about to leave its hands: there is nothing to stop.
  const goesOn = new Set([
    ...open.filter(({ stopRequested }) => !stopRequested).map(idOf),
    ...closed.filter(({ abandoned }) => !abandoned).map(idOf),
    ...revive,
  ]);
  const room = inHandAtOnce - held.size - again.length;
  const fresh = open.filter(({ id, state }) => state === "queued" && !held.has(id));
  return {
    hand: [...again, ...fresh.slice(0, Math.max(0, room))],
    stop: [...held].filter((id) => !goesOn.has(id)),
    endStopped: lost.filter(({ stopRequested }) => stopRequested).map(idOf),
    giveUp: wanted.filter((work) => !mayHandAgain(work)).map(idOf),
    revive,
  };
}

/** Whether there is nothing to be saved. */
export function isNothingToSave({
  hand,
  endStopped,
  giveUp,
  revive,
}: CheckInDecision<unknown>): boolean {
  return hand.length + endStopped.length + giveUp.length + revive.length === 0;
}

function idOf({ id }: { id: string }): string {
  return id;
}
