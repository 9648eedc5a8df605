export type {
  Arf,
  AuditContext,
  AuditEngine,
  AuditLimits,
  AuditOrder,
  AuditOutcome,
} from "./audit-engine.ts";
export { AuditFailed } from "./audit-failed.ts";
export { createOpenScap } from "./openscap-engine.ts";
