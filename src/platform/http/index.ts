export type { AppOptions, AppPlugin } from "./app.ts";
export { buildApp } from "./app.ts";
export { expectNoBody } from "./bodies.ts";
export type { Caller } from "./caller.ts";
export { callerOf } from "./caller.ts";
export type {
  ConsoleApi,
  ConsoleCaller,
  ConsoleRoutes,
  ConsoleServiceOptions,
  SignedIn,
} from "./console-service.ts";
export {
  consoleCallerOf,
  consoleService,
  describeConsoleApi,
  signedInOf,
  tenantItemParams,
  tenantParams,
} from "./console-service.ts";
export { addressBlock } from "./gate.ts";
export type { List } from "./list-reply.ts";
export { pageParameters, replyWithList, tableOf, tableParameters } from "./list-reply.ts";
export { describeApi } from "./openapi.ts";
export type { OperationsOptions, PartReadiness } from "./operations.ts";
export { operations } from "./operations.ts";
export { pingRoute } from "./ping.routes.ts";
export type { PublicApi, PublicRoutes } from "./public-api.ts";
export type { PublicServiceOptions } from "./public-service.ts";
export { publicService } from "./public-service.ts";
export type { NamedSchema } from "./schemas.ts";
export {
  envelope,
  named,
  nullable,
  nullableWord,
  queryParameter,
  refTo,
  textParameter,
  time,
  word,
} from "./schemas.ts";
