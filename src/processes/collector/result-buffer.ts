import type { CheckResult } from "#wire/collector.v1";

export interface ResultBufferOptions {
  /** Keeps a batch: the results' JSON texts with commas between them. */
  append: (itemsJson: string, items: number, newestAt: number) => Promise<void>;
  onError: (error: unknown) => void;
}

/** Gathers results for at most a second, so that they are kept and sent by the batch. */
export interface ResultBuffer {
  add(result: CheckResult): void;
  /** Hands on what there is. Fulfils when all that was added before is kept. */
  flush(): Promise<void>;
}

const longestMs = 1000;
const mostResults = 1000;
/** Switches with many ports have large results. */
const mostCharacters = 4_000_000;

export function createResultBuffer({ append, onError }: ResultBufferOptions): ResultBuffer {
  let results: { at: number; json: string }[] = [];
  let characters = 0;
  let timer: NodeJS.Timeout | undefined;
  let kept: Promise<void> = Promise.resolve();

  function handOn(): void {
    clearTimeout(timer);
    timer = undefined;
    if (results.length === 0) return;
    // Checks end in another order than they began.
    const batch = results.toSorted((a, b) => a.at - b.at);
    results = [];
    characters = 0;
    const json = batch.map((result) => result.json).join(",");
    kept = kept.then(() => append(json, batch.length, batch.at(-1)?.at ?? 0)).catch(onError);
  }

  return {
    add(result) {
      const json = JSON.stringify(result);
      results.push({ at: result.at, json });
      characters += json.length;
      if (results.length >= mostResults || characters >= mostCharacters) handOn();
      else timer ??= setTimeout(handOn, longestMs);
    },
    async flush() {
      handOn();
      await kept;
    },
  };
}
