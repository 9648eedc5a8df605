export { isTimeZone, nextRunAt, scheduleFault } from "./schedule.ts";
