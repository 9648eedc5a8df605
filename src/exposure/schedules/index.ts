export { addScheduleRoutes } from "./schedule.routes.ts";
export { isTimeZone, nextRunOf, nextRunAt, nextRunsAt, scheduleFault } from "./schedule.ts";
