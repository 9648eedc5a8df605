import { useSyncExternalStore } from "react";
import { language, t } from "../text/text.ts";

const exact = new Intl.DateTimeFormat(language, {
  dateStyle: "medium",
  timeStyle: "long",
  hourCycle: "h23",
});

const units = [
  ["duration.years", 365 * 86_400_000],
  ["duration.months", 30 * 86_400_000],
  ["duration.days", 86_400_000],
  ["duration.hours", 3_600_000],
  ["duration.minutes", 60_000],
  ["duration.seconds", 1_000],
] as const;

/** How long ago, or how soon, in one unit: `3 min ago`, `in 5 h`. */
function formatAgo(at: number, now: number): string {
  const size = Math.abs(at - now);
  const unit = units.find(([, ms]) => size >= ms);
  if (unit === undefined) return t("time.now");
  const [name, ms] = unit;
  const duration = t(name, { count: Math.floor(size / ms) });
  return t(at < now ? "time.ago" : "time.in", { duration });
}

/** The whole time in the viewer's zone. */
export function formatExact(at: number): string {
  return exact.format(at);
}

// One clock for all times on the page; it ticks only while one is shown.
const tickMs = 5_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = Math.max(now, Date.now());
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time now, to the tick of the page's clock. Epoch milliseconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/**
 * A time as how long ago it was, with the exact one in the viewer's zone on hover and for screen readers.
 *
 * @param exact the other way round: for what is read in its order, such as a timeline.
 */
export function Time({
  at,
  never = t("common.never"),
  exact: isExact = false,
}: {
  at: number | null;
  never?: string;
  exact?: boolean;
}) {
  const current = useNow();
  if (at === null) return never;
  const [shown, more] = isExact
    ? [formatExact(at), formatAgo(at, current)]
    : [formatAgo(at, current), formatExact(at)];
  return (
    <time dateTime={new Date(at).toISOString()} title={more}>
      {shown}
    </time>
  );
}
