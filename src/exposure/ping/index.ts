export { PingSchema, addPingRoute } from "./ping.routes.ts";
