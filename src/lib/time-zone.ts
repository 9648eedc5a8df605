/** Whether there is such a time zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return checkedTimeZone(timeZone) === timeZone;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * The zone, if there is one of that name. `+02:00` would be taken as a zone, too, and knows no summer time: it is not what was
 * meant.
 *
 * @throws RangeError that quotes it.
 */
export function checkedTimeZone(timeZone: string): string {
  if (!/^[A-Za-z]/.test(timeZone)) throw noTimeZone(timeZone);
  return knownTimeZone(timeZone);
}

/**
 * The zone, if clocks can go by it: `+02:00` as well, which maintenance windows may have.
 *
 * @throws RangeError that quotes it.
 */
export function knownTimeZone(timeZone: string): string {
  if (!/^[A-Za-z+-]/.test(timeZone)) throw noTimeZone(timeZone);
  try {
    Temporal.Now.zonedDateTimeISO(timeZone);
    return timeZone;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw noTimeZone(timeZone, cause);
  }
}

function noTimeZone(timeZone: string, cause?: RangeError): RangeError {
  return new RangeError(`${JSON.stringify(timeZone)} is no time zone such as Europe/Berlin`, {
    cause,
  });
}

/**
 * When each of the days began that end with `until`, the oldest first, and `until` itself as the last: one more than days. By the
 * clocks of the zone, so that the day on which they change has an hour more or less.
 *
 * @param until when the last day ends, in epoch milliseconds.
 * @throws RangeError when there is no such zone.
 */
export function boundsOfDays(until: number, timeZone: string, days: number): number[] {
  const end = Temporal.Instant.fromEpochMilliseconds(until).toZonedDateTimeISO(timeZone);
  return Array.from({ length: days + 1 }, (_, day) => {
    return end.subtract({ days: days - day }).epochMilliseconds;
  });
}
