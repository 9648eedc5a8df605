// Written by scripts/write-openapi.ts from openapi/console.json; never edited.

export type Error = { /** A sentence that a person can act on. */ error: string; /** From a closed list that only grows. */ code: "invalid_request" | "plan_limit_reached" | "unauthorized" | "forbidden" | "not_found" | "rate_limited" | "internal" | "unavailable"; /** The same as the header X-Request-Id. */ requestId: string; details?: ({ /** JSON pointer into the body, or the name of a query parameter. */ path: string; message: string; })[] | undefined; };
export type Session = { /** null: nobody has signed in. */ user: { id: string; name: string; email: string; } | null; tenants: ({ id: string; name: string; role: "owner" | "administrator" | "operator" | "viewer"; companyIds: (string)[] | null; })[]; /** Whether the first administrator was made. */ isSetUp: boolean; /** The name of the provider at which people may sign in as well. */ provider: string | null; };
export type ApiKey = { id: string; service: "monitor" | "exposure"; scope: "read" | "read_write"; name: string; /** The first secret characters, to tell keys apart. */ hint: string; /** When it was made. Unix epoch milliseconds. */ createdAt: number; /** Who made it. */ createdBy: string; /** When it was last used, up to 5 minutes behind; null: never. Unix epoch milliseconds. */ lastUsedAt: number | null; /** When it was revoked; null: it is valid. Unix epoch milliseconds. */ revokedAt: number | null; };
export type DeclarationOutcome = { /** null: it is not made yet. */ id: string | null; /** A sentence each; none: nothing to change. */ changes: (string)[]; /** What is worth a look, and was done all the same. */ warnings: ({ path: string; message: string; })[]; /** With which a new collector or probe enrols, this once. */ token: string | null; };
export type DeclaredName = { id: string; /** By which other declarations refer to it. */ name: string; };
export type PlanDeclaration = { sensorLimit: number; };
export type CompanyDeclaration = { name: string; };
export type CollectorDeclaration = { name: string; targets?: { allow?: (string)[] | undefined; deny?: (string)[] | undefined; } | undefined; };
export type SensorDeclaration = { name: string; target: string; intervalSec?: number | undefined; failuresBeforeDown?: number | undefined; successesBeforeUp?: number | undefined; enabled?: boolean | undefined; company?: string | undefined; collector?: string | undefined; parent?: string | undefined; tags?: (string)[] | undefined; type: "icmp"; icmp?: { packets?: number | undefined; ipFamily?: 4 | 6 | undefined; } | undefined; } | { name: string; target: string; intervalSec?: number | undefined; failuresBeforeDown?: number | undefined; successesBeforeUp?: number | undefined; enabled?: boolean | undefined; company?: string | undefined; collector?: string | undefined; parent?: string | undefined; tags?: (string)[] | undefined; type: "tcp"; tcp?: { banner?: string | undefined; ipFamily?: 4 | 6 | undefined; } | undefined; } | { name: string; target: string; intervalSec?: number | undefined; failuresBeforeDown?: number | undefined; successesBeforeUp?: number | undefined; enabled?: boolean | undefined; company?: string | undefined; collector?: string | undefined; parent?: string | undefined; tags?: (string)[] | undefined; type: "tls"; tls?: { verify?: boolean | undefined; minDaysLeft?: number | undefined; serverName?: string | undefined; ca?: string | undefined; starttls?: "smtp" | "imap" | "pop3" | "ftp" | "ldap" | "postgres" | undefined; ipFamily?: 4 | 6 | undefined; } | undefined; } | { name: string; target: string; intervalSec?: number | undefined; failuresBeforeDown?: number | undefined; successesBeforeUp?: number | undefined; enabled?: boolean | undefined; company?: string | undefined; collector?: string | undefined; parent?: string | undefined; tags?: (string)[] | undefined; type: "http"; http?: { method?: string | undefined; headers?: Record<string, string | null> | undefined; body?: string | undefined; expectStatus?: string | undefined; bodyMatch?: string | undefined; bodyNotMatch?: string | undefined; jsonPath?: { path: string; equals?: string | number | boolean | null | undefined; } | undefined; maxRedirects?: number | undefined; basicAuth?: { user: string; /** Never shown. Left out: it stays; null: it is taken away. */ password?: string | null | undefined; } | undefined; /** Never shown. Left out: it stays; null: it is taken away. */ bearerToken?: string | null | undefined; verify?: boolean | undefined; minDaysLeft?: number | undefined; ca?: string | undefined; ipFamily?: 4 | 6 | undefined; } | undefined; } | { name: string; target: string; intervalSec?: number | undefined; failuresBeforeDown?: number | undefined; successesBeforeUp?: number | undefined; enabled?: boolean | undefined; company?: string | undefined; collector?: string | undefined; parent?: string | undefined; tags?: (string)[] | undefined; type: "snmp"; snmp: { version: 1 | "2c"; /** Never shown. Left out: it stays; null: it is taken away. */ community?: string | null | undefined; } | { version: 3; user: string; level?: "noAuthNoPriv" | "authNoPriv" | "authPriv" | undefined; authProtocol?: "MD5" | "SHA" | "SHA-224" | "SHA-256" | "SHA-384" | "SHA-512" | undefined; /** Never shown. Left out: it stays; null: it is taken away. */ authPassword?: string | null | undefined; privProtocol?: "DES" | "AES" | "AES-192" | "AES-256" | "AES-192-C" | "AES-256-C" | undefined; /** Never shown. Left out: it stays; null: it is taken away. */ privPassword?: string | null | undefined; context?: string | undefined; }; interfaces?: (string)[] | undefined; host?: (string)[] | undefined; };
export type MaintenanceWindowDeclaration = { name: string; startsAt?: string | undefined; endsAt?: string | undefined; cron?: string | undefined; timezone?: string | undefined; durationMin?: number | undefined; sensors?: (string)[] | undefined; tags?: (string)[] | undefined; companies?: (string)[] | undefined; };
export type SiteDeclaration = { name: string; company?: string | undefined; subnets?: (string)[] | undefined; timezone?: string | undefined; };
export type ProbeDeclaration = { name: string; company?: string | undefined; targets?: { allow?: (string)[] | undefined; deny?: (string)[] | undefined; } | undefined; };
export type ScanDeclaration = { name: string; site: string; probe?: string | undefined; type: "discovery" | "ports" | "full"; targets: (string)[]; exclude?: (string)[] | undefined; ports?: string | undefined; udpPorts?: string | undefined; schedule?: string | undefined; timezone?: string | undefined; enabled?: boolean | undefined; budget?: { perHostPerSec?: number | "unlimited" | undefined; perSubnetPerSec?: number | "unlimited" | undefined; totalPerSec?: number | "unlimited" | undefined; } | undefined; connectTimeoutMs?: number | undefined; includeFragile?: boolean | undefined; nmap?: boolean | undefined; };
export type BundleDeclaration = { name: string; /** What the file is called; `data` is what is in it. */ file?: string | undefined; content?: string | undefined; /** Base64 of the data stream, plain or gzip. Left out: the file stays. */ data?: string | undefined; };
export type AuditDeclaration = { name: string; bundle: string; profile: string; site?: string | undefined; tags?: (string)[] | undefined; schedule?: string | undefined; timezone?: string | undefined; enabled?: boolean | undefined; limits?: { timeMinutes?: number | undefined; memoryMb?: number | undefined; } | undefined; keepArf?: boolean | undefined; };
export type DirectoryDeclaration = { name: string; site?: string | undefined; probe?: string | undefined; schedule?: string | undefined; timezone?: string | undefined; enabled?: boolean | undefined; thresholds?: { krbtgtPasswordDays?: number | undefined; krbtgtPasswordDaysHigh?: number | undefined; kerberoastablePasswordDays?: number | undefined; privilegedPasswordDays?: number | undefined; domainControllerPasswordDays?: number | undefined; seamlessSsoKeyDays?: number | undefined; staleAccountDays?: number | undefined; builtInAdministratorDays?: number | undefined; passwordLength?: number | undefined; passwordLengthLeast?: number | undefined; privilegedAccounts?: number | undefined; privilegedAccountsPercent?: number | undefined; globalAdministratorsLeast?: number | undefined; globalAdministratorsMost?: number | undefined; applicationSecretDays?: number | undefined; applicationCertificateDays?: number | undefined; stalePrivilegedDays?: number | undefined; } | undefined; type: "active_directory"; url?: string | undefined; urls?: (string)[] | undefined; user: string; /** Never shown. Left out: it stays; null: it is taken away. */ password?: string | null | undefined; ca?: string | undefined; serverName?: string | undefined; baseDn?: string | undefined; } | { name: string; site?: string | undefined; probe?: string | undefined; schedule?: string | undefined; timezone?: string | undefined; enabled?: boolean | undefined; thresholds?: { krbtgtPasswordDays?: number | undefined; krbtgtPasswordDaysHigh?: number | undefined; kerberoastablePasswordDays?: number | undefined; privilegedPasswordDays?: number | undefined; domainControllerPasswordDays?: number | undefined; seamlessSsoKeyDays?: number | undefined; staleAccountDays?: number | undefined; builtInAdministratorDays?: number | undefined; passwordLength?: number | undefined; passwordLengthLeast?: number | undefined; privilegedAccounts?: number | undefined; privilegedAccountsPercent?: number | undefined; globalAdministratorsLeast?: number | undefined; globalAdministratorsMost?: number | undefined; applicationSecretDays?: number | undefined; applicationCertificateDays?: number | undefined; stalePrivilegedDays?: number | undefined; } | undefined; type: "entra"; tenantId: string; clientId: string; /** Never shown. Left out: it stays; null: it is taken away. */ clientSecret?: string | null | undefined; loginUrl?: string | undefined; graphUrl?: string | undefined; breakGlass?: (string)[] | undefined; };
export type SensorRow = { id: string; name: string; type: "snmp" | "icmp" | "http" | "tls" | "tcp"; /** Host, host:port, or URL. */ target: string; enabled: boolean; intervalSec: number; tags: (string)[]; companyId: string | null; companyName: string | null; /** Null for one who may not see collectors. */ collectorId: string | null; collectorName: string | null; status: "down" | "stale" | "unknown" | "maintenance" | "up" | "paused"; /** What checks say, in maintenance as well. */ state: "up" | "down" | null; /** When the state began. Unix epoch milliseconds. */ stateSince: number | null; /** When the last check began. Unix epoch milliseconds. */ lastCheckedAt: number | null; /** Of the last check. */ latencyMs: number | null; /** Of the last check; icmp only. */ lossPercent: number | null; /** Of the last reply. */ httpStatus: number | null; /** Until the first certificate expires. */ certDaysLeft: number | null; /** Why the last check failed. */ cause: string | null; /** It changes too often to be believed. */ flapping: boolean; openIncidentId: string | null; /** Who has taken the open incident on; null: nobody, or none. */ acknowledgedBy: string | null; };
export type SensorPage = { id: string; name: string; type: "snmp" | "icmp" | "http" | "tls" | "tcp"; /** Host, host:port, or URL. */ target: string; enabled: boolean; intervalSec: number; tags: (string)[]; companyId: string | null; companyName: string | null; /** Null for one who may not see collectors. */ collectorId: string | null; collectorName: string | null; status: "down" | "stale" | "unknown" | "maintenance" | "up" | "paused"; /** What checks say, in maintenance as well. */ state: "up" | "down" | null; /** When the state began. Unix epoch milliseconds. */ stateSince: number | null; /** When the last check began. Unix epoch milliseconds. */ lastCheckedAt: number | null; /** Of the last check. */ latencyMs: number | null; /** Of the last check; icmp only. */ lossPercent: number | null; /** Of the last reply. */ httpStatus: number | null; /** Until the first certificate expires. */ certDaysLeft: number | null; /** Why the last check failed. */ cause: string | null; /** It changes too often to be believed. */ flapping: boolean; openIncidentId: string | null; /** Who has taken the open incident on; null: nobody, or none. */ acknowledgedBy: string | null; /** When it was made. Unix epoch milliseconds. */ createdAt: number; failuresBeforeDown: number; successesBeforeUp: number; /** Failed checks in a row. */ failures: number; /** When the first of them began. Unix epoch milliseconds. */ firstFailureAt: number | null; /** Good checks in a row. */ successes: number; jitterMs: number | null; /** Of the last check, when it failed. */ causeCode: string | null; /** Why it is down and has no incident, in words. */ heldBecause: string | null; /** The window that covers it now. */ maintenance: string | null; /** When its collector was last heard of. Unix epoch milliseconds. */ collectorLastSeenAt: number | null; collectorStatus: "pending" | "active" | "revoked" | null; parent: { id: string; name: string; status: "down" | "stale" | "unknown" | "maintenance" | "up" | "paused"; } | null; /** Sensors that have this one as their parent. */ children: number; incident: { id: string; /** When it opened. Unix epoch milliseconds. */ openedAt: number; /** Why it opened. */ cause: string; /** When somebody took it on. Unix epoch milliseconds. */ acknowledgedAt: number | null; acknowledgedBy: string | null; } | null; /** That was asked, when the target is a name. */ address: string | null; /** Milliseconds of each phase of the last check: dnsMs, connectMs, tlsMs … */ phases: Record<string, number>; tlsProtocol: string | null; tlsCipher: string | null; /** Of its type, as in the configuration file, without credentials. */ settings: Record<string, unknown>; hasCredentials: boolean; interfaces: ({ name: string; /** When it was read. Unix epoch milliseconds. */ readAt: number | null; alias: string | null; adminStatus: string | null; operStatus: string | null; speedBps: number | null; inBps: number | null; outBps: number | null; inErrorsPerSec: number | null; outErrorsPerSec: number | null; inDiscardsPerSec: number | null; outDiscardsPerSec: number | null; utilisationPercent: number | null; })[]; host: ({ aspect: "cpu" | "memory" | "storage" | "uptime"; name: string; /** When it was read. Unix epoch milliseconds. */ readAt: number | null; /** Share in use, 0 to 100. */ percent: number | null; /** Bytes. */ used: number | null; /** Bytes. */ total: number | null; /** Of uptime. */ seconds: number | null; })[]; };
export type SensorFacets = { statuses: ({ name: "down" | "stale" | "unknown" | "maintenance" | "up" | "paused"; count: number; })[]; types: ({ name: string; count: number; })[]; companies: ({ id: string; name: string; count: number; })[]; /** Empty for one who may not see them. */ collectors: ({ id: string; name: string; count: number; })[]; /** The hundred that most sensors have. */ tags: ({ name: string; count: number; })[]; };
export type SensorSeries = { range: "24h" | "7d" | "30d" | "1y"; /** Where the chart begins. Unix epoch milliseconds. */ fromAt: number; /** Where it ends: now. Unix epoch milliseconds. */ toAt: number; /** Between two points. */ stepMs: number; /** Where each point's step begins. An empty point is a gap: nothing was heard. */ at: (number)[]; /** How many checks there were. */ checks: (number | null)[]; /** How many of them failed. */ failed: (number | null)[]; /** Milliseconds. */ latencyMin: (number | null)[]; /** Milliseconds. */ latencyMean: (number | null)[]; /** Milliseconds. */ latencyMax: (number | null)[]; /** Median; 24 hours only. */ latencyP50: (number | null)[]; /** 95th percentile; where a step has several parts, the highest of theirs. */ latencyP95: (number | null)[]; /** 99th percentile; 24 hours only. */ latencyP99: (number | null)[]; /** Percent; icmp only. */ lossMean: (number | null)[]; /** Of the whole range; percentiles of 24 hours only, which are kept one by one. */ total: { checks: number; failed: number; latencyMin: number | null; latencyMean: number | null; latencyMax: number | null; latencyP50: number | null; latencyP95: number | null; latencyP99: number | null; lossMean: number | null; }; outages: ({ /** The incident's. */ id: string; /** The first failed check. Unix epoch milliseconds. */ fromAt: number; /** The first good one after it; now, while it is open. Unix epoch milliseconds. */ toAt: number; isOpen: boolean; cause: string; })[]; };
export type InterfaceSeries = { range: "24h" | "7d" | "30d" | "1y"; /** Where the chart begins. Unix epoch milliseconds. */ fromAt: number; /** Where it ends: now. Unix epoch milliseconds. */ toAt: number; /** Between two points. */ stepMs: number; /** Where each point's step begins. An empty point is a gap: nothing was heard. */ at: (number)[]; /** Bits per second. */ inMean: (number | null)[]; /** Bits per second. */ inMax: (number | null)[]; /** Bits per second. */ inP95: (number | null)[]; /** Bits per second. */ outMean: (number | null)[]; /** Bits per second. */ outMax: (number | null)[]; /** Bits per second. */ outP95: (number | null)[]; /** Per second, both directions. */ errorsMean: (number | null)[]; /** Per second, both directions. */ discardsMean: (number | null)[]; };
export type HostSeries = { range: "24h" | "7d" | "30d" | "1y"; /** Where the chart begins. Unix epoch milliseconds. */ fromAt: number; /** Where it ends: now. Unix epoch milliseconds. */ toAt: number; /** Between two points. */ stepMs: number; /** Where each point's step begins. An empty point is a gap: nothing was heard. */ at: (number)[]; /** Percent in use. */ percentMean: (number | null)[]; /** Percent in use. */ percentMax: (number | null)[]; /** Bytes; of uptime, seconds. */ usedMean: (number | null)[]; };
export type SensorUptime = { items: ({ range: "24h" | "7d" | "30d" | "1y"; percent: number | null; /** Time that counts: neither unknown nor maintenance. */ countedMs: number; downMs: number; outages: number; })[]; };
export type IncidentRow = { id: string; kind: "sensor" | "collector"; /** The sensor, or the collector. */ subjectId: string; /** Its name now, or the last one if it is gone. */ subjectName: string; /** The sensor or collector was deleted. */ isGone: boolean; companyId: string | null; companyName: string | null; /** Of the sensor. */ tags: (string)[]; /** Why it opened. */ cause: string; /** When it opened: at the first check that failed. Unix epoch milliseconds. */ openedAt: number; /** When it recovered; null: it is open. Unix epoch milliseconds. */ closedAt: number | null; /** When somebody took it on. Unix epoch milliseconds. */ acknowledgedAt: number | null; acknowledgedBy: string | null; /** It changes too often to be believed. */ flapping: boolean; /** Found in results that came late. */ backfilled: boolean; };
export type IncidentPage = { incident: IncidentRow; /** How its sensor or collector is now; null: it is gone. */ subject: { /** The type of check; null for a collector. */ type: string | null; /** What is checked; null for a collector. */ target: string | null; /** Now; null: not known, or a collector. */ state: "up" | "down" | null; /** Why it is down now. */ cause: string | null; /** The last check; of a collector, when it was last heard of. Unix epoch milliseconds. */ lastCheckedAt: number | null; parentId: string | null; parentName: string | null; collectorId: string | null; collectorName: string | null; } | null; /** The oldest first. */ timeline: ({ id: string; /** When. Unix epoch milliseconds. */ at: number; kind: "check_failed" | "check_ok" | "opened" | "cause_changed" | "flapping_started" | "flapping_ended" | "acknowledged" | "noted" | "closed" | "disabled" | "removed"; /** What happened, in words. */ text: string; })[]; /** The nearest first; at most 50. */ related: ({ /** Of the sensor's parent, of one below it, of one below the same parent, of its collector, or just from about that time. */ relation: "parent" | "child" | "sibling" | "collector" | "same_time"; incident: IncidentRow; })[]; /** Others of the same sensor or collector, the newest first; at most 10. */ earlier: (IncidentRow)[]; };
export type UsageByCompany = { /** Of the companies that are shown. */ total: number; /** What the plan allows the whole tenant; null: not shown. */ limit: number | null; /** By name; what belongs to none comes last. */ companies: ({ /** null: of no company. */ companyId: string | null; companyName: string | null; /** Sensors that are declared, polled or not. */ sensors: number; /** Of these, those that are not SNMP: each counts one. */ baseSensors: number; /** Interfaces that SNMP sensors monitor. */ interfaceSensors: number; /** Host aspects that SNMP sensors monitor; each storage volume is one. */ hostSensors: number; /** What counts against the plan: the sum of the last three. */ total: number; })[]; };
export type CollectorRow = { id: string; name: string; /** It is part of the server. */ embedded: boolean; /** `pending`: it has not enrolled yet; `silent`: not heard of for 90 s. */ status: "pending" | "online" | "silent" | "revoked"; version: string | null; hostname: string | null; /** When it was last heard of. Unix epoch milliseconds. */ lastSeenAt: number | null; /** Until when its enrolment token can be used; null: none is out. Unix epoch milliseconds. */ tokenExpiresAt: number | null; /** What it last said of itself. */ health: { /** 99th percentile of how late checks began, last minute. */ lagP99Ms: number; checksPerSec: number; /** Results that wait on its disk. */ spooledResults: number; /** Results that it could not keep. */ droppedResults: number; } | null; /** Sensors that are assigned to it, paused ones included. */ sensors: number; /** CIDRs; empty: all addresses. */ targetAllow: (string)[]; /** CIDRs. */ targetDeny: (string)[]; openIncidentId: string | null; /** When it was made. Unix epoch milliseconds. */ createdAt: number; };
export type FindingRow = { id: string; title: string; /** The CVE, or the check that found it. */ weakness: string; severity: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW" | "INFO"; status: "open" | "in_progress" | "resolved" | "accepted" | "false_positive"; /** When it got this status. Unix epoch milliseconds. */ statusAt: number; /** With `accepted`: it opens again then. Unix epoch milliseconds. */ acceptedUntil: number | null; /** 0 to 100, one decimal. */ riskScore: number; /** CVSS base score. */ cvssScore: number | null; /** Probability that it is exploited in the next 30 days, by EPSS. */ epssScore: number | null; /** CISA knows it to be exploited. */ kev: boolean; /** CISA knows ransomware to use it. */ ransomware: boolean; /** Per cent. */ confidence: number; assetId: string; /** Its host name, else its address, else its id. */ assetName: string; /** Missing while it has none. */ assetIp: string | null; /** Of the site that it is at. */ siteName: string | null; /** Of the company that the asset belongs to. */ companyName: string | null; /** `null`: the host itself. */ protocol: string | null; port: number | null; /** What the port speaks. */ service: string | null; /** The package that is affected. */ package: string | null; /** Of the package, as it is installed. */ installedVersion: string | null; /** The first version that is not affected. */ fixedVersion: string | null; /** Who sees it now. */ detectors: ("scan" | "agent" | "import")[]; /** When it was first detected. Unix epoch milliseconds. */ firstSeenAt: number; /** When it was last detected. Unix epoch milliseconds. */ lastSeenAt: number; };
export type FindingPage = { row: FindingRow; remediation: string; /** To be typed on the host. */ fixCommand: string | null; cve: string | null; /** What the NVD says of the CVE. */ description: string | null; references: (string)[]; /** What CISA's catalogue of exploited vulnerabilities says. */ kev: { name: string; /** When CISA put it into its catalogue. Unix epoch milliseconds. */ dateAdded: number; /** By when CISA wants it done. Unix epoch milliseconds. */ dueDate: number | null; /** What CISA asks for. */ requiredAction: string; } | null; cvssVector: string | null; /** Share of all CVEs that EPSS rates lower. */ epssPercentile: number | null; /** Exploitation, by CISA. */ ssvc: "none" | "poc" | "active" | null; /** What the score was made of. */ riskFactors: { severity: { /** 0 to 1. */ value: number; because: string; }; threat: { /** 0 to 1. */ value: number; because: string; }; certainty: { /** 0 to 1. */ value: number; because: string; }; exposure: { /** 0 to 1. */ value: number; because: string; }; ransomwareExponent: number; } | null; evidence: ({ detector: "scan" | "agent" | "import"; /** Per cent. */ confidence: number | null; /** What it saw: product, version, banner, text … */ shown: ({ name: string; value: string; })[]; /** What each source says of it, the one with most authority first. */ verdicts: ({ source: "debian" | "osv" | "cna" | "nvd"; verdict: "affected" | "not_affected" | "unknown"; /** A sentence. */ reason: string; /** Per cent. */ confidence: number; /** The first in the order of authority that knows. */ decides: boolean; })[]; })[]; /** When it was last seen again after it was resolved. Unix epoch milliseconds. */ reopenedAt: number | null; /** When it was resolved. Unix epoch milliseconds. */ resolvedAt: number | null; /** Open findings of the same weakness at other places. */ elsewhere: number; /** Changes of status and notes, the newest first, at most 200. */ history: ({ /** When. Unix epoch milliseconds. */ at: number; /** Missing when it was first seen. */ from?: "open" | "in_progress" | "resolved" | "accepted" | "false_positive" | undefined; to: "open" | "in_progress" | "resolved" | "accepted" | "false_positive"; /** The name of the API key or user, or `system`. */ by: string; /** `api_key`, `user`, `command_line` or `system`. */ byKind: string; /** What they said, or why the system did it. */ notes?: string | undefined; /** With `accepted`: until when. Unix epoch milliseconds. */ acceptedUntil?: number | undefined; })[]; };
export type ScanProgress = { /** The earliest that any host is in. */ phase: "discovery" | "ports" | "services"; hostsTotal: number; hostsDone: number; hostsUp: number; openPorts: number; /** 0 to 100: the share of all that is to be asked. */ percent: number; };
export type LatestScanRun = { id: string; /** `queued`: its probe has not taken it yet. */ state: "queued" | "running" | "completed" | "failed" | "stopped"; /** Why it failed or was stopped, a sentence. */ error: string | null; progress: ScanProgress | null; stopRequested: boolean; /** When it was asked for. Unix epoch milliseconds. */ createdAt: number; /** When its probe took it. Unix epoch milliseconds. */ startedAt: number | null; /** When it ended. Unix epoch milliseconds. */ finishedAt: number | null; };
export type ScanRow = { id: string; name: string; siteId: string; siteName: string; probeId: string; probeName: string; scanType: "discovery" | "ports" | "full"; targets: (string)[]; /** Five-field cron; null: only when asked to. */ schedule: string | null; timezone: string; /** Whether it runs by its schedule. */ enabled: boolean; /** When its last run began that came to its end. Unix epoch milliseconds. */ lastRunAt: number | null; /** When it is due; null: it is not. Unix epoch milliseconds. */ nextRunAt: number | null; /** Why the last attempt was no good. */ lastError: string | null; latestRun: LatestScanRun | null; };
export type ScanDetail = { id: string; name: string; siteId: string; siteName: string; probeId: string; probeName: string; scanType: "discovery" | "ports" | "full"; targets: (string)[]; /** Five-field cron; null: only when asked to. */ schedule: string | null; timezone: string; /** Whether it runs by its schedule. */ enabled: boolean; /** When its last run began that came to its end. Unix epoch milliseconds. */ lastRunAt: number | null; /** When it is due; null: it is not. Unix epoch milliseconds. */ nextRunAt: number | null; /** Why the last attempt was no good. */ lastError: string | null; latestRun: LatestScanRun | null; /** The next three times that it is due. */ nextRuns: (number)[]; settings: { exclude: (string)[]; tcpPorts: string; udpPorts: string | null; budget: { perHostPerSec: number | null; perSubnetPerSec: number | null; totalPerSec: number | null; }; connectTimeoutMs: number; includeFragile: boolean; allowNmap: boolean; }; };
export type ScanRunRow = { id: string; /** `queued`: its probe has not taken it yet. */ state: "queued" | "running" | "completed" | "failed" | "stopped"; /** Why it failed or was stopped, a sentence. */ error: string | null; progress: ScanProgress | null; stopRequested: boolean; /** When it was asked for. Unix epoch milliseconds. */ createdAt: number; /** When its probe took it. Unix epoch milliseconds. */ startedAt: number | null; /** When it ended. Unix epoch milliseconds. */ finishedAt: number | null; scanId: string; scanName: string; siteId: string; /** null: the site was deleted. */ siteName: string | null; scanType: "discovery" | "ports" | "full"; /** A person, a key, or `schedule`. */ requestedBy: string; };
export type ScanRunDetail = { id: string; /** `queued`: its probe has not taken it yet. */ state: "queued" | "running" | "completed" | "failed" | "stopped"; /** Why it failed or was stopped, a sentence. */ error: string | null; progress: ScanProgress | null; stopRequested: boolean; /** When it was asked for. Unix epoch milliseconds. */ createdAt: number; /** When its probe took it. Unix epoch milliseconds. */ startedAt: number | null; /** When it ended. Unix epoch milliseconds. */ finishedAt: number | null; scanId: string; scanName: string; siteId: string; /** null: the site was deleted. */ siteName: string | null; scanType: "discovery" | "ports" | "full"; /** A person, a key, or `schedule`. */ requestedBy: string; targets: (string)[]; /** How often its probe was handed it: more than once when that was interrupted. */ attempts: number; /** null: it was deleted since. */ probe: { name: string; status: string; lastSeenAt: number | null; } | null; };
export type ScanRunFigures = { up: number; down: number; skipped: number; /** Stopped answering, or took too long. */ dropped: number; /** TCP and UDP ports that it saw open. */ openPorts: number; /** Findings that are new, or came back. */ opened: number; resolved: number; };
export type ScanRunHost = { /** Its address. */ id: string; outcome: "up" | "down" | "skipped" | "dropped"; /** Why it was skipped or dropped, a sentence. */ reason: string | null; assetId: string | null; assetName: string | null; /** What the asset has open now. */ openPorts: number; /** What is open at the asset now. */ openFindings: number; /** When it was done. Unix epoch milliseconds. */ finishedAt: number; };
export type NetworkSuggestion = { /** A CIDR that the server itself is in. */ network: string; /** The server's own address there. */ address: string; interface: string; /** How many addresses the network has. */ addresses: number; };
export type Errand = { id: string; kind: "check" | "checkNow" | "discover"; /** `queued`: waits for its collector; `running`: the collector is at it; `done`: see `check` or `discovery`; `failed`: see `failure`. */ state: "queued" | "running" | "done" | "failed"; collector: { id: string; name: string; /** When it was last heard of. Unix epoch milliseconds. */ lastSeenAt: number | null; }; /** When it was asked for. Unix epoch milliseconds. */ createdAt: number; /** When it is given up. Unix epoch milliseconds. */ expiresAt: number; /** When it ended. Unix epoch milliseconds. */ endedAt: number | null; /** Why nothing was found out. */ failure: string | null; check?: { at: number; ok: boolean; withheld?: boolean | undefined; cause?: string | undefined; causeCode?: string | undefined; latencyMs?: number | undefined; httpStatus?: number | undefined; certDaysLeft?: number | undefined; lossPercent?: number | undefined; jitterMs?: number | undefined; detail?: { address?: string | undefined; phases?: Record<string, number> | undefined; tls?: { protocol: string; cipher: string; } | undefined; } | undefined; interfaces?: ({ name: string; alias: string | null; ifIndex: number | null; adminStatus: string; operStatus: string; speedBps: number | null; inBps: number | null; outBps: number | null; inErrorsPerSec: number | null; outErrorsPerSec: number | null; inDiscardsPerSec: number | null; outDiscardsPerSec: number | null; utilisationPercent: number | null; })[] | undefined; host?: ({ aspect: "cpu" | "memory" | "storage" | "uptime"; name: string; percent: number | null; used: number | null; total: number | null; seconds: number | null; })[] | undefined; } | undefined; discovery?: { address: string | null; sysName: string | null; sysDescr: string | null; uptimeSec: number | null; interfaces: ({ name: string; alias: string | null; type: string; speedBps: number | null; adminStatus: string; operStatus: string; })[]; host: ({ aspect: "cpu" | "memory" | "storage" | "uptime"; name: string; percent: number | null; used: number | null; total: number | null; seconds: number | null; })[]; notes: (string)[]; } | undefined; };
export type ErrandAsked = { id: string; };
export type FeedState = { name: "nvd" | "kev" | "epss" | "debian" | "osv"; title: string; /** What the feed says of its own age. Unix epoch milliseconds. */ asOf: number | null; /** When it was last taken in; null: never. Unix epoch milliseconds. */ importedAt: number | null; /** How old what is known is. */ ageMs: number | null; /** Older than one that is kept up to date. */ isStale: boolean; records: number; /** When it was last tried to take it in. Unix epoch milliseconds. */ lastAttemptAt: number | null; /** Why that failed, or not all of it came. */ lastError: string | null; };
export type ProbeRow = { id: string; name: string; /** It is part of the server. */ embedded: boolean; /** `pending`: it has not enrolled yet; `silent`: not heard of for 10 minutes. */ status: "pending" | "online" | "silent" | "disabled"; companyId: string | null; companyName: string | null; version: string | null; hostname: string | null; /** When it was last heard of. Unix epoch milliseconds. */ lastSeenAt: number | null; /** Until when its enrolment token can be used; null: none is out. Unix epoch milliseconds. */ tokenExpiresAt: number | null; /** What it last said of itself. */ health: { /** Version of the nmap found; null: none. */ nmap: string | null; /** Whether it may ping hosts. */ icmp: boolean; /** Scans that it is working on, or still holds messages of. */ runs: number; /** Likewise of directories; null: it is too old for them. */ assessments: number | null; /** Messages that wait on its disk. */ spooled: number; } | null; /** Names of the sites that it scans. */ sites: (string)[]; /** Scans that it carries out. */ scans: number; /** Directories that it assesses. */ directories: number; /** CIDRs; empty: all addresses. */ targetAllow: (string)[]; /** CIDRs. */ targetDeny: (string)[]; /** When it was made. Unix epoch milliseconds. */ createdAt: number; };
export type AgentRow = { id: string; name: string; /** `silent`: not heard of for 3 minutes. */ status: "online" | "silent" | "revoked"; version: string | null; hostname: string; /** null: no inventory yet. */ os: string | null; siteId: string | null; site: string | null; tags: (string)[]; /** When it enrolled. Unix epoch milliseconds. */ enrolledAt: number; /** When it was last heard of. Unix epoch milliseconds. */ lastSeenAt: number | null; /** When its last inventory was taken. Unix epoch milliseconds. */ inventoryAt: number | null; packages: number; /** How many packages could be judged, and why others could not. */ coverage: { judged: number; notJudged: ({ reason: string; packages: number; })[]; } | null; /** Version of oscap; null: none, so no audits. */ oscap: string | null; /** Whether it runs with all rights. */ privileged: boolean | null; /** Audits in hand. */ audits: number; /** Outcomes that wait on its disk. */ spooled: number; /** What it cannot see, and what would help. */ blindSpots: ({ what: "hardware" | "packages" | "listeners" | "processes" | "interfaces" | "audit"; why: string; })[]; assetId: string | null; };
export type AgentPage = { id: string; name: string; /** `silent`: not heard of for 3 minutes. */ status: "online" | "silent" | "revoked"; version: string | null; hostname: string; /** null: no inventory yet. */ os: string | null; siteId: string | null; site: string | null; tags: (string)[]; /** When it enrolled. Unix epoch milliseconds. */ enrolledAt: number; /** When it was last heard of. Unix epoch milliseconds. */ lastSeenAt: number | null; /** When its last inventory was taken. Unix epoch milliseconds. */ inventoryAt: number | null; packages: number; /** How many packages could be judged, and why others could not. */ coverage: { judged: number; notJudged: ({ reason: string; packages: number; })[]; } | null; /** Version of oscap; null: none, so no audits. */ oscap: string | null; /** Whether it runs with all rights. */ privileged: boolean | null; /** Audits in hand. */ audits: number; /** Outcomes that wait on its disk. */ spooled: number; /** What it cannot see, and what would help. */ blindSpots: ({ what: "hardware" | "packages" | "listeners" | "processes" | "interfaces" | "audit"; why: string; })[]; assetId: string | null; host: { hostname: string; fqdn: string | null; os: { family: "linux" | "windows" | "macos" | "bsd" | "other"; id: string; like: (string)[]; name: string; version: string | null; codename: string | null; }; kernel: string; architecture: string; hardware: { uuid: string | null; vendor: string | null; product: string | null; kind: "physical" | "virtual" | "container" | "unknown"; }; interfaces: ({ name: string; mac: string | null; addresses: (string)[]; })[]; primaryAddress: string | null; bootedAt: number; packageManager: "dpkg" | "rpm" | "apk" | null; } | null; listeners: ({ protocol: "tcp" | "udp"; address: string; port: number; process: string | null; })[]; };
export type AgentToken = { id: string; note: string; siteId: string | null; site: string | null; tags: (string)[]; usesLeft: number; /** Until when it works. Unix epoch milliseconds. */ expiresAt: number; /** When it was made. Unix epoch milliseconds. */ createdAt: number; createdBy: string; };

/** What each operation takes and answers. */
export interface Operations {
  /** Take open incidents on */
  acknowledgeIncidents: { path: { tenantId: string; }; body: { ids: (string)[]; note?: string | undefined; }; reply: { /** Not those that were acknowledged already, or are closed. */ acknowledged: (string)[]; }; };
  /** What a browser needs to ask for a passkey */
  beginPasskeySignIn: { reply: unknown; };
  /** Where to sign in at the provider */
  beginProviderSignIn: { body: { /** The page of the console to come back to. */ next: string; }; reply: { url: string; }; };
  /** Rename an agent, or say where its host belongs; what is left out stays */
  changeAgent: { path: { tenantId: string; id: string; }; body: { name?: string | undefined; siteId?: string | null | undefined; tags?: (string)[] | undefined; }; reply: { ok: boolean; }; };
  /** Make an item of audits what the body says; another name renames it */
  changeAudit: { path: { tenantId: string; id: string; }; query?: { dryRun?: boolean | undefined; version?: string | undefined; }; body: AuditDeclaration; reply: DeclarationOutcome; };
  /** Make an item of bundles what the body says; another name renames it */
  changeBundle: { path: { tenantId: string; id: string; }; query?: { dryRun?: boolean | undefined; version?: string | undefined; }; body: BundleDeclaration; reply: DeclarationOutcome; };
  /** Make an item of collectors what the body says; another name renames it */
  changeCollector: { path: { tenantId: string; id: string; }; query?: { dryRun?: boolean | undefined; version?: string | undefined; }; body: CollectorDeclaration; reply: DeclarationOutcome; };
  /** Make an item of companies what the body says; another name renames it */
  changeCompany: { path: { tenantId: string; id: string; }; query?: { dryRun?: boolean | undefined; version?: string | undefined; }; body: CompanyDeclaration; reply: DeclarationOutcome; };
  /** Make an item of directories what the body says; another name renames it */
  changeDirectory: { path: { tenantId: string; id: string; }; query?: { dryRun?: boolean | undefined; version?: string | undefined; }; body: DirectoryDeclaration; reply: DeclarationOutcome; };
  /** Make an item of maintenance what the body says; another name renames it */
  changeMaintenanceWindow: { path: { tenantId: string; id: string; }; query?: { dryRun?: boolean | undefined; version?: string | undefined; }; body: MaintenanceWindowDeclaration; reply: DeclarationOutcome; };
  /** Change what the tenant may have */
  changePlan: { path: { tenantId: string; }; query?: { dryRun?: boolean | undefined; }; body: PlanDeclaration; reply: DeclarationOutcome; };
  /** Make an item of probes what the body says; another name renames it */
  changeProbe: { path: { tenantId: string; id: string; }; query?: { dryRun?: boolean | undefined; version?: string | undefined; }; body: ProbeDeclaration; reply: DeclarationOutcome; };
  /** Make an item of scans what the body says; another name renames it */
  changeScan: { path: { tenantId: string; id: string; }; query?: { dryRun?: boolean | undefined; version?: string | undefined; }; body: ScanDeclaration; reply: DeclarationOutcome; };
  /** Make an item of sensors what the body says; another name renames it */
  changeSensor: { path: { tenantId: string; id: string; }; query?: { dryRun?: boolean | undefined; version?: string | undefined; }; body: SensorDeclaration; reply: DeclarationOutcome; };
  /** Change many sensors at once: pause, resume, interval, company, collector, tags */
  changeSensors: { path: { tenantId: string; }; body: { /** Either `ids`, or `filter` with `expected`. */ select: { ids?: (string)[] | undefined; filter?: { status?: string | undefined; type?: string | undefined; company?: string | undefined; collector?: string | undefined; tag?: string | undefined; q?: string | undefined; } | undefined; /** With a filter: how many match. If it is another number by now, nothing is done. */ expected?: number | undefined; }; change: { /** False pauses. */ enabled?: boolean | undefined; intervalSec?: number | undefined; companyId?: string | null | undefined; collectorId?: string | undefined; addTags?: (string)[] | undefined; removeTags?: (string)[] | undefined; }; }; reply: { /** Sensors that were meant. */ matched: number; /** Of those, the ones that were not yet so. */ changed: number; }; };
  /** Make an item of sites what the body says; another name renames it */
  changeSite: { path: { tenantId: string; id: string; }; query?: { dryRun?: boolean | undefined; version?: string | undefined; }; body: SiteDeclaration; reply: DeclarationOutcome; };
  /** Check a sensor now; the result counts as any other */
  checkSensorNow: { path: { tenantId: string; id: string; }; reply: ErrandAsked; };
  /** All findings that match, to decide about them: at most 10000, the riskiest first */
  chooseFindings: { path: { tenantId: string; }; query?: { status?: string | undefined; severity?: string | undefined; kev?: string | undefined; minEpss?: string | undefined; minConfidence?: string | undefined; site?: string | undefined; company?: string | undefined; asset?: string | undefined; detector?: string | undefined; kind?: string | undefined; weakness?: string | undefined; maxAgeDays?: string | undefined; minAgeDays?: string | undefined; fix?: string | undefined; q?: string | undefined; }; reply: { items: ({ id: string; /** As it was when it was chosen. */ statusAt: number; })[]; /** No more than these match. */ isAll: boolean; }; };
  /** How many sensors there are of each status, type, company, collector and tag */
  countSensors: { path: { tenantId: string; }; reply: SensorFacets; };
  /** Make a token for one host or many; it is shown this once */
  createAgentToken: { path: { tenantId: string; }; body: { note: string; siteId: string | null; tags: (string)[]; uses: number; validForMs: number; }; reply: { id: string; /** Never to be seen again. */ token: string; expiresAt: number; }; };
  /** Make a key; it is shown this once */
  createApiKey: { path: { tenantId: string; }; body: { service: "monitor" | "exposure"; scope: "read" | "read_write"; name: string; }; reply: { id: string; /** The key itself, never to be seen again. */ key: string; }; };
  /** Make an item of audits */
  createAudit: { path: { tenantId: string; }; query?: { dryRun?: boolean | undefined; }; body: AuditDeclaration; reply: DeclarationOutcome; };
  /** Make an item of bundles */
  createBundle: { path: { tenantId: string; }; query?: { dryRun?: boolean | undefined; }; body: BundleDeclaration; reply: DeclarationOutcome; };
  /** Make an item of collectors */
  createCollector: { path: { tenantId: string; }; query?: { dryRun?: boolean | undefined; }; body: CollectorDeclaration; reply: DeclarationOutcome; };
  /** Make an item of companies */
  createCompany: { path: { tenantId: string; }; query?: { dryRun?: boolean | undefined; }; body: CompanyDeclaration; reply: DeclarationOutcome; };
  /** Make an item of directories */
  createDirectory: { path: { tenantId: string; }; query?: { dryRun?: boolean | undefined; }; body: DirectoryDeclaration; reply: DeclarationOutcome; };
  /** Make an item of maintenance */
  createMaintenanceWindow: { path: { tenantId: string; }; query?: { dryRun?: boolean | undefined; }; body: MaintenanceWindowDeclaration; reply: DeclarationOutcome; };
  /** Make an item of probes */
  createProbe: { path: { tenantId: string; }; query?: { dryRun?: boolean | undefined; }; body: ProbeDeclaration; reply: DeclarationOutcome; };
  /** Make an item of scans */
  createScan: { path: { tenantId: string; }; query?: { dryRun?: boolean | undefined; }; body: ScanDeclaration; reply: DeclarationOutcome; };
  /** Make an item of sensors */
  createSensor: { path: { tenantId: string; }; query?: { dryRun?: boolean | undefined; }; body: SensorDeclaration; reply: DeclarationOutcome; };
  /** Make an item of sites */
  createSite: { path: { tenantId: string; }; query?: { dryRun?: boolean | undefined; }; body: SiteDeclaration; reply: DeclarationOutcome; };
  /** Delete an agent that is revoked; runs of its audits stay */
  deleteAgent: { path: { tenantId: string; id: string; }; reply: { ok: boolean; }; };
  /** Delete an item of audits that nothing uses any more */
  deleteAudit: { path: { tenantId: string; id: string; }; reply: DeclarationOutcome; };
  /** Delete an item of bundles that nothing uses any more */
  deleteBundle: { path: { tenantId: string; id: string; }; reply: DeclarationOutcome; };
  /** Delete an item of collectors that nothing uses any more */
  deleteCollector: { path: { tenantId: string; id: string; }; reply: DeclarationOutcome; };
  /** Delete an item of companies that nothing uses any more */
  deleteCompany: { path: { tenantId: string; id: string; }; reply: DeclarationOutcome; };
  /** Delete an item of directories that nothing uses any more */
  deleteDirectory: { path: { tenantId: string; id: string; }; reply: DeclarationOutcome; };
  /** Delete an item of maintenance that nothing uses any more */
  deleteMaintenanceWindow: { path: { tenantId: string; id: string; }; reply: DeclarationOutcome; };
  /** Delete an item of probes that nothing uses any more */
  deleteProbe: { path: { tenantId: string; id: string; }; reply: DeclarationOutcome; };
  /** Delete an item of scans that nothing uses any more */
  deleteScan: { path: { tenantId: string; id: string; }; reply: DeclarationOutcome; };
  /** Delete an item of sensors that nothing uses any more */
  deleteSensor: { path: { tenantId: string; id: string; }; reply: DeclarationOutcome; };
  /** Delete sensors */
  deleteSensors: { path: { tenantId: string; }; body: { /** Either `ids`, or `filter` with `expected`. */ select: { ids?: (string)[] | undefined; filter?: { status?: string | undefined; type?: string | undefined; company?: string | undefined; collector?: string | undefined; tag?: string | undefined; q?: string | undefined; } | undefined; /** With a filter: how many match. If it is another number by now, nothing is done. */ expected?: number | undefined; }; }; reply: { deleted: number; }; };
  /** Delete an item of sites that nothing uses any more */
  deleteSite: { path: { tenantId: string; id: string; }; reply: DeclarationOutcome; };
  /** Refuse a probe from its next request on; its scans stay declared */
  disableProbe: { path: { tenantId: string; id: string; }; reply: { ok: boolean; }; };
  /** The same as a file for spreadsheets */
  downloadUsage: { path: { tenantId: string; }; reply: string; };
  /** Let a disabled probe back in, with the credential that it has */
  enableProbe: { path: { tenantId: string; id: string; }; reply: { /** It has none: it needs a new token. */ mustEnrol: boolean; }; };
  /** One agent, with what it found out about its host */
  getAgent: { path: { tenantId: string; id: string; }; reply: AgentPage; };
  /** What became of an errand of one's own */
  getErrand: { path: { tenantId: string; id: string; }; reply: Errand; };
  /** One scan with its settings and when it is due next */
  getScan: { path: { tenantId: string; id: string; }; reply: ScanDetail; };
  /** How it goes with a run */
  getScanRun: { path: { tenantId: string; id: string; }; reply: ScanRunDetail; };
  /** What a run found so far */
  getScanRunFigures: { path: { tenantId: string; id: string; }; reply: ScanRunFigures; };
  /** Who has signed in, and to which tenants */
  getSession: { reply: Session; };
  /** The tenant's agents */
  listAgentRows: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; siteId?: string | undefined; status?: string | undefined; tag?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (AgentRow)[]; }; };
  /** Enrolment tokens that still work */
  listAgentTokens: { path: { tenantId: string; }; reply: { items: (AgentToken)[]; }; };
  /** The tenant's API keys, the revoked ones last */
  listApiKeys: { path: { tenantId: string; }; reply: { items: (ApiKey)[]; }; };
  /** Names and ids under audits, to choose from */
  listAuditNames: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (DeclaredName)[]; }; };
  /** Names and ids under bundles, to choose from */
  listBundleNames: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (DeclaredName)[]; }; };
  /** Names and ids under collectors, to choose from */
  listCollectorNames: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (DeclaredName)[]; }; };
  /** The tenant's collectors by name */
  listCollectors: { path: { tenantId: string; }; reply: { items: (CollectorRow)[]; }; };
  /** Names and ids under companies, to choose from */
  listCompanyNames: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (DeclaredName)[]; }; };
  /** Names and ids under directories, to choose from */
  listDirectoryNames: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (DeclaredName)[]; }; };
  /** What is known of vulnerabilities, and how old it is */
  listFeedStates: { path: { tenantId: string; }; reply: { items: (FeedState)[]; /** The latest that somebody asked this server for; null: none. */ sync: { running: boolean; /** What is being done, or what became of it. */ sentence: string; /** Records of the present file that were read. */ records: number; /** When it was asked for. Unix epoch milliseconds. */ startedAt: number; /** When it ended. Unix epoch milliseconds. */ endedAt: number | null; failures: (string)[]; } | null; }; };
  /** Findings, filtered and sorted */
  listFindingRows: { path: { tenantId: string; }; query?: { status?: string | undefined; severity?: string | undefined; kev?: string | undefined; minEpss?: string | undefined; minConfidence?: string | undefined; site?: string | undefined; company?: string | undefined; asset?: string | undefined; detector?: string | undefined; kind?: string | undefined; weakness?: string | undefined; maxAgeDays?: string | undefined; minAgeDays?: string | undefined; fix?: string | undefined; limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (FindingRow)[]; }; };
  /** Incidents, filtered and sorted */
  listIncidentRows: { path: { tenantId: string; }; query?: { state?: string | undefined; acknowledged?: string | undefined; kind?: string | undefined; sensor?: string | undefined; company?: string | undefined; tag?: string | undefined; flapping?: string | undefined; from?: string | undefined; to?: string | undefined; limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (IncidentRow)[]; }; };
  /** Names and ids under maintenance, to choose from */
  listMaintenanceWindowNames: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (DeclaredName)[]; }; };
  /** Names and ids under probes, to choose from */
  listProbeNames: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (DeclaredName)[]; }; };
  /** The tenant's probes, the embedded one first */
  listProbes: { path: { tenantId: string; }; reply: { items: (ProbeRow)[]; }; };
  /** Names and ids under scans, to choose from */
  listScanNames: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (DeclaredName)[]; }; };
  /** The tenant's scans, each with its latest run */
  listScanRows: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; type?: string | undefined; siteId?: string | undefined; state?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (ScanRow)[]; }; };
  /** The hosts of a run, what became of each, and why */
  listScanRunHosts: { path: { tenantId: string; id: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; outcome?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (ScanRunHost)[]; }; };
  /** Runs of all scans, or of one */
  listScanRuns: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; scanId?: string | undefined; siteId?: string | undefined; state?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (ScanRunRow)[]; }; };
  /** Names and ids under sensors, to choose from */
  listSensorNames: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (DeclaredName)[]; }; };
  /** A piece of the table of sensors */
  listSensorRows: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; status?: string | undefined; type?: string | undefined; company?: string | undefined; collector?: string | undefined; tag?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (SensorRow)[]; }; };
  /** Names and ids under sites, to choose from */
  listSiteNames: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (DeclaredName)[]; }; };
  /** Add a note to an incident's timeline */
  noteIncident: { path: { tenantId: string; id: string; }; body: { note: string; }; reply: { ok: boolean; }; };
  /** When a schedule is due next, or what is wrong with it */
  previewSchedule: { path: { tenantId: string; }; query?: { schedule?: string | undefined; timezone?: string | undefined; }; reply: { /** A sentence; null: it is good. */ fault: string | null; /** Unix epoch milliseconds. */ next: (number)[]; }; };
  /** One item of audits as it would stand in a configuration file, without its secrets */
  readAuditDeclaration: { path: { tenantId: string; id: string; }; reply: { id: string; item: AuditDeclaration; /** JSON pointers of what is kept and not shown: `/snmp/community`. */ secrets: (string)[]; /** To be sent along with a change. */ version: string; }; };
  /** One item of bundles as it would stand in a configuration file, without its secrets */
  readBundleDeclaration: { path: { tenantId: string; id: string; }; reply: { id: string; item: BundleDeclaration; /** JSON pointers of what is kept and not shown: `/snmp/community`. */ secrets: (string)[]; /** To be sent along with a change. */ version: string; }; };
  /** One item of collectors as it would stand in a configuration file, without its secrets */
  readCollectorDeclaration: { path: { tenantId: string; id: string; }; reply: { id: string; item: CollectorDeclaration; /** JSON pointers of what is kept and not shown: `/snmp/community`. */ secrets: (string)[]; /** To be sent along with a change. */ version: string; }; };
  /** One item of companies as it would stand in a configuration file, without its secrets */
  readCompanyDeclaration: { path: { tenantId: string; id: string; }; reply: { id: string; item: CompanyDeclaration; /** JSON pointers of what is kept and not shown: `/snmp/community`. */ secrets: (string)[]; /** To be sent along with a change. */ version: string; }; };
  /** One item of directories as it would stand in a configuration file, without its secrets */
  readDirectoryDeclaration: { path: { tenantId: string; id: string; }; reply: { id: string; item: DirectoryDeclaration; /** JSON pointers of what is kept and not shown: `/snmp/community`. */ secrets: (string)[]; /** To be sent along with a change. */ version: string; }; };
  /** One finding with what it rests on and what became of it */
  readFinding: { path: { tenantId: string; id: string; }; reply: FindingPage; };
  /** One host aspect over time */
  readHostSeries: { path: { tenantId: string; id: string; }; query?: { range?: "24h" | "7d" | "30d" | "1y" | undefined; name?: string | undefined; aspect?: "cpu" | "memory" | "storage" | "uptime" | undefined; }; reply: HostSeries; };
  /** One incident with its timeline and what else happened around it */
  readIncident: { path: { tenantId: string; id: string; }; reply: IncidentPage; };
  /** Traffic, errors and discards of one interface over time */
  readInterfaceSeries: { path: { tenantId: string; id: string; }; query?: { range?: "24h" | "7d" | "30d" | "1y" | undefined; name?: string | undefined; }; reply: InterfaceSeries; };
  /** One item of maintenance as it would stand in a configuration file, without its secrets */
  readMaintenanceWindowDeclaration: { path: { tenantId: string; id: string; }; reply: { id: string; item: MaintenanceWindowDeclaration; /** JSON pointers of what is kept and not shown: `/snmp/community`. */ secrets: (string)[]; /** To be sent along with a change. */ version: string; }; };
  /** What the tenant may have */
  readPlanDeclaration: { path: { tenantId: string; }; reply: PlanDeclaration; };
  /** One item of probes as it would stand in a configuration file, without its secrets */
  readProbeDeclaration: { path: { tenantId: string; id: string; }; reply: { id: string; item: ProbeDeclaration; /** JSON pointers of what is kept and not shown: `/snmp/community`. */ secrets: (string)[]; /** To be sent along with a change. */ version: string; }; };
  /** One item of scans as it would stand in a configuration file, without its secrets */
  readScanDeclaration: { path: { tenantId: string; id: string; }; reply: { id: string; item: ScanDeclaration; /** JSON pointers of what is kept and not shown: `/snmp/community`. */ secrets: (string)[]; /** To be sent along with a change. */ version: string; }; };
  /** One sensor: what it is, why it is so, and what was last read */
  readSensor: { path: { tenantId: string; id: string; }; reply: SensorPage; };
  /** One item of sensors as it would stand in a configuration file, without its secrets */
  readSensorDeclaration: { path: { tenantId: string; id: string; }; reply: { id: string; item: SensorDeclaration; /** JSON pointers of what is kept and not shown: `/snmp/community`. */ secrets: (string)[]; /** To be sent along with a change. */ version: string; }; };
  /** Latency, loss and outages of a sensor over time */
  readSensorSeries: { path: { tenantId: string; id: string; }; query?: { range?: "24h" | "7d" | "30d" | "1y" | undefined; }; reply: SensorSeries; };
  /** How available a sensor was over 24 hours, 7 days, 30 days and a year */
  readSensorUptime: { path: { tenantId: string; id: string; }; reply: SensorUptime; };
  /** One item of sites as it would stand in a configuration file, without its secrets */
  readSiteDeclaration: { path: { tenantId: string; id: string; }; reply: { id: string; item: SiteDeclaration; /** JSON pointers of what is kept and not shown: `/snmp/community`. */ secrets: (string)[]; /** To be sent along with a change. */ version: string; }; };
  /** Billable sensors by company, against the plan */
  readUsage: { path: { tenantId: string; }; reply: UsageByCompany; };
  /** Make a new enrolment token; it is shown this once */
  renewCollectorToken: { path: { tenantId: string; id: string; }; reply: { token: string; expiresAt: number; }; };
  /** Make a new enrolment token; it is shown this once */
  renewProbeToken: { path: { tenantId: string; id: string; }; reply: { token: string; expiresAt: number; }; };
  /** Refuse an agent for good; what it found stays until somebody else looks */
  revokeAgent: { path: { tenantId: string; id: string; }; reply: { ok: boolean; }; };
  /** Make a token worthless; agents that enrolled with it stay */
  revokeAgentToken: { path: { tenantId: string; id: string; }; reply: { ok: boolean; }; };
  /** Revoke a key: the next request with it is refused */
  revokeApiKey: { path: { tenantId: string; id: string; }; reply: { ok: boolean; }; };
  /** Refuse a collector from its next request on; its sensors stay assigned to it */
  revokeCollector: { path: { tenantId: string; id: string; }; reply: { ok: boolean; }; };
  /** Run a scan now; when it runs already, that run is the answer */
  runScan: { path: { tenantId: string; id: string; }; reply: { runId: string; isNew: boolean; }; };
  /** Set which addresses a collector may ask */
  setCollectorTargets: { path: { tenantId: string; id: string; }; body: { allow: (string)[]; deny: (string)[]; }; reply: { ok: boolean; }; };
  /** Decide about findings */
  setFindingStatuses: { path: { tenantId: string; }; body: { status: "open" | "in_progress" | "resolved" | "accepted" | "false_positive"; /** Why, at most 10000 characters; kept in the history. */ notes?: string | undefined; /** With `accepted` only: it opens again then. Unix epoch milliseconds, in the future. */ acceptedUntil?: number | undefined; findings: ({ id: string; /** As it was when it was chosen. */ statusAt: number; })[]; }; reply: { changed: number; /** It was so already. */ same: number; conflicts: (string)[]; /** They are no more. */ missing: number; }; };
  /** Set which addresses a probe may touch */
  setProbeTargets: { path: { tenantId: string; id: string; }; body: { allow: (string)[]; deny: (string)[]; }; reply: { ok: boolean; }; };
  /** Make the first account, owner of all tenants, and sign in */
  setUp: { body: { /** Of the link that the server prints. */ token: string; name: string; email: string; password: string; }; reply: { ok: boolean; }; };
  /** Sign in with e-mail and password */
  signIn: { body: { email: string; password: string; }; reply: { /** Not signed in yet: a code of the second factor comes next. */ needsCode: boolean; }; };
  /** Finish signing in with a code of the second factor */
  signInWithCode: { body: { /** Of the app, or one of the list. */ kind: "totp" | "backup"; code: string; }; reply: { ok: boolean; }; };
  /** Sign in with a passkey */
  signInWithPasskey: { body: { /** AuthenticationResponseJSON (Web Authentication Level 3). */ response: { id: string; }; }; reply: { ok: boolean; }; };
  /** End the session */
  signOut: { reply: { ok: boolean; }; };
  /** Stop a run; what it found until then stays */
  stopScanRun: { path: { tenantId: string; id: string; }; reply: { /** `stopping`: its probe is told; `ended`: there was nothing to stop. */ outcome: "stopped" | "stopping" | "ended"; }; };
  /** Private networks that the server is in, for a first scan */
  suggestNetworks: { path: { tenantId: string; }; reply: { items: (NetworkSuggestion)[]; }; };
  /** Download what is new of the feeds, and take it in */
  syncFeeds: { path: { tenantId: string; }; reply: { /** False: one is under way already. */ isNew: boolean; }; };
  /** Try out settings that are not saved */
  testSensor: { path: { tenantId: string; }; body: { kind: "check" | "discover"; /** Who shall do it; null: the embedded collector. */ collectorId: string | null; /** The sensor that is being changed: secrets that are left out are its own. */ sensorId?: string | undefined; /** As it would stand in a configuration file. */ sensor: Record<string, unknown>; }; reply: ErrandAsked; };
  /** What changes, as it changes */
  watchTenant: { path: { tenantId: string; }; reply: string; };
}

/** Method and path of each operation. */
export const operations = {
  acknowledgeIncidents: ["POST", "/tenants/{tenantId}/incidents/acknowledge"],
  beginPasskeySignIn: ["POST", "/sign-in/passkey/options"],
  beginProviderSignIn: ["POST", "/sign-in/provider"],
  changeAgent: ["PATCH", "/tenants/{tenantId}/agents/{id}"],
  changeAudit: ["PUT", "/tenants/{tenantId}/declarations/audits/{id}"],
  changeBundle: ["PUT", "/tenants/{tenantId}/declarations/bundles/{id}"],
  changeCollector: ["PUT", "/tenants/{tenantId}/declarations/collectors/{id}"],
  changeCompany: ["PUT", "/tenants/{tenantId}/declarations/companies/{id}"],
  changeDirectory: ["PUT", "/tenants/{tenantId}/declarations/directories/{id}"],
  changeMaintenanceWindow: ["PUT", "/tenants/{tenantId}/declarations/maintenance/{id}"],
  changePlan: ["PUT", "/tenants/{tenantId}/declarations/plan"],
  changeProbe: ["PUT", "/tenants/{tenantId}/declarations/probes/{id}"],
  changeScan: ["PUT", "/tenants/{tenantId}/declarations/scans/{id}"],
  changeSensor: ["PUT", "/tenants/{tenantId}/declarations/sensors/{id}"],
  changeSensors: ["POST", "/tenants/{tenantId}/sensors/changes"],
  changeSite: ["PUT", "/tenants/{tenantId}/declarations/sites/{id}"],
  checkSensorNow: ["POST", "/tenants/{tenantId}/sensors/{id}/check"],
  chooseFindings: ["GET", "/tenants/{tenantId}/findings/choice"],
  countSensors: ["GET", "/tenants/{tenantId}/sensor-facets"],
  createAgentToken: ["POST", "/tenants/{tenantId}/agent-tokens"],
  createApiKey: ["POST", "/tenants/{tenantId}/api-keys"],
  createAudit: ["POST", "/tenants/{tenantId}/declarations/audits"],
  createBundle: ["POST", "/tenants/{tenantId}/declarations/bundles"],
  createCollector: ["POST", "/tenants/{tenantId}/declarations/collectors"],
  createCompany: ["POST", "/tenants/{tenantId}/declarations/companies"],
  createDirectory: ["POST", "/tenants/{tenantId}/declarations/directories"],
  createMaintenanceWindow: ["POST", "/tenants/{tenantId}/declarations/maintenance"],
  createProbe: ["POST", "/tenants/{tenantId}/declarations/probes"],
  createScan: ["POST", "/tenants/{tenantId}/declarations/scans"],
  createSensor: ["POST", "/tenants/{tenantId}/declarations/sensors"],
  createSite: ["POST", "/tenants/{tenantId}/declarations/sites"],
  deleteAgent: ["DELETE", "/tenants/{tenantId}/agents/{id}"],
  deleteAudit: ["DELETE", "/tenants/{tenantId}/declarations/audits/{id}"],
  deleteBundle: ["DELETE", "/tenants/{tenantId}/declarations/bundles/{id}"],
  deleteCollector: ["DELETE", "/tenants/{tenantId}/declarations/collectors/{id}"],
  deleteCompany: ["DELETE", "/tenants/{tenantId}/declarations/companies/{id}"],
  deleteDirectory: ["DELETE", "/tenants/{tenantId}/declarations/directories/{id}"],
  deleteMaintenanceWindow: ["DELETE", "/tenants/{tenantId}/declarations/maintenance/{id}"],
  deleteProbe: ["DELETE", "/tenants/{tenantId}/declarations/probes/{id}"],
  deleteScan: ["DELETE", "/tenants/{tenantId}/declarations/scans/{id}"],
  deleteSensor: ["DELETE", "/tenants/{tenantId}/declarations/sensors/{id}"],
  deleteSensors: ["POST", "/tenants/{tenantId}/sensors/deletions"],
  deleteSite: ["DELETE", "/tenants/{tenantId}/declarations/sites/{id}"],
  disableProbe: ["POST", "/tenants/{tenantId}/probes/{id}/disable"],
  downloadUsage: ["GET", "/tenants/{tenantId}/usage.csv"],
  enableProbe: ["POST", "/tenants/{tenantId}/probes/{id}/enable"],
  getAgent: ["GET", "/tenants/{tenantId}/agents/{id}"],
  getErrand: ["GET", "/tenants/{tenantId}/errands/{id}"],
  getScan: ["GET", "/tenants/{tenantId}/scans/{id}"],
  getScanRun: ["GET", "/tenants/{tenantId}/scan-runs/{id}"],
  getScanRunFigures: ["GET", "/tenants/{tenantId}/scan-runs/{id}/figures"],
  getSession: ["GET", "/session"],
  listAgentRows: ["GET", "/tenants/{tenantId}/agents"],
  listAgentTokens: ["GET", "/tenants/{tenantId}/agent-tokens"],
  listApiKeys: ["GET", "/tenants/{tenantId}/api-keys"],
  listAuditNames: ["GET", "/tenants/{tenantId}/declarations/audits"],
  listBundleNames: ["GET", "/tenants/{tenantId}/declarations/bundles"],
  listCollectorNames: ["GET", "/tenants/{tenantId}/declarations/collectors"],
  listCollectors: ["GET", "/tenants/{tenantId}/collectors"],
  listCompanyNames: ["GET", "/tenants/{tenantId}/declarations/companies"],
  listDirectoryNames: ["GET", "/tenants/{tenantId}/declarations/directories"],
  listFeedStates: ["GET", "/tenants/{tenantId}/feeds"],
  listFindingRows: ["GET", "/tenants/{tenantId}/findings"],
  listIncidentRows: ["GET", "/tenants/{tenantId}/incidents"],
  listMaintenanceWindowNames: ["GET", "/tenants/{tenantId}/declarations/maintenance"],
  listProbeNames: ["GET", "/tenants/{tenantId}/declarations/probes"],
  listProbes: ["GET", "/tenants/{tenantId}/probes"],
  listScanNames: ["GET", "/tenants/{tenantId}/declarations/scans"],
  listScanRows: ["GET", "/tenants/{tenantId}/scans"],
  listScanRunHosts: ["GET", "/tenants/{tenantId}/scan-runs/{id}/hosts"],
  listScanRuns: ["GET", "/tenants/{tenantId}/scan-runs"],
  listSensorNames: ["GET", "/tenants/{tenantId}/declarations/sensors"],
  listSensorRows: ["GET", "/tenants/{tenantId}/sensors"],
  listSiteNames: ["GET", "/tenants/{tenantId}/declarations/sites"],
  noteIncident: ["POST", "/tenants/{tenantId}/incidents/{id}/notes"],
  previewSchedule: ["GET", "/tenants/{tenantId}/schedule-preview"],
  readAuditDeclaration: ["GET", "/tenants/{tenantId}/declarations/audits/{id}"],
  readBundleDeclaration: ["GET", "/tenants/{tenantId}/declarations/bundles/{id}"],
  readCollectorDeclaration: ["GET", "/tenants/{tenantId}/declarations/collectors/{id}"],
  readCompanyDeclaration: ["GET", "/tenants/{tenantId}/declarations/companies/{id}"],
  readDirectoryDeclaration: ["GET", "/tenants/{tenantId}/declarations/directories/{id}"],
  readFinding: ["GET", "/tenants/{tenantId}/findings/{id}"],
  readHostSeries: ["GET", "/tenants/{tenantId}/sensors/{id}/host-series"],
  readIncident: ["GET", "/tenants/{tenantId}/incidents/{id}"],
  readInterfaceSeries: ["GET", "/tenants/{tenantId}/sensors/{id}/interface-series"],
  readMaintenanceWindowDeclaration: ["GET", "/tenants/{tenantId}/declarations/maintenance/{id}"],
  readPlanDeclaration: ["GET", "/tenants/{tenantId}/declarations/plan"],
  readProbeDeclaration: ["GET", "/tenants/{tenantId}/declarations/probes/{id}"],
  readScanDeclaration: ["GET", "/tenants/{tenantId}/declarations/scans/{id}"],
  readSensor: ["GET", "/tenants/{tenantId}/sensors/{id}"],
  readSensorDeclaration: ["GET", "/tenants/{tenantId}/declarations/sensors/{id}"],
  readSensorSeries: ["GET", "/tenants/{tenantId}/sensors/{id}/series"],
  readSensorUptime: ["GET", "/tenants/{tenantId}/sensors/{id}/uptime"],
  readSiteDeclaration: ["GET", "/tenants/{tenantId}/declarations/sites/{id}"],
  readUsage: ["GET", "/tenants/{tenantId}/usage"],
  renewCollectorToken: ["POST", "/tenants/{tenantId}/collectors/{id}/token"],
  renewProbeToken: ["POST", "/tenants/{tenantId}/probes/{id}/token"],
  revokeAgent: ["POST", "/tenants/{tenantId}/agents/{id}/revoke"],
  revokeAgentToken: ["DELETE", "/tenants/{tenantId}/agent-tokens/{id}"],
  revokeApiKey: ["DELETE", "/tenants/{tenantId}/api-keys/{id}"],
  revokeCollector: ["POST", "/tenants/{tenantId}/collectors/{id}/revoke"],
  runScan: ["POST", "/tenants/{tenantId}/scans/{id}/run"],
  setCollectorTargets: ["PUT", "/tenants/{tenantId}/collectors/{id}/targets"],
  setFindingStatuses: ["POST", "/tenants/{tenantId}/findings/status"],
  setProbeTargets: ["PUT", "/tenants/{tenantId}/probes/{id}/targets"],
  setUp: ["POST", "/set-up"],
  signIn: ["POST", "/sign-in"],
  signInWithCode: ["POST", "/sign-in/code"],
  signInWithPasskey: ["POST", "/sign-in/passkey"],
  signOut: ["POST", "/sign-out"],
  stopScanRun: ["POST", "/tenants/{tenantId}/scan-runs/{id}/stop"],
  suggestNetworks: ["GET", "/tenants/{tenantId}/network-suggestions"],
  syncFeeds: ["POST", "/tenants/{tenantId}/feeds/sync"],
  testSensor: ["POST", "/tenants/{tenantId}/errands"],
  watchTenant: ["GET", "/tenants/{tenantId}/live"],
} as const satisfies Record<keyof Operations, readonly [method: string, path: string]>;
