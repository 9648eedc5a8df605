import { Tooltip } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { language, t } from "../text/text.ts";

const exact = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "long" });
const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "narrow" });

const steps = [
  ["second", 1_000, 60_000],
  ["minute", 60_000, 3_600_000],
  ["hour", 3_600_000, 86_400_000],
  ["day", 86_400_000, 30 * 86_400_000],
  ["month", 30 * 86_400_000, 365 * 86_400_000],
  ["year", 365 * 86_400_000, Number.POSITIVE_INFINITY],
] as const;

/** How long ago, or how soon: `3m ago`, `yesterday`. */
function formatAgo(at: number, now: number): string {
  const difference = at - now;
  const size = Math.abs(difference);
  const [unit, ms] = steps.find(([, , below]) => size < below) ?? steps[5];
  return relative.format(Math.trunc(difference / ms), unit);
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
    <Tooltip label={more} openDelay={200}>
      <time dateTime={new Date(at).toISOString()} title={more}>
        {shown}
      </time>
    </Tooltip>
  );
}
