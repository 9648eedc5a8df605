import type { Database } from "#platform/db";

/** Who acts. `id` is the row's id, or a fixed word for the system; `name` is for people and the audit log. */
export interface Actor {
  kind: "user" | "api_key" | "collector" | "command_line" | "system";
  id: string;
  name: string;
}

export type Scope = "read" | "write";

/** What every verb gets besides its input. */
export interface Context {
  tenantId: string;
  actor: Actor;
  scopes: readonly Scope[];
  database: Database;
  /** Unix epoch milliseconds. */
  now: () => number;
  requestId: string;
}
