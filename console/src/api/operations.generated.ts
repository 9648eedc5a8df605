// Written by scripts/write-openapi.ts from openapi/console.json; never edited.

export type Error = { /** A sentence that a person can act on. */ error: string; /** From a closed list that only grows. */ code: "invalid_request" | "plan_limit_reached" | "unauthorized" | "forbidden" | "not_found" | "rate_limited" | "internal" | "unavailable"; /** The same as the header X-Request-Id. */ requestId: string; details?: ({ /** JSON pointer into the body, or the name of a query parameter. */ path: string; message: string; })[] | undefined; };
export type Session = { /** null: nobody has signed in. */ user: { id: string; name: string; email: string; } | null; tenants: ({ id: string; name: string; role: "owner" | "administrator" | "operator" | "viewer"; companyIds: (string)[] | null; })[]; /** Whether the first administrator was made. */ isSetUp: boolean; };
export type ApiKey = { id: string; service: "monitor" | "exposure"; scope: "read" | "read_write"; name: string; /** The first secret characters, to tell keys apart. */ hint: string; /** When it was made. Unix epoch milliseconds. */ createdAt: number; /** Who made it. */ createdBy: string; /** When it was last used, up to 5 minutes behind; null: never. Unix epoch milliseconds. */ lastUsedAt: number | null; /** When it was revoked; null: it is valid. Unix epoch milliseconds. */ revokedAt: number | null; };
export type IncidentRow = { id: string; kind: "sensor" | "collector"; /** The sensor, or the collector. */ subjectId: string; /** Its name now, or the last one if it is gone. */ subjectName: string; /** The sensor or collector was deleted. */ isGone: boolean; companyId: string | null; companyName: string | null; /** Of the sensor. */ tags: (string)[]; /** Why it opened. */ cause: string; /** When it opened: at the first check that failed. Unix epoch milliseconds. */ openedAt: number; /** When it recovered; null: it is open. Unix epoch milliseconds. */ closedAt: number | null; /** When somebody took it on. Unix epoch milliseconds. */ acknowledgedAt: number | null; acknowledgedBy: string | null; /** It changes too often to be believed. */ flapping: boolean; /** Found in results that came late. */ backfilled: boolean; };
export type IncidentPage = { incident: IncidentRow; /** How its sensor or collector is now; null: it is gone. */ subject: { /** The type of check; null for a collector. */ type: string | null; /** What is checked; null for a collector. */ target: string | null; /** Now; null: not known, or a collector. */ state: "up" | "down" | null; /** Why it is down now. */ cause: string | null; /** The last check; of a collector, when it was last heard of. Unix epoch milliseconds. */ lastCheckedAt: number | null; parentId: string | null; parentName: string | null; collectorId: string | null; collectorName: string | null; } | null; /** The oldest first. */ timeline: ({ id: string; /** When. Unix epoch milliseconds. */ at: number; kind: "check_failed" | "check_ok" | "opened" | "cause_changed" | "flapping_started" | "flapping_ended" | "acknowledged" | "noted" | "closed" | "disabled" | "removed"; /** What happened, in words. */ text: string; })[]; /** The nearest first; at most 50. */ related: ({ /** Of the sensor's parent, of one below it, of one below the same parent, of its collector, or just from about that time. */ relation: "parent" | "child" | "sibling" | "collector" | "same_time"; incident: IncidentRow; })[]; /** Others of the same sensor or collector, the newest first; at most 10. */ earlier: (IncidentRow)[]; };

/** What each operation takes and answers. */
export interface Operations {
  /** Take open incidents on */
  acknowledgeIncidents: { path: { tenantId: string; }; body: { ids: (string)[]; note?: string | undefined; }; reply: { /** Not those that were acknowledged already, or are closed. */ acknowledged: (string)[]; }; };
  /** Make a key; it is shown this once */
  createApiKey: { path: { tenantId: string; }; body: { service: "monitor" | "exposure"; scope: "read" | "read_write"; name: string; }; reply: { id: string; /** The key itself, never to be seen again. */ key: string; }; };
  /** Who has signed in, and to which tenants */
  getSession: { reply: Session; };
  /** The tenant's API keys, the revoked ones last */
  listApiKeys: { path: { tenantId: string; }; reply: { items: (ApiKey)[]; }; };
  /** Incidents, filtered and sorted */
  listIncidentRows: { path: { tenantId: string; }; query?: { state?: string | undefined; acknowledged?: string | undefined; kind?: string | undefined; sensor?: string | undefined; company?: string | undefined; tag?: string | undefined; flapping?: string | undefined; from?: string | undefined; to?: string | undefined; limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (IncidentRow)[]; }; };
  /** Add a note to an incident's timeline */
  noteIncident: { path: { tenantId: string; id: string; }; body: { note: string; }; reply: { ok: boolean; }; };
  /** One incident with its timeline and what else happened around it */
  readIncident: { path: { tenantId: string; id: string; }; reply: IncidentPage; };
  /** Revoke a key: the next request with it is refused */
  revokeApiKey: { path: { tenantId: string; id: string; }; reply: { ok: boolean; }; };
  /** What changes, as it changes */
  watchTenant: { path: { tenantId: string; }; reply: string; };
}

/** Method and path of each operation. */
export const operations = {
  acknowledgeIncidents: ["POST", "/tenants/{tenantId}/incidents/acknowledge"],
  createApiKey: ["POST", "/tenants/{tenantId}/api-keys"],
  getSession: ["GET", "/session"],
  listApiKeys: ["GET", "/tenants/{tenantId}/api-keys"],
  listIncidentRows: ["GET", "/tenants/{tenantId}/incidents"],
  noteIncident: ["POST", "/tenants/{tenantId}/incidents/{id}/notes"],
  readIncident: ["GET", "/tenants/{tenantId}/incidents/{id}"],
  revokeApiKey: ["DELETE", "/tenants/{tenantId}/api-keys/{id}"],
  watchTenant: ["GET", "/tenants/{tenantId}/live"],
} as const satisfies Record<keyof Operations, readonly [method: string, path: string]>;
