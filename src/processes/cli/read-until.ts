import { InvalidArgumentError } from "commander";

const dayMs = 86_400_000;

/**
 * Until when something holds: `2027-03-31`, to the end of that day in UTC, or a moment with its zone,
 * `2027-03-31T12:00:00Z`.
 *
 * @returns Unix epoch milliseconds.
 * @throws InvalidArgumentError for what is neither.
 */
export function readUntil(text: string): number {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const at = isDay || isMoment ? Date.parse(text) : Number.NaN;
  const isRead = isDay && !Number.isNaN(at) ? isoDay(at) === text : isMoment;
  if (Number.isNaN(at) || !isRead) {
    throw new InvalidArgumentError("It must be a day such as 2027-03-31, or 2027-03-31T12:00Z.");
  }
  return isDay ? at + dayMs : at;
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
