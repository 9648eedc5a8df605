export type { ErrandDeps } from "./errand.routes.ts";
export { addErrandRoutes, errandSchemas } from "./errand.routes.ts";
export { expireErrands } from "./expire-errands.ts";
export { offerErrands } from "./offer-errands.ts";
export { recordErrand } from "./record-errand.ts";
