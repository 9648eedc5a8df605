/*
 * Times that do not come while a test runs, whenever that is: a schedule of every night would be due in some night.
 */
const now = new Date();

/** A schedule of every day, half a day away; cron in UTC. */
export const distantSchedule = `0 ${(now.getUTCHours() + 12) % 24} * * *`;

/** A day of the week three or four days away; never Sunday, 0, which forms suggest. */
export const distantDay = (now.getUTCDay() + 3) % 7 || 1;

/** A zone where it is afternoon: neither midnight nor what is suggested for the night is near. */
export const afternoonZone = zoneAt(15);

/** The zone of full hours whose clocks show the hour now. */
function zoneAt(hour: number): string {
  const ahead = hour - now.getUTCHours();
  const offset = ahead > 12 ? ahead - 24 : ahead;
  // Its names count from there to Greenwich.
  return `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
}
