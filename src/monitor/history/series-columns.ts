import type {
  CheckPoint,
  HostPoint,
  InterfacePoint,
  LatencyPercentiles,
} from "./series.queries.ts";

type Figure = number | null;

/** A column of a chart: it compresses better than points, and is what a chart wants. */
function column<Point>(points: readonly Point[], read: (point: Point) => Figure): Figure[] {
  return points.map((point) => rounded(read(point)));
}

/** Six digits are more than any of it is worth. */
function rounded(value: Figure): Figure {
  return value === null || Number.isInteger(value) ? value : Number(value.toPrecision(6));
}

export function checkColumns(points: readonly CheckPoint[]) {
  return {
    checks: column(points, ({ checks }) => checks),
    failed: column(points, ({ failed }) => failed),
    latencyMin: column(points, ({ latencyMin }) => latencyMin),
    latencyMean: column(points, ({ latencyMean }) => latencyMean),
    latencyMax: column(points, ({ latencyMax }) => latencyMax),
    latencyP50: column(points, ({ latencyP50 }) => latencyP50),
    latencyP95: column(points, ({ latencyP95 }) => latencyP95),
    latencyP99: column(points, ({ latencyP99 }) => latencyP99),
    lossMean: column(points, ({ lossMean }) => lossMean),
  };
}

export function interfaceColumns(points: readonly InterfacePoint[]) {
  return {
    inMean: column(points, ({ inMean }) => inMean),
    inMax: column(points, ({ inMax }) => inMax),
    inP95: column(points, ({ inP95 }) => inP95),
    outMean: column(points, ({ outMean }) => outMean),
    outMax: column(points, ({ outMax }) => outMax),
    outP95: column(points, ({ outP95 }) => outP95),
    errorsMean: column(points, ({ errorsMean }) => errorsMean),
    discardsMean: column(points, ({ discardsMean }) => discardsMean),
  };
}

export function hostColumns(points: readonly HostPoint[]) {
  return {
    percentMean: column(points, ({ percentMean }) => percentMean),
    percentMax: column(points, ({ percentMax }) => percentMax),
    usedMean: column(points, ({ usedMean }) => usedMean),
  };
}

/** A point of a gap: nothing was heard. */
export function noChecks(at: number): CheckPoint {
  return {
    at,
    checks: 0,
    failed: 0,
    latencyMin: null,
    latencyMean: null,
    latencyMax: null,
    latencyP50: null,
    latencyP95: null,
    latencyP99: null,
    lossMean: null,
  };
}

export function noTraffic(at: number): InterfacePoint {
  return {
    at,
    inMean: null,
    inMax: null,
    inP95: null,
    outMean: null,
    outMax: null,
    outP95: null,
    errorsMean: null,
    discardsMean: null,
  };
}

export function noReading(at: number): HostPoint {
  return { at, percentMean: null, percentMax: null, usedMean: null };
}

/** All of it in one figure each: means weigh by the number of checks. */
export function totalOf(points: readonly CheckPoint[], { p50, p95, p99 }: LatencyPercentiles) {
  const given = (read: (point: CheckPoint) => Figure) =>
    points.flatMap((point) => read(point) ?? []);
  return {
    checks: sum(points.map(({ checks }) => checks)),
    failed: sum(points.map(({ failed }) => failed)),
    latencyMin: ofSome(
      given(({ latencyMin }) => latencyMin),
      Math.min,
    ),
    latencyMean: weightedMean(points, ({ latencyMean }) => latencyMean),
    latencyMax: ofSome(
      given(({ latencyMax }) => latencyMax),
      Math.max,
    ),
    latencyP50: rounded(p50),
    latencyP95: rounded(p95),
    latencyP99: rounded(p99),
    lossMean: weightedMean(points, ({ lossMean }) => lossMean),
  };
}

function ofSome(values: readonly number[], pick: (...values: number[]) => number): Figure {
  return values.length === 0 ? null : rounded(pick(...values));
}

function weightedMean(points: readonly CheckPoint[], read: (point: CheckPoint) => Figure): Figure {
  const weight = sum(points.map((point) => (read(point) === null ? 0 : point.checks)));
  if (weight === 0) return null;
  return rounded(sum(points.map((point) => (read(point) ?? 0) * point.checks)) / weight);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
