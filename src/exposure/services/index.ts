export type { KnownService, ServicePlace, SuppressedMatch } from "./service.ts";
export { mergeService, serviceKey, wasAsked } from "./service.ts";
export type { ServiceChanges } from "./service.queries.ts";
export { findServices, findStaleAssets, saveMatches, saveServices } from "./service.queries.ts";
export { addServiceConsoleRoutes, serviceConsoleSchemas } from "./service.console.routes.ts";
