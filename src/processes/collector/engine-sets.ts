import type { CheckContext, CheckOutcome, CheckSpec, SnmpSettings } from "#engines/check-types";
import type { SnmpDiscovery } from "#engines/checks";
import { type TargetGuard, createTargetGuard } from "#remote/targets";
import type { Assignment } from "#wire/collector.v1";

/** The engines of all types behind one function, under one rule for targets. */
export interface Engines {
  check(spec: CheckSpec, context: CheckContext): Promise<CheckOutcome>;
  /** @throws SnmpFailure with a sentence for people. */
  discover(target: string, settings: SnmpSettings, context: CheckContext): Promise<SnmpDiscovery>;
  close(): Promise<void>;
}

interface EngineSet {
  engines: Engines;
  users: number;
  closing: NodeJS.Timeout | undefined;
}

/** Longer than any check: engines that end while they ask would call the target down. */
const lingerMs = 15_000;

/** Engines by the target lists under which they ask. Collectors with the same lists, mostly none, share one set. */
export class EngineSets {
  readonly #create: (permit: TargetGuard) => Engines;
  readonly #sets = new Map<string, EngineSet>();

  constructor(create: (permit: TargetGuard) => Engines) {
    this.#create = create;
  }

  /** Engines under these lists. Give them back with `release`; then what they are asking still ends as it should. */
  take(lists: Assignment["targets"]): { engines: Engines; release: () => void } {
    const key = JSON.stringify([lists.allow, lists.deny]);
    const known = this.#sets.get(key);
    const fresh = () => ({
      engines: this.#create(createTargetGuard({ ...lists, part: "collector", metadata: "named" })),
      users: 0,
    });
    const set: EngineSet = known ?? { ...fresh(), closing: undefined };
    this.#sets.set(key, set);
    set.users++;
    clearTimeout(set.closing);
    let released = false;
    return {
      engines: set.engines,
      release: () => {
        if (released) return;
        released = true;
        set.users--;
        if (set.users > 0) return;
        set.closing = setTimeout(() => {
          this.#sets.delete(key);
          void set.engines.close();
        }, lingerMs);
      },
    };
  }

  /** Ends all of them now: nobody waits for what they are asking. */
  async close(): Promise<void> {
    const sets = [...this.#sets.values()];
    this.#sets.clear();
    for (const { closing } of sets) clearTimeout(closing);
    await Promise.all(sets.map(({ engines }) => engines.close()));
  }
}
