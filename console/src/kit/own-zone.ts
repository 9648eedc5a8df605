/** The viewer's own zone: what a new schedule begins with, and by whose clocks days are counted. */
export const ownZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone;
