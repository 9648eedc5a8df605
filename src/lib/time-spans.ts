/** A stretch of time from `fromAt` up to, and without, `toAt`. */
export interface TimeSpan {
  readonly fromAt: number;
  readonly toAt: number;
}

/** The same time as spans in order that do not touch; empty ones are left out. */
export function unionOf(spans: readonly TimeSpan[]): TimeSpan[] {
  const all: TimeSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.fromAt - b.fromAt)) {
    if (span.toAt <= span.fromAt) continue;
    const last = all.at(-1);
    if (last === undefined || span.fromAt > last.toAt) all.push(span);
    else all[all.length - 1] = { fromAt: last.fromAt, toAt: Math.max(last.toAt, span.toAt) };
  }
  return all;
}

/** What of these spans lies in none of the others. */
export function without(spans: readonly TimeSpan[], others: readonly TimeSpan[]): TimeSpan[] {
  const holes = unionOf(others);
  return unionOf(spans).flatMap((span) => {
    const left: TimeSpan[] = [];
    let { fromAt } = span;
    for (const hole of holes) {
      if (hole.toAt <= fromAt) continue;
      if (hole.fromAt >= span.toAt) break;
      if (hole.fromAt > fromAt) left.push({ fromAt, toAt: hole.fromAt });
      fromAt = Math.max(fromAt, hole.toAt);
    }
    if (fromAt < span.toAt) left.push({ fromAt, toAt: span.toAt });
    return left;
  });
}

/** What of these spans lies in one of the others as well. */
export function within(spans: readonly TimeSpan[], others: readonly TimeSpan[]): TimeSpan[] {
  return without(spans, without(spans, others));
}

/** How long these spans are together, in their unit; time that several have counts once. */
export function lengthOf(spans: readonly TimeSpan[]): number {
  return unionOf(spans).reduce((total, { fromAt, toAt }) => total + toAt - fromAt, 0);
}
