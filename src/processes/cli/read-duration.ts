import { InvalidArgumentError } from "commander";

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Reads `30m`, `24h` or `7d`, in milliseconds. @throws InvalidArgumentError */
export function readDuration(text: string): number {
  const [, digits, unit] = /^(\d{1,9})([mhd])$/.exec(text) ?? [];
  if (digits !== undefined && (unit === "m" || unit === "h" || unit === "d")) {
    return Number(digits) * unitMs[unit];
  }
  throw new InvalidArgumentError("It must be a number of minutes, hours or days: 30m, 24h, 7d.");
}
