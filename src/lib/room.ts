/** A bounded amount of something, such as memory, that is lent to many owners first come first served. */
export interface Room {
  /**
   * Takes so much of it when it is there: those who asked before come first, unless their owner has its share already.
   *
   * @returns what gives it back; `null`: `givenUp` was aborted before it was there.
   * @throws RangeError when it could never be there.
   */
  take(owner: string, amount: number, givenUp: AbortSignal): Promise<(() => void) | null>;
}

interface Waiting {
  readonly owner: string;
  readonly amount: number;
  readonly enter: () => void;
}

/** @param limits.perOwner what one owner may have of it at a time. */
export function createRoom({ total, perOwner }: { total: number; perOwner: number }): Room {
  const taken = new Map<string, number>();
  const queue = new Set<Waiting>();
  let free = total;

  const isWithinShare = ({ owner, amount }: Waiting): boolean =>
    (taken.get(owner) ?? 0) + amount <= perOwner;

  function admit(): void {
    for (const one of queue) {
      if (!isWithinShare(one)) continue;
      // Nobody behind it may pass: something large would wait for ever.
      if (one.amount > free) return;
      queue.delete(one);
      free -= one.amount;
      taken.set(one.owner, (taken.get(one.owner) ?? 0) + one.amount);
      one.enter();
    }
  }

  function giveBack({ owner, amount }: Waiting): void {
    free += amount;
    const left = (taken.get(owner) ?? 0) - amount;
    if (left > 0) taken.set(owner, left);
    else taken.delete(owner);
    admit();
  }

  return {
    async take(owner, amount, givenUp) {
      if (amount > Math.min(total, perOwner))
        throw new RangeError(`there is no room for ${amount}`);
      if (givenUp.aborted) return null;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const one: Waiting = { owner, amount, enter: () => resolve(true) };
      const leave = (): void => {
        if (!queue.delete(one)) return;
        resolve(false);
        // Those behind it may have waited for it alone.
        admit();
      };
      givenUp.addEventListener("abort", leave, { once: true });
      queue.add(one);
      admit();
      const entered = await promise;
      givenUp.removeEventListener("abort", leave);
      if (!entered) return null;
      let isBack = false;
      return () => {
        if (isBack) return;
        isBack = true;
        giveBack(one);
      };
    },
  };
}
