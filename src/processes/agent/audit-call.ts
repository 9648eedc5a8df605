import type { AuditProgress } from "#wire/agent.v1";
import type { AuditEnd } from "./auditor.ts";
import type { HostSystem } from "./install-hint.ts";

/* What the agent and the process that audits for it say to each other. */

/** Where it works, and for whom. */
export interface AuditPlace {
  /** Of the agent. */
  directory: string;
  server: string;
  credential: string;
}

/** One audit. */
export interface AuditAsked extends AuditPlace {
  ask: "audit";
  jobId: string;
  /** Not checked yet. */
  job: unknown;
  system: HostSystem | null;
  /** Unix epoch milliseconds of the server. */
  now: number;
}

/** What one process is started for. */
export type AuditCall = AuditAsked | (AuditPlace & { ask: "clean up" | "version" });

/** What it says meanwhile. */
export type AuditSaying =
  | { say: "progress"; progress: AuditProgress }
  | { say: "warning"; sentence: string };

/** What it came to, the one of each call. */
export type AuditAnswer =
  | { say: "cleaned up" }
  | { say: "version"; version: string | null }
  | { say: "end"; end: AuditEnd };
