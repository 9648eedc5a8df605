/** Where progress is shown: stderr, or what stands for it in a test. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows how far something is: on a terminal in one line that changes, elsewhere in a line every few seconds. */
export interface ProgressLine {
  show(text: string): void;
  /** Takes the line away again, so that what follows has the screen. */
  end(): void;
}

/** Between two lines of a log, in milliseconds. */
const everyMs = 5_000;
/** Carriage return and "erase to the end of the line" (ECMA-48, EL). */
const startOver = "\r\u001b[K";

/** @param now Unix epoch milliseconds. */
export function createProgressLine(stream: ProgressStream, now: () => number): ProgressLine {
  let shown = "";
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(text) {
      if (text === shown) return;
      if (stream.isTTY === true) stream.write(`${startOver}${text}`);
      else if (now() - shownAt >= everyMs) stream.write(`${text}\n`);
      else return;
      shown = text;
      shownAt = now();
    },
    end() {
      if (stream.isTTY === true && shown !== "") stream.write(startOver);
    },
  };
}
