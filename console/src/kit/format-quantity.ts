import { language } from "../text/text.ts";

const figures = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
const percents = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });

/** A number in as many digits as one can take in at a glance: `0.254`, `12.3`, `1,230`. */
export function formatFigure(value: number): string {
  return figures.format(value);
}

/** `0.25 ms`, `123 ms`, `4.21 s`. */
export function formatMs(ms: number): string {
  return ms >= 1000 ? `${figures.format(ms / 1000)} s` : `${figures.format(ms)} ms`;
}

/** 0 to 100: `12.3 %`. */
export function formatPercent(percent: number): string {
  return `${percents.format(percent)} %`;
}

/** An availability: never rounded up to 100 %, because that says that nothing happened. */
export function formatUptime(percent: number): string {
  if (percent === 100) return "100 %";
  return `${(Math.floor(percent * 1000) / 1000).toFixed(3)} %`;
}

const bitUnits = ["bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s"];
const byteUnits = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

/** Traffic and speeds, in powers of 1000 as network people count: `1.2 Gbit/s`. */
export function formatBits(bps: number): string {
  return scaled(bps, 1000, bitUnits);
}

/** Memory and disks, in powers of 1024: `7.6 GiB`. */
export function formatBytes(bytes: number): string {
  return scaled(bytes, 1024, byteUnits);
}

function scaled(value: number, base: number, units: readonly string[]): string {
  let rest = value;
  let place = 0;
  while (Math.abs(rest) >= base && place < units.length - 1) {
    rest /= base;
    place += 1;
  }
  return `${figures.format(rest)} ${units[place] ?? ""}`;
}
