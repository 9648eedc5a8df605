export { type Holder, type InstanceLock, readHolder, takeInstanceLock } from "./instance-lock.ts";
export {
  type EmbeddedPostgres,
  runningConnection,
  startEmbeddedPostgres,
} from "./start-embedded-postgres.ts";
