import type { CheckContext, CheckOutcome, CheckSpec } from "#engines/check-types";
import type { Assignment } from "#wire/collector.v1";
import { type TargetGuard, createTargetGuard } from "./target-guard.ts";

/** The engines of all types behind one function, under one rule for targets. */
export interface Engines {
  check(spec: CheckSpec, context: CheckContext): Promise<CheckOutcome>;
  close(): Promise<void>;
}

/** Engines by the target lists under which they ask. Collectors with the same lists, mostly none, share one set. */
export class EngineSets {
  readonly #create: (permit: TargetGuard) => Engines;
  readonly #sets = new Map<string, { engines: Engines; users: number }>();

  constructor(create: (permit: TargetGuard) => Engines) {
    this.#create = create;
  }

  /** Engines under these lists; give them back with `release`. */
  take(lists: Assignment["targets"]): { engines: Engines; release: () => Promise<void> } {
    const key = JSON.stringify([lists.allow, lists.deny]);
    const set = this.#sets.get(key) ?? {
      engines: this.#create(createTargetGuard(lists)),
      users: 0,
    };
    this.#sets.set(key, set);
    set.users++;
    let released = false;
    return {
      engines: set.engines,
      release: async () => {
        if (released) return;
        released = true;
        set.users--;
        if (set.users > 0) return;
        this.#sets.delete(key);
        await set.engines.close();
      },
    };
  }
}
