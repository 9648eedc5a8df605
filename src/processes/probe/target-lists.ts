import { type TargetGuard, createTargetGuard } from "#remote/targets";
import type { CheckInReply } from "#wire/probe.v1";

/** Which addresses one probe may touch, as its server said it last. */
export interface TargetLists {
  /** Sets the lists. They hold at once, also for work under way. */
  use(targets: CheckInReply["targets"]): void;
  /** Why an address must not be touched, as the end of a sentence; `null`: it may. */
  refuse(address: string): string | null;
  /** What was set last; `null`: nothing yet. */
  readonly lists: CheckInReply["targets"] | null;
  /** Aborted when other lists are set. Each time another signal. */
  readonly changed: AbortSignal;
}

/** Lists that forbid everything until the server has said what may be touched. */
export function createTargetLists(): TargetLists {
  let guard: TargetGuard = () => "the probe does not know yet what it may touch";
  let lists: CheckInReply["targets"] | null = null;
  let current = new AbortController();
  return {
    use(targets) {
      const { allow, deny } = targets;
      if (lists !== null && JSON.stringify(lists) === JSON.stringify({ allow, deny })) return;
      lists = { allow, deny };
      guard = createTargetGuard({ ...lists, part: "probe", metadata: "never" });
      const before = current;
      current = new AbortController();
      before.abort();
    },
    refuse: (address) => guard(address, ""),
    get lists() {
      return lists;
    },
    get changed() {
      return current.signal;
    },
  };
}
