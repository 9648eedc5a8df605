// Written by scripts/write-openapi.ts from openapi/console.json; never edited.

export type Error = { /** A sentence that a person can act on. */ error: string; /** From a closed list that only grows. */ code: "invalid_request" | "plan_limit_reached" | "unauthorized" | "forbidden" | "not_found" | "rate_limited" | "internal" | "unavailable"; /** The same as the header X-Request-Id. */ requestId: string; details?: ({ /** JSON pointer into the body, or the name of a query parameter. */ path: string; message: string; })[] | undefined; };
export type Session = { /** null: nobody has signed in. */ user: { id: string; name: string; email: string; } | null; tenants: ({ id: string; name: string; role: "owner" | "administrator" | "operator" | "viewer"; companyIds: (string)[] | null; })[]; /** Whether the first administrator was made. */ isSetUp: boolean; };
export type ApiKey = { id: string; service: "monitor" | "exposure"; scope: "read" | "read_write"; name: string; /** The first secret characters, to tell keys apart. */ hint: string; /** When it was made. Unix epoch milliseconds. */ createdAt: number; /** Who made it. */ createdBy: string; /** When it was last used, up to 5 minutes behind; null: never. Unix epoch milliseconds. */ lastUsedAt: number | null; /** When it was revoked; null: it is valid. Unix epoch milliseconds. */ revokedAt: number | null; };
export type IncidentRow = { id: string; kind: "sensor" | "collector"; /** The sensor, or the collector. */ subjectId: string; /** Its name now, or the last one if it is gone. */ subjectName: string; /** The sensor or collector was deleted. */ isGone: boolean; companyId: string | null; companyName: string | null; /** Of the sensor. */ tags: (string)[]; /** Why it opened. */ cause: string; /** When it opened: at the first check that failed. Unix epoch milliseconds. */ openedAt: number; /** When it recovered; null: it is open. Unix epoch milliseconds. */ closedAt: number | null; /** When somebody took it on. Unix epoch milliseconds. */ acknowledgedAt: number | null; acknowledgedBy: string | null; /** It changes too often to be believed. */ flapping: boolean; /** Found in results that came late. */ backfilled: boolean; };
export type IncidentPage = { incident: IncidentRow; /** How its sensor or collector is now; null: it is gone. */ subject: { /** The type of check; null for a collector. */ type: string | null; /** What is checked; null for a collector. */ target: string | null; /** Now; null: not known, or a collector. */ state: "up" | "down" | null; /** Why it is down now. */ cause: string | null; /** The last check; of a collector, when it was last heard of. Unix epoch milliseconds. */ lastCheckedAt: number | null; parentId: string | null; parentName: string | null; collectorId: string | null; collectorName: string | null; } | null; /** The oldest first. */ timeline: ({ id: string; /** When. Unix epoch milliseconds. */ at: number; kind: "check_failed" | "check_ok" | "opened" | "cause_changed" | "flapping_started" | "flapping_ended" | "acknowledged" | "noted" | "closed" | "disabled" | "removed"; /** What happened, in words. */ text: string; })[]; /** The nearest first; at most 50. */ related: ({ /** Of the sensor's parent, of one below it, of one below the same parent, of its collector, or just from about that time. */ relation: "parent" | "child" | "sibling" | "collector" | "same_time"; incident: IncidentRow; })[]; /** Others of the same sensor or collector, the newest first; at most 10. */ earlier: (IncidentRow)[]; };
export type UsageByCompany = { /** Of the companies that are shown. */ total: number; /** What the plan allows the whole tenant; null: not shown. */ limit: number | null; /** By name; what belongs to none comes last. */ companies: ({ /** null: of no company. */ companyId: string | null; companyName: string | null; /** Sensors that are declared, polled or not. */ sensors: number; /** Of these, those that are not SNMP: each counts one. */ baseSensors: number; /** Interfaces that SNMP sensors monitor. */ interfaceSensors: number; /** Host aspects that SNMP sensors monitor; each storage volume is one. */ hostSensors: number; /** What counts against the plan: the sum of the last three. */ total: number; })[]; };
export type CollectorRow = { id: string; name: string; /** It is part of the server. */ embedded: boolean; /** `pending`: it has not enrolled yet; `silent`: not heard of for 90 s. */ status: "pending" | "online" | "silent" | "revoked"; version: string | null; hostname: string | null; /** When it was last heard of. Unix epoch milliseconds. */ lastSeenAt: number | null; /** Until when its enrolment token can be used; null: none is out. Unix epoch milliseconds. */ tokenExpiresAt: number | null; /** What it last said of itself. */ health: { /** 99th percentile of how late checks began, last minute. */ lagP99Ms: number; checksPerSec: number; /** Results that wait on its disk. */ spooledResults: number; /** Results that it could not keep. */ droppedResults: number; } | null; /** Sensors that are assigned to it, paused ones included. */ sensors: number; /** CIDRs; empty: all addresses. */ targetAllow: (string)[]; /** CIDRs. */ targetDeny: (string)[]; openIncidentId: string | null; /** When it was made. Unix epoch milliseconds. */ createdAt: number; };
export type ScanProgress = { /** The earliest that any host is in. */ phase: "discovery" | "ports" | "services"; hostsTotal: number; hostsDone: number; hostsUp: number; openPorts: number; /** 0 to 100: the share of all that is to be asked. */ percent: number; };
export type LatestScanRun = { id: string; /** `queued`: its probe has not taken it yet. */ state: "queued" | "running" | "completed" | "failed" | "stopped"; /** Why it failed or was stopped, a sentence. */ error: string | null; progress: ScanProgress | null; stopRequested: boolean; /** When it was asked for. Unix epoch milliseconds. */ createdAt: number; /** When its probe took it. Unix epoch milliseconds. */ startedAt: number | null; /** When it ended. Unix epoch milliseconds. */ finishedAt: number | null; };
export type ScanRow = { id: string; name: string; siteId: string; siteName: string; probeId: string; probeName: string; scanType: "discovery" | "ports" | "full"; targets: (string)[]; /** Five-field cron; null: only when asked to. */ schedule: string | null; timezone: string; /** Whether it runs by its schedule. */ enabled: boolean; /** When its last run began that came to its end. Unix epoch milliseconds. */ lastRunAt: number | null; /** When it is due; null: it is not. Unix epoch milliseconds. */ nextRunAt: number | null; /** Why the last attempt was no good. */ lastError: string | null; latestRun: LatestScanRun | null; };
export type ScanDetail = { id: string; name: string; siteId: string; siteName: string; probeId: string; probeName: string; scanType: "discovery" | "ports" | "full"; targets: (string)[]; /** Five-field cron; null: only when asked to. */ schedule: string | null; timezone: string; /** Whether it runs by its schedule. */ enabled: boolean; /** When its last run began that came to its end. Unix epoch milliseconds. */ lastRunAt: number | null; /** When it is due; null: it is not. Unix epoch milliseconds. */ nextRunAt: number | null; /** Why the last attempt was no good. */ lastError: string | null; latestRun: LatestScanRun | null; /** The next three times that it is due. */ nextRuns: (number)[]; settings: { exclude: (string)[]; tcpPorts: string; udpPorts: string | null; budget: { perHostPerSec: number | null; perSubnetPerSec: number | null; totalPerSec: number | null; }; connectTimeoutMs: number; includeFragile: boolean; allowNmap: boolean; }; };
export type ScanRunRow = { id: string; /** `queued`: its probe has not taken it yet. */ state: "queued" | "running" | "completed" | "failed" | "stopped"; /** Why it failed or was stopped, a sentence. */ error: string | null; progress: ScanProgress | null; stopRequested: boolean; /** When it was asked for. Unix epoch milliseconds. */ createdAt: number; /** When its probe took it. Unix epoch milliseconds. */ startedAt: number | null; /** When it ended. Unix epoch milliseconds. */ finishedAt: number | null; scanId: string; scanName: string; siteId: string; /** null: the site was deleted. */ siteName: string | null; scanType: "discovery" | "ports" | "full"; /** A person, a key, or `schedule`. */ requestedBy: string; };
export type ScanRunDetail = { id: string; /** `queued`: its probe has not taken it yet. */ state: "queued" | "running" | "completed" | "failed" | "stopped"; /** Why it failed or was stopped, a sentence. */ error: string | null; progress: ScanProgress | null; stopRequested: boolean; /** When it was asked for. Unix epoch milliseconds. */ createdAt: number; /** When its probe took it. Unix epoch milliseconds. */ startedAt: number | null; /** When it ended. Unix epoch milliseconds. */ finishedAt: number | null; scanId: string; scanName: string; siteId: string; /** null: the site was deleted. */ siteName: string | null; scanType: "discovery" | "ports" | "full"; /** A person, a key, or `schedule`. */ requestedBy: string; targets: (string)[]; /** How often its probe was handed it: more than once when that was interrupted. */ attempts: number; /** null: it was deleted since. */ probe: { name: string; status: string; lastSeenAt: number | null; } | null; };
export type ScanRunFigures = { up: number; down: number; skipped: number; /** Stopped answering, or took too long. */ dropped: number; /** TCP and UDP ports that it saw open. */ openPorts: number; /** Findings that are new, or came back. */ opened: number; resolved: number; };
export type ScanRunHost = { /** Its address. */ id: string; outcome: "up" | "down" | "skipped" | "dropped"; /** Why it was skipped or dropped, a sentence. */ reason: string | null; assetId: string | null; assetName: string | null; /** What the asset has open now. */ openPorts: number; /** What is open at the asset now. */ openFindings: number; /** When it was done. Unix epoch milliseconds. */ finishedAt: number; };
export type NetworkSuggestion = { /** A CIDR that the server itself is in. */ network: string; /** The server's own address there. */ address: string; interface: string; /** How many addresses the network has. */ addresses: number; };

/** What each operation takes and answers. */
export interface Operations {
  /** Take open incidents on */
  acknowledgeIncidents: { path: { tenantId: string; }; body: { ids: (string)[]; note?: string | undefined; }; reply: { /** Not those that were acknowledged already, or are closed. */ acknowledged: (string)[]; }; };
  /** Make a key; it is shown this once */
  createApiKey: { path: { tenantId: string; }; body: { service: "monitor" | "exposure"; scope: "read" | "read_write"; name: string; }; reply: { id: string; /** The key itself, never to be seen again. */ key: string; }; };
  /** The same as a file for spreadsheets */
  downloadUsage: { path: { tenantId: string; }; reply: string; };
  /** One scan with its settings and when it is due next */
  getScan: { path: { tenantId: string; id: string; }; reply: ScanDetail; };
  /** How it goes with a run */
  getScanRun: { path: { tenantId: string; id: string; }; reply: ScanRunDetail; };
  /** What a run found so far */
  getScanRunFigures: { path: { tenantId: string; id: string; }; reply: ScanRunFigures; };
  /** Who has signed in, and to which tenants */
  getSession: { reply: Session; };
  /** The tenant's API keys, the revoked ones last */
  listApiKeys: { path: { tenantId: string; }; reply: { items: (ApiKey)[]; }; };
  /** The tenant's collectors by name */
  listCollectors: { path: { tenantId: string; }; reply: { items: (CollectorRow)[]; }; };
  /** Incidents, filtered and sorted */
  listIncidentRows: { path: { tenantId: string; }; query?: { state?: string | undefined; acknowledged?: string | undefined; kind?: string | undefined; sensor?: string | undefined; company?: string | undefined; tag?: string | undefined; flapping?: string | undefined; from?: string | undefined; to?: string | undefined; limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (IncidentRow)[]; }; };
  /** The tenant's scans, each with its latest run */
  listScanRows: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; type?: string | undefined; siteId?: string | undefined; state?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (ScanRow)[]; }; };
  /** The hosts of a run, what became of each, and why */
  listScanRunHosts: { path: { tenantId: string; id: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; outcome?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (ScanRunHost)[]; }; };
  /** Runs of all scans, or of one */
  listScanRuns: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; scanId?: string | undefined; siteId?: string | undefined; state?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (ScanRunRow)[]; }; };
  /** Add a note to an incident's timeline */
  noteIncident: { path: { tenantId: string; id: string; }; body: { note: string; }; reply: { ok: boolean; }; };
  /** When a schedule is due next, or what is wrong with it */
  previewSchedule: { path: { tenantId: string; }; query?: { schedule?: string | undefined; timezone?: string | undefined; }; reply: { /** A sentence; null: it is good. */ fault: string | null; /** Unix epoch milliseconds. */ next: (number)[]; }; };
  /** One incident with its timeline and what else happened around it */
  readIncident: { path: { tenantId: string; id: string; }; reply: IncidentPage; };
  /** Billable sensors by company, against the plan */
  readUsage: { path: { tenantId: string; }; reply: UsageByCompany; };
  /** Make a new enrolment token; it is shown this once */
  renewCollectorToken: { path: { tenantId: string; id: string; }; reply: { token: string; expiresAt: number; }; };
  /** Revoke a key: the next request with it is refused */
  revokeApiKey: { path: { tenantId: string; id: string; }; reply: { ok: boolean; }; };
  /** Refuse a collector from its next request on; its sensors stay assigned to it */
  revokeCollector: { path: { tenantId: string; id: string; }; reply: { ok: boolean; }; };
  /** Run a scan now; when it runs already, that run is the answer */
  runScan: { path: { tenantId: string; id: string; }; reply: { runId: string; isNew: boolean; }; };
  /** Set which addresses a collector may ask */
  setCollectorTargets: { path: { tenantId: string; id: string; }; body: { allow: (string)[]; deny: (string)[]; }; reply: { ok: boolean; }; };
  /** Stop a run; what it found until then stays */
  stopScanRun: { path: { tenantId: string; id: string; }; reply: { /** `stopping`: its probe is told; `ended`: there was nothing to stop. */ outcome: "stopped" | "stopping" | "ended"; }; };
  /** Private networks that the server is in, for a first scan */
  suggestNetworks: { path: { tenantId: string; }; reply: { items: (NetworkSuggestion)[]; }; };
  /** What changes, as it changes */
  watchTenant: { path: { tenantId: string; }; reply: string; };
}

/** Method and path of each operation. */
export const operations = {
  acknowledgeIncidents: ["POST", "/tenants/{tenantId}/incidents/acknowledge"],
  createApiKey: ["POST", "/tenants/{tenantId}/api-keys"],
  downloadUsage: ["GET", "/tenants/{tenantId}/usage.csv"],
  getScan: ["GET", "/tenants/{tenantId}/scans/{id}"],
  getScanRun: ["GET", "/tenants/{tenantId}/scan-runs/{id}"],
  getScanRunFigures: ["GET", "/tenants/{tenantId}/scan-runs/{id}/figures"],
  getSession: ["GET", "/session"],
  listApiKeys: ["GET", "/tenants/{tenantId}/api-keys"],
  listCollectors: ["GET", "/tenants/{tenantId}/collectors"],
  listIncidentRows: ["GET", "/tenants/{tenantId}/incidents"],
  listScanRows: ["GET", "/tenants/{tenantId}/scans"],
  listScanRunHosts: ["GET", "/tenants/{tenantId}/scan-runs/{id}/hosts"],
  listScanRuns: ["GET", "/tenants/{tenantId}/scan-runs"],
  noteIncident: ["POST", "/tenants/{tenantId}/incidents/{id}/notes"],
  previewSchedule: ["GET", "/tenants/{tenantId}/schedule-preview"],
  readIncident: ["GET", "/tenants/{tenantId}/incidents/{id}"],
  readUsage: ["GET", "/tenants/{tenantId}/usage"],
  renewCollectorToken: ["POST", "/tenants/{tenantId}/collectors/{id}/token"],
  revokeApiKey: ["DELETE", "/tenants/{tenantId}/api-keys/{id}"],
  revokeCollector: ["POST", "/tenants/{tenantId}/collectors/{id}/revoke"],
  runScan: ["POST", "/tenants/{tenantId}/scans/{id}/run"],
  setCollectorTargets: ["PUT", "/tenants/{tenantId}/collectors/{id}/targets"],
  stopScanRun: ["POST", "/tenants/{tenantId}/scan-runs/{id}/stop"],
  suggestNetworks: ["GET", "/tenants/{tenantId}/network-suggestions"],
  watchTenant: ["GET", "/tenants/{tenantId}/live"],
} as const satisfies Record<keyof Operations, readonly [method: string, path: string]>;
