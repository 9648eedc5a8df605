/** How far back a chart goes. */
export const seriesRanges = ["24h", "7d", "30d", "1y"] as const;
export type SeriesRange = (typeof seriesRanges)[number];

/** Where a chart's points come from: results as they came, or what is kept of them for longer. */
export type SeriesSource = "raw" | "5m" | "1h";
/** Of what was raw and is kept for longer. */
export type KeptSource = Exclude<SeriesSource, "raw">;

/** What is read for a chart; times are Unix epoch milliseconds. */
export interface SeriesPlan {
  range: SeriesRange;
  fromAt: number;
  toAt: number;
  /** Between two points: at most 750 of them. */
  stepMs: number;
  source: SeriesSource;
  /** From here on raw results are read, because what is kept of them is made when an hour has ended. */
  tailAt: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Length, step and source of each range. Raw results are kept for 48 hours, five minutes for 90 days, hours for 2 years
 * (see `timeSeries`), unless the installation says otherwise: what is not kept is a gap.
 */
const shapes: Readonly<
  Record<SeriesRange, { lengthMs: number; stepMs: number; source: SeriesSource }>
> = {
  "24h": { lengthMs: dayMs, stepMs: 2 * minuteMs, source: "raw" },
  "7d": { lengthMs: 7 * dayMs, stepMs: 15 * minuteMs, source: "5m" },
  "30d": { lengthMs: 30 * dayMs, stepMs: hourMs, source: "1h" },
  "1y": { lengthMs: 365 * dayMs, stepMs: 12 * hourMs, source: "1h" },
};

/** What to read for a chart that ends now. It begins at a whole step, so that its points stay where they are. */
export function planSeries(range: SeriesRange, now: number): SeriesPlan {
  const { lengthMs, stepMs, source } = shapes[range];
  const from = now - lengthMs;
  const fromAt = from - (from % stepMs);
  const tailAt = source === "raw" ? fromAt : Math.max(fromAt, now - (now % hourMs) - hourMs);
  return { range, fromAt, toAt: now, stepMs, source, tailAt };
}

/** How long a sensor may say nothing before it is a gap: more than twice its interval, and more than one step. */
export function longestPauseMs(intervalSec: number, stepMs: number): number {
  return Math.max(intervalSec * 2500, stepMs * 1.5);
}

/**
 * Puts an empty point where nothing was heard for longer than the pause, so that no line is drawn across it.
 *
 * @param points by time, ascending.
 * @param empty makes the point of a gap.
 */
export function withGaps<Point extends { at: number }>(
  points: readonly Point[],
  { stepMs, pauseMs }: { stepMs: number; pauseMs: number },
  empty: (at: number) => Point,
): Point[] {
  const all: Point[] = [];
  let last: Point | undefined;
  for (const point of points) {
    if (last !== undefined && point.at - last.at > pauseMs) all.push(empty(last.at + stepMs));
    all.push(point);
    last = point;
  }
  return all;
}
