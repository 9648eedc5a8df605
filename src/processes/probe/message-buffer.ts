import type { ProbeMessage } from "#wire/probe.v1";

/** Where batches go. */
export interface MessageBufferOptions {
  /** Keeps a batch: the messages' JSON texts with commas between them. */
  append: (messagesJson: string, messages: number) => Promise<void>;
  onError: (error: unknown) => void;
}

/**
 * Gathers messages for at most a second, so that they are kept and sent by the batch: a network of silent hosts reports
 * thousands of them a second. What a crash takes from here, the next attempt at the run finds out again.
 */
export interface MessageBuffer {
  /** Fulfils at once, or, when much waits for the disk, as soon as there is room. */
  add(message: ProbeMessage): Promise<void>;
  /** Hands on what there is. Fulfils when all that was added before is kept. */
  flush(): Promise<void>;
  /** Messages that are not kept yet. */
  readonly waiting: number;
}

const longestMs = 1000;
/** Fewer than the server takes at once. */
const mostMessages = 200;
const mostBytes = 1024 * 1024;

/** Gathers messages until there are enough of them, or they have waited long enough. */
export function createMessageBuffer({ append, onError }: MessageBufferOptions): MessageBuffer {
  let texts: string[] = [];
  let bytes = 0;
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;
  let kept: Promise<void> = Promise.resolve();

  function handOn(): void {
    clearTimeout(timer);
    timer = undefined;
    if (texts.length === 0) return;
    const json = texts.join(",");
    const count = texts.length;
    texts = [];
    bytes = 0;
    kept = kept
      .then(() => append(json, count))
      .catch(onError)
      .finally(() => (waiting -= count));
  }

  return {
    async add(message) {
      const json = JSON.stringify(message);
      texts.push(json);
      waiting++;
      bytes += Buffer.byteLength(json);
      if (texts.length >= mostMessages || bytes >= mostBytes) {
        const before = kept;
        handOn();
        await before;
      } else {
        timer ??= setTimeout(handOn, longestMs);
      }
    },
    async flush() {
      handOn();
      await kept;
    },
    get waiting() {
      return waiting;
    },
  };
}
