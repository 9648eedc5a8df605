export { ExposureOverviewSchema } from "./exposure-overview.ts";
export { addExposureOverviewRoute } from "./exposure-overview.routes.ts";
