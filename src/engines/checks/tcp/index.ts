export { createTcpEngine } from "./tcp-engine.ts";
