/** Lets a few through at once; the others wait in their order. */
export interface Turnstile {
  /**
   * Waits for a place.
   *
   * @param key at most `perKey` of the same key are inside at once.
   * @returns gives the place back; to be called once.
   */
  enter(key: string): Promise<() => void>;
}

interface Waiting {
  key: string;
  admit: () => void;
}

/** @param limits how many may be inside: altogether, and of one key. */
export function createTurnstile(limits: { total: number; perKey: number }): Turnstile {
  const inside = new Map<string, number>();
  const waiting: Waiting[] = [];
  let total = 0;

  function admitWhoMay(): void {
    for (let i = 0; i < waiting.length && total < limits.total;) {
      const next = waiting[i];
      if (next === undefined || (inside.get(next.key) ?? 0) >= limits.perKey) {
        i++;
        continue;
      }
      waiting.splice(i, 1);
      total++;
      inside.set(next.key, (inside.get(next.key) ?? 0) + 1);
      next.admit();
    }
  }

  function leave(key: string): void {
    total--;
    const left = (inside.get(key) ?? 0) - 1;
    if (left > 0) inside.set(key, left);
    else inside.delete(key);
    admitWhoMay();
  }

  return {
    enter: (key) =>
      new Promise((resolve) => {
        waiting.push({ key, admit: () => resolve(() => leave(key)) });
        admitWhoMay();
      }),
  };
}
