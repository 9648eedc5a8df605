import { type ImportProgress, feedTitles } from "#exposure/feeds";

/** A line this often, so that long work is seen to go on and a log of it stays short. */
const everyMs = 2_000;

/**
 * Tells how far an import is.
 *
 * @param note prints a line for the person.
 */
export function feedProgress(note: (line: string) => void): (progress: ImportProgress) => void {
  let toldAt = performance.now();
  let path = "";
  let beganAt = toldAt;
  return (progress) => {
    const now = performance.now();
    if (progress.path !== path) {
      ({ path } = progress);
      beganAt = now;
    }
    const title = feedTitles[progress.feed];
    if (progress.stage === "finishing") {
      if (now - toldAt > everyMs) note(`${title}: building indexes`);
      return;
    }
    if (now - toldAt < everyMs) return;
    toldAt = now;
    const rate = Math.round(progress.records / Math.max(0.001, (now - beganAt) / 1000));
    note(`${title}: ${progress.records} records of ${path}, ${rate}/s`);
  };
}
