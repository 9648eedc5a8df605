import { t } from "../text/text.ts";

const units = [
  ["duration.days", 86_400_000],
  ["duration.hours", 3_600_000],
  ["duration.minutes", 60_000],
  ["duration.seconds", 1000],
] as const;

/** How long something takes, in its two largest units: `3 h 12 min`. Milliseconds; below a second it is `0 s`. */
export function formatDuration(ms: number): string {
  const first = units.findIndex(([, size]) => ms >= size);
  if (first === -1) return t("duration.seconds", { count: 0 });
  const [[name, size], second] = [units[first] ?? units[3], units[first + 1]];
  const largest = t(name, { count: Math.floor(ms / size) });
  if (second === undefined) return largest;
  const rest = Math.floor((ms % size) / second[1]);
  return rest === 0 ? largest : `${largest} ${t(second[0], { count: rest })}`;
}
