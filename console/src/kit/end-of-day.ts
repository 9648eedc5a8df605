/** The last moment of a day of the viewer's zone, `2027-03-31`, in epoch milliseconds; not a number for what is no day. */
export function endOfDay(day: string): number {
  return new Date(`${day}T23:59:59.999`).getTime();
}
