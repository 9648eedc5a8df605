export type { SessionDeps } from "./session.routes.ts";
export { SessionSchema, addSessionRoute } from "./session.routes.ts";
