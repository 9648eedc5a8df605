export { addScheduleRoutes } from "./schedule.routes.ts";
export { nextRunOf, nextRunAt, nextRunsAt, scheduleFault } from "./schedule.ts";
