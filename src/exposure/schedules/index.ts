export { isTimeZone, nextRunOf, nextRunAt, scheduleFault } from "./schedule.ts";
