// Written by scripts/write-openapi.ts from openapi/console.json; never edited.

export type Error = { /** A sentence that a person can act on. */ error: string; /** From a closed list that only grows. */ code: "invalid_request" | "plan_limit_reached" | "unauthorized" | "forbidden" | "not_found" | "rate_limited" | "internal" | "unavailable"; /** The same as the header X-Request-Id. */ requestId: string; details?: ({ /** JSON pointer into the body, or the name of a query parameter. */ path: string; message: string; })[] | undefined; };
export type Session = { /** null: nobody has signed in. */ user: { id: string; name: string; email: string; } | null; tenants: ({ id: string; name: string; role: "owner" | "administrator" | "operator" | "viewer"; companyIds: (string)[] | null; })[]; /** Whether the first administrator was made. */ isSetUp: boolean; /** The name of the provider at which people may sign in as well. */ provider: string | null; };
export type OwnAccount = { name: string; email: string; hasPassword: boolean; hasSecondFactor: boolean; /** Whether an account at the sign-in provider signs in as this person as well. */ hasProvider: boolean; passkeys: ({ id: string; name: string; /** When it was added. Unix epoch milliseconds. */ createdAt: number; })[]; sessions: ({ id: string; /** The one that asks. */ isThis: boolean; /** As it calls itself; null: not known. */ browser: string | null; /** Likewise. */ system: string | null; /** From where it began. */ address: string | null; /** When it began. Unix epoch milliseconds. */ createdAt: number; /** When it was last used, up to 10 minutes behind. Unix epoch milliseconds. */ lastSeenAt: number; })[]; };
export type Person = { userId: string; name: string; email: string; role: "owner" | "administrator" | "operator" | "viewer"; /** A viewer sees only what belongs to these; null: all of the tenant. */ companyIds: (string)[] | null; /** Codes of an app, or a passkey. */ hasSecondFactor: boolean; /** When the person last used the console; null: signed out. Unix epoch milliseconds. */ lastSeenAt: number | null; /** When the person came into the tenant. Unix epoch milliseconds. */ createdAt: number; };
export type Invitation = { id: string; email: string; name: string; role: "owner" | "administrator" | "operator" | "viewer"; /** A viewer sees only what belongs to these; null: all of the tenant. */ companyIds: (string)[] | null; /** When it was made. Unix epoch milliseconds. */ createdAt: number; /** Who made it. */ createdBy: string; /** Until when it can be taken. Unix epoch milliseconds. */ expiresAt: number; };
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
export type AuditLogRow = { id: string; /** When it was done. Unix epoch milliseconds. */ at: number; /** user, api_key, collector, command_line or system. */ actorKind: string; actorId: string; /** As it was called then. */ actorName: string; /** Noun and verb: `sensor.update`. */ action: string; subjectKind: string; subjectId: string; /** As it was called then; null: not told. */ subjectName: string | null; /** What changed; never a credential. */ detail: Record<string, unknown>; /** The same as in the server's log. */ requestId: string; };
export type CompanyRow = { id: string; name: string; /** When it was made. Unix epoch milliseconds. */ createdAt: number; /** Sensors under it. */ sensors: number; /** Sites of it. */ sites: number; /** Assets of it. */ assets: number; /** Probes of it. */ probes: number; /** People who see nothing but it, or some companies with it. */ people: number; };
export type SiteRow = { id: string; name: string; companyId: string | null; /** null: it is of no company. */ companyName: string | null; /** Its networks, as declared. */ subnets: (string)[]; /** IANA name. */ timeZone: string; /** Assets that were found there. */ assets: number; /** Scans of it. */ scans: number; /** Directories that are there. */ directories: number; /** When it was made. Unix epoch milliseconds. */ createdAt: number; };
export type MaintenanceWindowRow = { id: string; name: string; /** It is open now, will be, or never will be again. */ state: "now" | "next" | "past"; current: { /** When it begins. Unix epoch milliseconds. */ startsAt: number; /** When it ends. Unix epoch milliseconds. */ endsAt: number; } | null; /** The next three times. */ next: ({ /** When it begins. Unix epoch milliseconds. */ startsAt: number; /** When it ends. Unix epoch milliseconds. */ endsAt: number; })[]; /** Of one that is open once. Unix epoch milliseconds. */ startsAt: number | null; /** Of one that is open once. Unix epoch milliseconds. */ endsAt: number | null; /** Of one that comes back, in its time zone. */ cron: string | null; timeZone: string; durationMin: number | null; sensors: ({ id: string; name: string; })[]; tags: (string)[]; companies: ({ id: string; name: string; })[]; };
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
export type AssetRow = { id: string; /** Its host name, else its address, else its id. */ name: string; /** As it calls itself, or the network calls it. */ hostname: string | null; /** Missing once another asset has taken it. */ ip: string | null; /** What it runs. */ os: string | null; /** `server`, `workstation`, `router` … */ deviceType: string | null; /** Who made its network card. */ vendor: string | null; tags: (string)[]; /** 0 to 100, one decimal. */ riskScore: number; siteId: string | null; /** Where it is. */ siteName: string | null; companyId: string | null; /** Whose it is. */ companyName: string | null; /** TCP. */ openPorts: (number)[]; udpPorts: (number)[]; /** Findings that are open or in progress. */ findings: { critical: number; high: number; medium: number; low: number; info: number; }; agentId: string | null; /** When its agent last checked in. Unix epoch milliseconds. */ agentLastSeenAt: number | null; /** When it was first discovered. Unix epoch milliseconds. */ firstSeenAt: number; /** When it was last discovered. Unix epoch milliseconds. */ lastSeenAt: number; /** When its last full scan ended. Unix epoch milliseconds. */ lastScannedAt: number | null; };
export type AssetDetail = { id: string; /** Unique in the tenant; missing once another asset has taken it. */ ip?: string | undefined; hostname?: string | undefined; /** All names that it is known by. */ hostnames: (string)[]; os?: string | undefined; /** `server`, `workstation`, `router` … */ deviceType?: string | undefined; /** Who made its network card. */ vendor?: string | undefined; /** Open TCP ports; missing until they were looked for. */ openPorts?: (number)[] | undefined; /** Open UDP ports; missing when none is known. */ udpPorts?: (number)[] | undefined; /** What runs on its ports. */ services: ({ /** `tcp` or `udp`. */ protocol: string; port: number; /** What it speaks: `ssh`, `http` … */ name?: string | undefined; product?: string | undefined; version?: string | undefined; /** With TLS from the first byte. */ tls?: { /** All that it accepts. */ protocols: (string)[]; /** Of its certificate. */ subject?: string | undefined; issuer?: string | undefined; /** When its certificate expires. Unix epoch milliseconds. */ notAfter?: number | undefined; selfSigned?: boolean | undefined; } | undefined; })[]; macAddress?: string | undefined; tags: (string)[]; /** 0 to 100, one decimal; higher means more risk. */ riskScore: number; siteId?: string | undefined; /** Which probe found it. */ probeId?: string | undefined; companyId?: string | undefined; agentInstalled: boolean; agentVersion?: string | undefined; /** When its agent last checked in. Unix epoch milliseconds. */ agentLastSeenAt?: number | undefined; /** When it was first discovered. Unix epoch milliseconds. */ firstSeenAt: number; /** When it was last discovered. Unix epoch milliseconds. */ lastSeenAt: number; /** When its last full scan ended. Unix epoch milliseconds. */ lastScannedAt?: number | undefined; /** What the agent on the host tells of it. Packages are a list of their own. */ agent?: { name: string; /** When the inventory was taken that this is from. Unix epoch milliseconds. */ inventoryAt: number; /** Release of the running kernel. */ kernel: string; architecture: string; /** When the kernel started. Unix epoch milliseconds. */ bootedAt: number; /** `physical`, `virtual`, `container` or `unknown`. */ hardware: string; hardwareUuid?: string | undefined; /** All addresses of the host. */ addresses: (string)[]; /** What takes connections or datagrams there, reachable or not. */ listeners: ({ /** `tcp` or `udp`. */ protocol: string; address: string; port: number; /** Missing when the agent may not see it. */ process?: string | undefined; })[]; /** Packages that the feeds could judge; missing until then. */ packagesJudged?: number | undefined; /** Packages that nobody could judge: that nothing was found says nothing. */ notJudged: ({ reason: string; packages: number; })[]; /** What the agent could not see, and what would help. */ blindSpots: ({ what: string; why: string; })[]; } | undefined; /** How much higher the score would be if accepted findings counted. */ acceptedRisk: number; /** What `riskScore` was made of: 100 × (1 − rest.product × Π (1 − score / 100)^exponent). Missing until it was worked out. */ riskFactors?: { /** From the tag `criticality:…`; 1 without. */ criticality: number; /** The worst findings, the worst first. */ factors: ({ findingId: string; weakness: string; score: number; exponent: number; })[]; /** All others together. */ rest: { count: number; product: number; }; } | undefined; };
export type AssetPage = { row: AssetRow; detail: AssetDetail; /** By what it is known. */ identity: { /** Of its network card. */ macAddress: string | null; /** As its firmware says. */ hardwareUuid: string | null; /** `linux`, `windows`, `macos`, `bsd`. */ platform: string | null; /** CPE 2.3. */ osCpe: string | null; /** How sure the operating system is, per cent. */ osConfidence: number | null; /** How sure the type is, per cent. */ deviceConfidence: number | null; /** What speaks for the type. */ deviceEvidence: (string)[]; /** Who found it. */ probeName: string | null; /** The agent on it. */ agentName: string | null; /** Of the agent. */ agentVersion: string | null; }; /** What the score is made of, named. */ riskTerms: ({ findingId: string; weakness: string; /** Of the finding; null: it is no more. */ title: string | null; severity: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW" | "INFO" | null; score: number; exponent: number; })[]; };
export type AssetEvent = { id: string; /** When. Unix epoch milliseconds. */ at: number; /** `made`, `recognised`, `lost_address`. */ kind: string; /** What happened, and why. */ text: string; };
export type AssetAuditRun = { id: string; bundleName: string; /** What it was held against. */ profile: string | null; source: "agent" | "import"; /** When it was audited. Unix epoch milliseconds. */ runAt: number; satisfied: number; failed: number; unknown: number; notJudged: number; };
export type AssetIdentityFinding = { id: string; title: string; severity: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW" | "INFO"; category: string; targetName: string; status: "open" | "in_progress" | "resolved" | "accepted" | "false_positive"; directoryName: string; /** When it was last seen. Unix epoch milliseconds. */ lastSeenAt: number; };
export type AssetService = { /** `tcp/443`. */ id: string; protocol: "tcp" | "udp"; port: number; /** What it speaks: `ssh`, `http` … */ name: string | null; /** What it is. */ product: string | null; /** Which one. */ version: string | null; /** How sure product and version are, per cent. */ confidence: number; /** It was asked; else only its port says what it may be. */ asked: boolean; /** What it said first. */ banner: string | null; /** All that it accepts. */ tlsProtocols: (string)[] | null; certificate: { /** Whom it names. */ subject: string | null; /** Who vouches for it. */ issuer: string | null; /** When it expires. Unix epoch milliseconds. */ notAfter: number | null; selfSigned: boolean | null; } | null; /** Open or in progress, at this port. */ findings: number; /** What some source names and a better one excludes. */ suppressed: ({ cve: string; /** Who excludes it. */ source: string | null; /** Why. */ reason: string | null; })[]; /** When it first answered. Unix epoch milliseconds. */ firstSeenAt: number; /** When it last answered. Unix epoch milliseconds. */ lastSeenAt: number; };
export type PackageRow = { /** Name, architecture and version. */ id: string; name: string; /** `amd64`, `all` … */ arch: string; version: string; /** The source package that it was built from. */ source: string; sourceVersion: string; /** Open or in progress, in its source package. */ findings: number; };
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
export type AuditRow = { id: string; name: string; bundleId: string; bundleName: string; /** Its id, without the prefixes of XCCDF. */ profile: string; siteId: string | null; /** null: hosts of all sites. */ siteName: string | null; /** Hosts with one of them; none: with any. */ tags: (string)[]; /** Five-field cron; null: only when asked for. */ schedule: string | null; timeZone: string; /** False: the schedule rests. */ enabled: boolean; /** The whole result of each run is kept, too. */ keepArf: boolean; /** Hosts that it is for now. */ hosts: number; /** Hosts whose agent has not taken it up yet. */ waiting: number; /** Hosts that are being audited. */ running: number; /** Hosts on which it came to nothing the last time. */ failing: number; /** When it last began. Unix epoch milliseconds. */ lastRunAt: number | null; /** When it is due; null: it has no schedule, or rests. Unix epoch milliseconds. */ nextRunAt: number | null; /** Why not every host was audited when due. */ lastError: string | null; };
export type AuditPage = { audit: AuditRow; /** The newest on each host that had one, by host. */ jobs: ({ id: string; /** The host. */ agentName: string; /** When its agent was last heard of. Unix epoch milliseconds. */ agentSeenAt: number | null; state: "queued" | "running" | "completed" | "failed" | "stopped"; stopRequested: boolean; /** Rules; null: not begun, or not told yet. */ progress: { done: number; total: number; } | null; requestedBy: string; /** Why it came to nothing, a sentence. */ error: string | null; /** When it was asked for. Unix epoch milliseconds. */ createdAt: number; /** When its agent took it up. Unix epoch milliseconds. */ startedAt: number | null; /** When it ended. Unix epoch milliseconds. */ finishedAt: number | null; runId: string | null; /** Rules; null: it found nothing out. */ counts: { satisfied: number; failed: number; notApplicable: number; notCheckable: number; unknown: number; } | null; })[]; };
export type BundleRow = { id: string; name: string; /** Kept here, or put on the host by its distribution. */ source: "file" | "content"; fileName: string; /** What it calls itself, with its version. */ benchmark: string | null; /** None of what is not kept here. */ profiles: ({ /** Without the prefixes of XCCDF. */ id: string; title: string; /** How many it selects. */ rules: number; })[]; /** Systems that it is for, as CPE names. */ platforms: (string)[]; /** When it was last changed. Unix epoch milliseconds. */ updatedAt: number; };
export type AuditRun = { id: string; /** The agent of the audited host; missing when it was imported for a host without one. */ agentId?: string | undefined; /** As the host called itself. */ hostname: string; /** Which set of rules; of an imported run, its benchmark. */ bundleId: string; /** For people: the bundle and its profile; of an imported run, its benchmark. */ bundleName: string; /** When it ended. Unix epoch milliseconds. */ runAt: number; /** `satisfied` of `satisfied`, `failed` and `unknown`, per cent with one decimal; missing when there are none. */ scorePct?: number | undefined; /** Rules that the host satisfies. */ satisfied: number; /** Rules that it does not. */ failed: number; /** Rules that do not concern it. */ notApplicable: number; /** Rules that only a person can check. */ notCheckable: number; /** Rules whose check gave no answer. */ unknown: number; /** `agent`: an agent evaluated it. `import`: it came in a file of another program. */ source: "agent" | "import"; /** The audited host; missing when it is none of the assets. */ assetId?: string | undefined; /** The site of the host when it was audited. */ siteId?: string | undefined; /** What evaluated it: `OpenSCAP 1.3.7`. */ engine?: string | undefined; /** Whether it was evaluated as root. If not, rules about what only root may read can have failed for that alone. */ privileged?: boolean | undefined; /** As the content has it: `0.1.65`. */ benchmarkVersion?: string | undefined; /** Which rules of the set, as XCCDF names it. */ profileId?: string | undefined; /** What `profileId` is called. */ profileTitle?: string | undefined; /** As the engine computed it, by the model of `scoringSystem`. */ nativeScore?: number | undefined; /** The most that it could be. */ nativeScoreMax?: number | undefined; /** `urn:xccdf:scoring:default`. */ scoringSystem?: string | undefined; };
export type AuditComparison = { before: AuditRun; after: AuditRun; /** Whether the two are of one benchmark; if not, the rules have little in common. */ sameBenchmark: boolean; sameProfile: boolean; sameHost: boolean; /** Were better before: satisfied, then without an answer, then failed. */ worse: ({ /** As the content has it. */ id: string; /** Without the prefixes of XCCDF. */ shortId: string; /** Of a rule whose texts are not known, its `shortId`. */ title: string; severity: "high" | "medium" | "low" | "info" | "unknown"; /** Of the DISA, by severity. */ category?: "CAT I" | "CAT II" | "CAT III" | undefined; /** Missing when only the later run has it. */ before?: "pass" | "fixed" | "fail" | "error" | "unknown" | "notapplicable" | "notchecked" | "informational" | undefined; /** Missing when only the earlier run has it. */ after?: "pass" | "fixed" | "fail" | "error" | "unknown" | "notapplicable" | "notchecked" | "informational" | undefined; /** Why it came out so in the later run. */ why?: string | undefined; })[]; /** Were worse before. */ better: ({ /** As the content has it. */ id: string; /** Without the prefixes of XCCDF. */ shortId: string; /** Of a rule whose texts are not known, its `shortId`. */ title: string; severity: "high" | "medium" | "low" | "info" | "unknown"; /** Of the DISA, by severity. */ category?: "CAT I" | "CAT II" | "CAT III" | undefined; /** Missing when only the later run has it. */ before?: "pass" | "fixed" | "fail" | "error" | "unknown" | "notapplicable" | "notchecked" | "informational" | undefined; /** Missing when only the earlier run has it. */ after?: "pass" | "fixed" | "fail" | "error" | "unknown" | "notapplicable" | "notchecked" | "informational" | undefined; /** Why it came out so in the later run. */ why?: string | undefined; })[]; /** Came out differently, but neither better nor worse. */ otherwise: ({ /** As the content has it. */ id: string; /** Without the prefixes of XCCDF. */ shortId: string; /** Of a rule whose texts are not known, its `shortId`. */ title: string; severity: "high" | "medium" | "low" | "info" | "unknown"; /** Of the DISA, by severity. */ category?: "CAT I" | "CAT II" | "CAT III" | undefined; /** Missing when only the later run has it. */ before?: "pass" | "fixed" | "fail" | "error" | "unknown" | "notapplicable" | "notchecked" | "informational" | undefined; /** Missing when only the earlier run has it. */ after?: "pass" | "fixed" | "fail" | "error" | "unknown" | "notapplicable" | "notchecked" | "informational" | undefined; /** Why it came out so in the later run. */ why?: string | undefined; })[]; /** Only in the later run. */ added: ({ /** As the content has it. */ id: string; /** Without the prefixes of XCCDF. */ shortId: string; /** Of a rule whose texts are not known, its `shortId`. */ title: string; severity: "high" | "medium" | "low" | "info" | "unknown"; /** Of the DISA, by severity. */ category?: "CAT I" | "CAT II" | "CAT III" | undefined; /** Missing when only the later run has it. */ before?: "pass" | "fixed" | "fail" | "error" | "unknown" | "notapplicable" | "notchecked" | "informational" | undefined; /** Missing when only the earlier run has it. */ after?: "pass" | "fixed" | "fail" | "error" | "unknown" | "notapplicable" | "notchecked" | "informational" | undefined; /** Why it came out so in the later run. */ why?: string | undefined; })[]; /** Only in the earlier run. */ gone: ({ /** As the content has it. */ id: string; /** Without the prefixes of XCCDF. */ shortId: string; /** Of a rule whose texts are not known, its `shortId`. */ title: string; severity: "high" | "medium" | "low" | "info" | "unknown"; /** Of the DISA, by severity. */ category?: "CAT I" | "CAT II" | "CAT III" | undefined; /** Missing when only the later run has it. */ before?: "pass" | "fixed" | "fail" | "error" | "unknown" | "notapplicable" | "notchecked" | "informational" | undefined; /** Missing when only the earlier run has it. */ after?: "pass" | "fixed" | "fail" | "error" | "unknown" | "notapplicable" | "notchecked" | "informational" | undefined; /** Why it came out so in the later run. */ why?: string | undefined; })[]; /** Rules of both that came out the same. */ unchanged: number; };
export type AuditRunRow = { id: string; hostname: string; assetId: string | null; siteId: string | null; siteName: string | null; auditId: string | null; /** null: imported, or its audit is gone. */ auditName: string | null; bundleId: string; bundleName: string; profileTitle: string | null; /** When it ended. Unix epoch milliseconds. */ runAt: number; source: "agent" | "import"; /** Satisfied of those that could be judged. */ scorePct: number | null; /** Rules. */ satisfied: number; /** Rules. */ failed: number; /** Rules. */ notApplicable: number; /** Rules that only a person can check. */ notCheckable: number; /** Rules whose check gave no answer. */ unknown: number; };
export type AuditRunPage = { run: AuditRun; /** When it began. Unix epoch milliseconds. */ startedAt: number | null; auditId: string | null; auditName: string | null; siteName: string | null; /** Its whole result is kept, too. */ hasArf: boolean; /** Rules that failed or gave no answer and are excepted, as of now. */ excepted: number; /** Without the excepted rules. */ scoreWithExceptionsPct: number | null; /** In the order of the result. */ rules: ({ id: string; shortId: string; title: string; severity: "high" | "medium" | "low" | "info" | "unknown"; category: "CAT I" | "CAT II" | "CAT III" | null; version: string | null; group: string | null; result: "pass" | "fixed" | "fail" | "error" | "unknown" | "notapplicable" | "notchecked" | "informational"; bucket: "satisfied" | "failed" | "notApplicable" | "notCheckable" | "unknown"; /** Who answers for not keeping it; null: nobody. */ excepted: { id: string; reason: string; owner: string; /** Until when; null: until it is ended. Unix epoch milliseconds. */ until: number | null; } | null; })[]; };
export type AuditRule = { id: string; shortId: string; title: string; /** Why it came out so. */ why: string | null; /** What a person noted. */ comments: string | null; description: string | null; rationale: string | null; /** What to check by hand. */ check: string | null; /** What to do. */ fix: string | null; /** A shell script that does it, to read. */ script: string | null; identifiers: (string)[]; references: (string)[]; };
export type AuditException = { id: string; ruleId: string; assetId: string | null; assetName: string | null; siteId: string | null; siteName: string | null; tag: string | null; reason: string; owner: string; /** Until when; null: until it is ended. Unix epoch milliseconds. */ expiresAt: number | null; /** When it was made. Unix epoch milliseconds. */ createdAt: number; createdBy: string; /** When somebody ended it. Unix epoch milliseconds. */ endedAt: number | null; endedBy: string | null; state: "holds" | "expired" | "ended"; };
export type Errand = { id: string; kind: "check" | "checkNow" | "discover"; /** `queued`: waits for its collector; `running`: the collector is at it; `done`: see `check` or `discovery`; `failed`: see `failure`. */ state: "queued" | "running" | "done" | "failed"; collector: { id: string; name: string; /** When it was last heard of. Unix epoch milliseconds. */ lastSeenAt: number | null; }; /** When it was asked for. Unix epoch milliseconds. */ createdAt: number; /** When it is given up. Unix epoch milliseconds. */ expiresAt: number; /** When it ended. Unix epoch milliseconds. */ endedAt: number | null; /** Why nothing was found out. */ failure: string | null; check?: { at: number; ok: boolean; withheld?: boolean | undefined; cause?: string | undefined; causeCode?: string | undefined; latencyMs?: number | undefined; httpStatus?: number | undefined; certDaysLeft?: number | undefined; lossPercent?: number | undefined; jitterMs?: number | undefined; detail?: { address?: string | undefined; phases?: Record<string, number> | undefined; tls?: { protocol: string; cipher: string; } | undefined; } | undefined; interfaces?: ({ name: string; alias: string | null; ifIndex: number | null; adminStatus: string; operStatus: string; speedBps: number | null; inBps: number | null; outBps: number | null; inErrorsPerSec: number | null; outErrorsPerSec: number | null; inDiscardsPerSec: number | null; outDiscardsPerSec: number | null; utilisationPercent: number | null; })[] | undefined; host?: ({ aspect: "cpu" | "memory" | "storage" | "uptime"; name: string; percent: number | null; used: number | null; total: number | null; seconds: number | null; })[] | undefined; } | undefined; discovery?: { address: string | null; sysName: string | null; sysDescr: string | null; uptimeSec: number | null; interfaces: ({ name: string; alias: string | null; type: string; speedBps: number | null; adminStatus: string; operStatus: string; })[]; host: ({ aspect: "cpu" | "memory" | "storage" | "uptime"; name: string; percent: number | null; used: number | null; total: number | null; seconds: number | null; })[]; notes: (string)[]; } | undefined; };
export type ErrandAsked = { id: string; };
export type FeedState = { name: "nvd" | "kev" | "epss" | "debian" | "osv"; title: string; /** What the feed says of its own age. Unix epoch milliseconds. */ asOf: number | null; /** When it was last taken in; null: never. Unix epoch milliseconds. */ importedAt: number | null; /** How old what is known is. */ ageMs: number | null; /** Older than one that is kept up to date. */ isStale: boolean; records: number; /** When it was last tried to take it in. Unix epoch milliseconds. */ lastAttemptAt: number | null; /** Why that failed, or not all of it came. */ lastError: string | null; };
export type MonitorOverview = { /** How many are in which state. */ sensors: { up: number; down: number; /** Their collector is silent or revoked. */ stale: number; maintenance: number; /** Not checked yet. */ unknown: number; paused: number; }; incidents: { open: number; /** Of those, the ones that nobody has taken on. */ unacknowledged: number; /** Open ones, at most 8: those that nobody has taken on first, each the newest first. */ newest: (IncidentRow)[]; }; /** Enrolled collectors that are not heard of. */ silentCollectors: ({ id: string; name: string; /** When it was last heard of. Unix epoch milliseconds. */ lastSeenAt: number | null; })[]; /** The last 30 days, the oldest first. */ days: ({ /** When the day began. Unix epoch milliseconds. */ from: number; /** Incidents that opened. */ opened: number; })[]; };
export type ExposureOverview = { findings: { open: { CRITICAL: number; HIGH: number; MEDIUM: number; LOW: number; INFO: number; }; /** Open ones that CISA knows to be exploited. */ kev: number; /** Open ones, at most 8, the riskiest first. */ worst: (FindingRow)[]; }; identity: { CRITICAL: number; HIGH: number; MEDIUM: number; LOW: number; INFO: number; }; /** Scans, assessments and audits whose last attempt failed, the newest first. */ failures: ({ kind: "scan" | "assessment" | "audit"; /** Of the scan, directory or audit. */ id: string; name: string; /** When it was last tried. Unix epoch milliseconds. */ at: number | null; /** Of an audit: on how many hosts it failed. */ hosts: number | null; error: string; })[]; /** Probes that are not heard of, and agents not for a day; at most 20. */ silent: ({ kind: "probe" | "agent"; id: string; name: string; /** When it was last heard of. Unix epoch milliseconds. */ lastSeenAt: number | null; })[]; /** All agents that were not heard of for a day. */ silentAgents: number; /** Feeds that are older than they should be, or could not be brought up to date. */ oldFeeds: ({ name: "nvd" | "kev" | "epss" | "debian" | "osv"; title: string; /** How old what is known is. */ ageMs: number | null; /** Why the last attempt failed. */ lastError: string | null; })[]; /** The last 30 days, the oldest first: findings that were open at each one's end. */ days: ({ /** When the day began. Unix epoch milliseconds. */ from: number; open: { CRITICAL: number; HIGH: number; MEDIUM: number; LOW: number; INFO: number; }; })[]; /** What was done of the first steps. */ has: { sites: boolean; scans: boolean; agents: boolean; /** Anything is known of vulnerabilities. */ feeds: boolean; }; };
export type ProbeRow = { id: string; name: string; /** It is part of the server. */ embedded: boolean; /** `pending`: it has not enrolled yet; `silent`: not heard of for 10 minutes. */ status: "pending" | "online" | "silent" | "disabled"; companyId: string | null; companyName: string | null; version: string | null; hostname: string | null; /** When it was last heard of. Unix epoch milliseconds. */ lastSeenAt: number | null; /** Until when its enrolment token can be used; null: none is out. Unix epoch milliseconds. */ tokenExpiresAt: number | null; /** What it last said of itself. */ health: { /** Version of the nmap found; null: none. */ nmap: string | null; /** Whether it may ping hosts. */ icmp: boolean; /** Scans that it is working on, or still holds messages of. */ runs: number; /** Likewise of directories; null: it is too old for them. */ assessments: number | null; /** Messages that wait on its disk. */ spooled: number; } | null; /** Names of the sites that it scans. */ sites: (string)[]; /** Scans that it carries out. */ scans: number; /** Directories that it assesses. */ directories: number; /** CIDRs; empty: all addresses. */ targetAllow: (string)[]; /** CIDRs. */ targetDeny: (string)[]; /** When it was made. Unix epoch milliseconds. */ createdAt: number; };
export type AgentRow = { id: string; name: string; /** `silent`: not heard of for 3 minutes. */ status: "online" | "silent" | "revoked"; version: string | null; hostname: string; /** null: no inventory yet. */ os: string | null; siteId: string | null; site: string | null; tags: (string)[]; /** When it enrolled. Unix epoch milliseconds. */ enrolledAt: number; /** When it was last heard of. Unix epoch milliseconds. */ lastSeenAt: number | null; /** When its last inventory was taken. Unix epoch milliseconds. */ inventoryAt: number | null; packages: number; /** How many packages could be judged, and why others could not. */ coverage: { judged: number; notJudged: ({ reason: string; packages: number; })[]; } | null; /** Version of oscap; null: none, so no audits. */ oscap: string | null; /** Whether it runs with all rights. */ privileged: boolean | null; /** Audits in hand. */ audits: number; /** Outcomes that wait on its disk. */ spooled: number; /** What it cannot see, and what would help. */ blindSpots: ({ what: "hardware" | "packages" | "listeners" | "processes" | "interfaces" | "audit"; why: string; })[]; assetId: string | null; };
export type AgentPage = { id: string; name: string; /** `silent`: not heard of for 3 minutes. */ status: "online" | "silent" | "revoked"; version: string | null; hostname: string; /** null: no inventory yet. */ os: string | null; siteId: string | null; site: string | null; tags: (string)[]; /** When it enrolled. Unix epoch milliseconds. */ enrolledAt: number; /** When it was last heard of. Unix epoch milliseconds. */ lastSeenAt: number | null; /** When its last inventory was taken. Unix epoch milliseconds. */ inventoryAt: number | null; packages: number; /** How many packages could be judged, and why others could not. */ coverage: { judged: number; notJudged: ({ reason: string; packages: number; })[]; } | null; /** Version of oscap; null: none, so no audits. */ oscap: string | null; /** Whether it runs with all rights. */ privileged: boolean | null; /** Audits in hand. */ audits: number; /** Outcomes that wait on its disk. */ spooled: number; /** What it cannot see, and what would help. */ blindSpots: ({ what: "hardware" | "packages" | "listeners" | "processes" | "interfaces" | "audit"; why: string; })[]; assetId: string | null; host: { hostname: string; fqdn: string | null; os: { family: "linux" | "windows" | "macos" | "bsd" | "other"; id: string; like: (string)[]; name: string; version: string | null; codename: string | null; }; kernel: string; architecture: string; hardware: { uuid: string | null; vendor: string | null; product: string | null; kind: "physical" | "virtual" | "container" | "unknown"; }; interfaces: ({ name: string; mac: string | null; addresses: (string)[]; })[]; primaryAddress: string | null; bootedAt: number; packageManager: "dpkg" | "rpm" | "apk" | null; } | null; listeners: ({ protocol: "tcp" | "udp"; address: string; port: number; process: string | null; })[]; };
export type AgentToken = { id: string; note: string; siteId: string | null; site: string | null; tags: (string)[]; usesLeft: number; /** Until when it works. Unix epoch milliseconds. */ expiresAt: number; /** When it was made. Unix epoch milliseconds. */ createdAt: number; createdBy: string; };

/** What each operation takes and answers. */
export interface Operations {
  /** Take open incidents on */
  acknowledgeIncidents: { path: { tenantId: string; }; body: { ids: (string)[]; note?: string | undefined; }; reply: { /** Not those that were acknowledged already, or are closed. */ acknowledged: (string)[]; }; };
  /** Add a passkey to the own account */
  addPasskey: { body: { name: string; /** RegistrationResponseJSON. */ response: { id: string; response: { clientDataJSON: string; attestationObject: string; transports?: (string)[] | undefined; }; }; }; reply: { ok: boolean; }; };
  /** What a browser needs to make a passkey */
  beginPasskey: { reply: unknown; };
  /** What a browser needs to ask for a passkey */
  beginPasskeySignIn: { reply: unknown; };
  /** Where to sign in at the provider */
  beginProviderSignIn: { body: { /** The page of the console to come back to. */ next: string; }; reply: { url: string; }; };
  /** Begin to set up codes of an app; they count once one was confirmed */
  beginSecondFactor: { body: { password?: string | undefined; }; reply: { /** For the app, as otpauth://totp/… */ uri: string; /** Each signs in once when the app is lost. They are shown this once. */ backupCodes: (string)[]; }; };
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
  /** Change the own password; all other sessions end */
  changePassword: { body: { /** As it was; empty for one who has none yet. */ current: string; password: string; }; reply: { ok: boolean; }; };
  /** Give a person another role, or other companies to see */
  changePerson: { path: { tenantId: string; id: string; }; body: { role: "owner" | "administrator" | "operator" | "viewer"; /** A viewer sees only what belongs to these; null: all of the tenant. */ companyIds: (string)[] | null; }; reply: { ok: boolean; }; };
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
  /** What runs can be narrowed to */
  chooseAuditRuns: { path: { tenantId: string; }; reply: { bundles: ({ id: string; name: string; })[]; sites: ({ id: string; name: string; })[]; audits: ({ id: string; name: string; })[]; }; };
  /** All findings that match, to decide about them: at most 10000, the riskiest first */
  chooseFindings: { path: { tenantId: string; }; query?: { status?: string | undefined; severity?: string | undefined; kev?: string | undefined; minEpss?: string | undefined; minConfidence?: string | undefined; site?: string | undefined; company?: string | undefined; asset?: string | undefined; detector?: string | undefined; kind?: string | undefined; weakness?: string | undefined; maxAgeDays?: string | undefined; minAgeDays?: string | undefined; fix?: string | undefined; q?: string | undefined; }; reply: { items: ({ id: string; /** As it was when it was chosen. */ statusAt: number; })[]; /** No more than these match. */ isAll: boolean; }; };
  /** What changed from an earlier run to this one, rule by rule */
  compareAuditRuns: { path: { tenantId: string; id: string; }; query?: { with?: string | undefined; }; reply: AuditComparison; };
  /** Show that the app is set up, with a code of it */
  confirmSecondFactor: { body: { code: string; }; reply: { ok: boolean; }; };
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
  /** End an exception: from now on its rule counts again */
  endAuditException: { path: { tenantId: string; id: string; }; reply: { ok: boolean; }; };
  /** End all own sessions but this one */
  endOtherSessions: { reply: { /** How many. */ ended: number; }; };
  /** End one of the own sessions */
  endSession: { path: { id: string; }; reply: { ok: boolean; }; };
  /** Say who answers for not keeping a rule, and why */
  exceptAuditRule: { path: { tenantId: string; }; body: { ruleId: string; reason: string; owner: string; /** Epoch milliseconds; null: until ended. */ until: number | null; assetId?: string | undefined; siteId?: string | undefined; tag?: string | undefined; }; reply: { id: string; }; };
  /** A run as a file for another program */
  exportAuditRun: { path: { tenantId: string; id: string; }; query?: { format?: string | undefined; }; reply: string; };
  /** All findings that match, as a file, the most severe first */
  exportFindings: { path: { tenantId: string; }; query?: { status?: string | undefined; severity?: string | undefined; kev?: string | undefined; minEpss?: string | undefined; minConfidence?: string | undefined; site?: string | undefined; company?: string | undefined; asset?: string | undefined; detector?: string | undefined; kind?: string | undefined; weakness?: string | undefined; maxAgeDays?: string | undefined; minAgeDays?: string | undefined; fix?: string | undefined; q?: string | undefined; format?: string | undefined; }; reply: string; };
  /** The own account, its ways to sign in, and its sessions */
  getAccount: { reply: OwnAccount; };
  /** One agent, with what it found out about its host */
  getAgent: { path: { tenantId: string; id: string; }; reply: AgentPage; };
  /** What became of an errand of one's own */
  getErrand: { path: { tenantId: string; id: string; }; reply: Errand; };
  /** What is exposed, what does not work, and how it went lately */
  getExposureOverview: { path: { tenantId: string; }; query?: { until?: number | undefined; }; reply: ExposureOverview; };
  /** What is wrong with what is watched, and how it went lately */
  getMonitorOverview: { path: { tenantId: string; }; query?: { until?: number | undefined; }; reply: MonitorOverview; };
  /** One scan with its settings and when it is due next */
  getScan: { path: { tenantId: string; id: string; }; reply: ScanDetail; };
  /** How it goes with a run */
  getScanRun: { path: { tenantId: string; id: string; }; reply: ScanRunDetail; };
  /** What a run found so far */
  getScanRunFigures: { path: { tenantId: string; id: string; }; reply: ScanRunFigures; };
  /** Who has signed in, and to which tenants */
  getSession: { reply: Session; };
  /** Take in what another program found: XCCDF results, ARF, checklists of STIG Viewer */
  importAuditRuns: { path: { tenantId: string; }; body: { name: string; /** The file, plain or gzip, in base64. */ data: string; /** By name. */ site?: string | undefined; /** When the file was last changed, epoch milliseconds. */ modifiedAt?: number | undefined; }; reply: { runs: ({ id: string; hostname: string; benchmark: string; /** False: it was imported before. */ isNew: boolean; /** False: it is none of the assets. */ isKnownHost: boolean; })[]; refused: ({ hostname: string; benchmark: string; reason: string; })[]; }; };
  /** Invite somebody by a link, which is shown this once and works once */
  invitePerson: { path: { tenantId: string; }; body: { email: string; name?: string | undefined; role: "owner" | "administrator" | "operator" | "viewer"; /** A viewer sees only what belongs to these; null: all of the tenant. */ companyIds: (string)[] | null; }; reply: { id: string; /** For the link /join?token=… */ token: string; email: string; /** Until when it can be taken. Unix epoch milliseconds. */ expiresAt: number; }; };
  /** Take an invitation, as the one who has signed in or as somebody new */
  join: { body: { /** Of the link. */ token: string; name?: string | undefined; password?: string | undefined; }; reply: { tenantName: string; }; };
  /** The tenant's agents */
  listAgentRows: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; siteId?: string | undefined; status?: string | undefined; tag?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (AgentRow)[]; }; };
  /** Enrolment tokens that still work */
  listAgentTokens: { path: { tenantId: string; }; reply: { items: (AgentToken)[]; }; };
  /** The tenant's API keys, the revoked ones last */
  listApiKeys: { path: { tenantId: string; }; reply: { items: (ApiKey)[]; }; };
  /** Audits of the host, the newest first */
  listAssetAuditRuns: { path: { tenantId: string; id: string; }; reply: { items: (AssetAuditRun)[]; }; };
  /** Why the asset is the one that it is, the newest first */
  listAssetEvents: { path: { tenantId: string; id: string; }; reply: { items: (AssetEvent)[]; }; };
  /** What assets can be told apart by: sites, companies, types, tags */
  listAssetFacets: { path: { tenantId: string; }; reply: { deviceTypes: (string)[]; tags: (string)[]; sites: ({ id: string; name: string; })[]; companies: ({ id: string; name: string; })[]; }; };
  /** Open identity findings that name the host, the worst first */
  listAssetIdentityFindings: { path: { tenantId: string; id: string; }; reply: { items: (AssetIdentityFinding)[]; }; };
  /** What is installed on an asset, as its agent last told */
  listAssetPackages: { path: { tenantId: string; id: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (PackageRow)[]; }; };
  /** Assets, filtered and sorted */
  listAssetRows: { path: { tenantId: string; }; query?: { site?: string | undefined; company?: string | undefined; type?: string | undefined; tag?: string | undefined; agent?: string | undefined; findings?: string | undefined; port?: string | undefined; minRisk?: string | undefined; from?: string | undefined; to?: string | undefined; limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (AssetRow)[]; }; };
  /** What answers at an asset, by port */
  listAssetServices: { path: { tenantId: string; id: string; }; reply: { items: (AssetService)[]; }; };
  /** Exceptions from rules, past ones included, the newest first */
  listAuditExceptions: { path: { tenantId: string; }; reply: { items: (AuditException)[]; }; };
  /** Who did what, and when */
  listAuditLog: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; action?: string | undefined; actor?: string | undefined; from?: string | undefined; until?: string | undefined; subject?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (AuditLogRow)[]; }; };
  /** What the audit log can be filtered by: what stands in its newest part */
  listAuditLogChoices: { path: { tenantId: string; }; reply: { actions: (string)[]; actors: ({ id: string; name: string; })[]; }; };
  /** Names and ids under audits, to choose from */
  listAuditNames: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (DeclaredName)[]; }; };
  /** Runs of audits, filtered and sorted */
  listAuditRunRows: { path: { tenantId: string; }; query?: { bundle?: string | undefined; site?: string | undefined; audit?: string | undefined; asset?: string | undefined; source?: string | undefined; from?: string | undefined; newest?: string | undefined; limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (AuditRunRow)[]; }; };
  /** Audits by name */
  listAudits: { path: { tenantId: string; }; reply: { items: (AuditRow)[]; }; };
  /** Names and ids under bundles, to choose from */
  listBundleNames: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (DeclaredName)[]; }; };
  /** What hosts can be audited against, with its profiles */
  listBundles: { path: { tenantId: string; }; reply: { items: (BundleRow)[]; }; };
  /** Names and ids under collectors, to choose from */
  listCollectorNames: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (DeclaredName)[]; }; };
  /** The tenant's collectors by name */
  listCollectors: { path: { tenantId: string; }; reply: { items: (CollectorRow)[]; }; };
  /** Names and ids under companies, to choose from */
  listCompanyNames: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (DeclaredName)[]; }; };
  /** Companies, with what is placed under them */
  listCompanyRows: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (CompanyRow)[]; }; };
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
  /** Maintenance windows: those that are open, then the next, then the past */
  listMaintenanceWindows: { path: { tenantId: string; }; reply: { items: (MaintenanceWindowRow)[]; }; };
  /** Who is in the tenant, and who is invited */
  listPeople: { path: { tenantId: string; }; reply: { people: (Person)[]; invitations: (Invitation)[]; }; };
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
  /** Sites, with what is there */
  listSiteRows: { path: { tenantId: string; }; query?: { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined; q?: string | undefined; company?: string | undefined; }; reply: { /** All rows that match. */ total: number; items: (SiteRow)[]; }; };
  /** Make a link with which a person chooses a new password, within a day */
  makePasswordLink: { path: { tenantId: string; id: string; }; body: { /** For one who has lost the second factor as well: using it takes that away. */ clearsSecondFactor: boolean; }; reply: { /** For the link /new-password?token=… */ token: string; }; };
  /** Add a note to an incident's timeline */
  noteIncident: { path: { tenantId: string; id: string; }; body: { note: string; }; reply: { ok: boolean; }; };
  /** When a schedule is due next, or what is wrong with it */
  previewSchedule: { path: { tenantId: string; }; query?: { schedule?: string | undefined; timezone?: string | undefined; }; reply: { /** A sentence; null: it is good. */ fault: string | null; /** Unix epoch milliseconds. */ next: (number)[]; }; };
  /** One asset with what its score is made of */
  readAsset: { path: { tenantId: string; id: string; }; reply: AssetPage; };
  /** One audit, and how it goes on each host */
  readAudit: { path: { tenantId: string; id: string; }; reply: AuditPage; };
  /** One item of audits as it would stand in a configuration file, without its secrets */
  readAuditDeclaration: { path: { tenantId: string; id: string; }; reply: { id: string; item: AuditDeclaration; /** JSON pointers of what is kept and not shown: `/snmp/community`. */ secrets: (string)[]; /** To be sent along with a change. */ version: string; }; };
  /** What one rule of a run says, and why it came out as it did */
  readAuditRule: { path: { tenantId: string; id: string; }; query?: { rule?: string | undefined; }; reply: AuditRule; };
  /** One run with its rules in short */
  readAuditRun: { path: { tenantId: string; id: string; }; reply: AuditRunPage; };
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
  /** What a link invites to */
  readInvitation: { body: { /** Of the link. */ token: string; }; reply: { tenantName: string; role: "owner" | "administrator" | "operator" | "viewer"; email: string; /** As the one who invited wrote it; may be empty. */ name: string; invitedBy: string; /** Whose e-mail it is signs in first. */ hasAccount: boolean; }; };
  /** One item of maintenance as it would stand in a configuration file, without its secrets */
  readMaintenanceWindowDeclaration: { path: { tenantId: string; id: string; }; reply: { id: string; item: MaintenanceWindowDeclaration; /** JSON pointers of what is kept and not shown: `/snmp/community`. */ secrets: (string)[]; /** To be sent along with a change. */ version: string; }; };
  /** Whose password a link is about */
  readPasswordLink: { body: { token: string; }; reply: { email: string; }; };
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
  /** Remove a passkey from the own account */
  removePasskey: { path: { id: string; }; reply: { ok: boolean; }; };
  /** Take a person out of the tenant, at once */
  removePerson: { path: { tenantId: string; id: string; }; reply: { ok: boolean; }; };
  /** Let the account at the sign-in provider sign in as this person no more */
  removeProvider: { reply: { ok: boolean; }; };
  /** Ask for no codes any more */
  removeSecondFactor: { body: { password?: string | undefined; }; reply: { ok: boolean; }; };
  /** Change the own name */
  renameAccount: { body: { name: string; }; reply: { ok: boolean; }; };
  /** Make new backup codes; the old ones are worth nothing any more */
  renewBackupCodes: { body: { password?: string | undefined; }; reply: { /** Each signs in once when the app is lost. They are shown this once. */ backupCodes: (string)[]; }; };
  /** Make a new enrolment token; it is shown this once */
  renewCollectorToken: { path: { tenantId: string; id: string; }; reply: { token: string; expiresAt: number; }; };
  /** Make a new enrolment token; it is shown this once */
  renewProbeToken: { path: { tenantId: string; id: string; }; reply: { token: string; expiresAt: number; }; };
  /** Choose a new password by a link; every session of that person ends */
  resetPassword: { body: { token: string; password: string; }; reply: { ok: boolean; }; };
  /** Refuse an agent for good; what it found stays until somebody else looks */
  revokeAgent: { path: { tenantId: string; id: string; }; reply: { ok: boolean; }; };
  /** Make a token worthless; agents that enrolled with it stay */
  revokeAgentToken: { path: { tenantId: string; id: string; }; reply: { ok: boolean; }; };
  /** Revoke a key: the next request with it is refused */
  revokeApiKey: { path: { tenantId: string; id: string; }; reply: { ok: boolean; }; };
  /** Refuse a collector from its next request on; its sensors stay assigned to it */
  revokeCollector: { path: { tenantId: string; id: string; }; reply: { ok: boolean; }; };
  /** Make the link of an invitation worthless */
  revokeInvitation: { path: { tenantId: string; id: string; }; reply: { ok: boolean; }; };
  /** Ask for an audit now, on all its hosts or on one */
  runAudit: { path: { tenantId: string; id: string; }; body: { /** The name of one of its hosts. */ agent?: string | undefined; /** Keep the whole result, too. */ arf?: boolean | undefined; }; reply: { /** Hosts that were asked. */ jobs: number; /** Hosts that were not, because they still are at it. */ skipped: ({ agent: string; why: string; })[]; }; };
  /** Run a scan now; when it runs already, that run is the answer */
  runScan: { path: { tenantId: string; id: string; }; reply: { runId: string; isNew: boolean; }; };
  /** Say by tags what the asset is, and how much it matters */
  setAssetTags: { path: { tenantId: string; id: string; }; body: { tags: (string)[]; }; reply: { ok: boolean; }; };
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
  /** Stop an audit wherever it waits or is under way */
  stopAudit: { path: { tenantId: string; id: string; }; reply: { /** Hosts that had not begun. */ stopped: number; /** Hosts that are told to stop. */ stopping: number; }; };
  /** End a sync of the feeds that is under way; it is gone on with next time */
  stopFeedSync: { path: { tenantId: string; }; reply: { ok: boolean; }; };
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
  addPasskey: ["POST", "/account/passkeys"],
  beginPasskey: ["POST", "/account/passkeys/options"],
  beginPasskeySignIn: ["POST", "/sign-in/passkey/options"],
  beginProviderSignIn: ["POST", "/sign-in/provider"],
  beginSecondFactor: ["POST", "/account/second-factor"],
  changeAgent: ["PATCH", "/tenants/{tenantId}/agents/{id}"],
  changeAudit: ["PUT", "/tenants/{tenantId}/declarations/audits/{id}"],
  changeBundle: ["PUT", "/tenants/{tenantId}/declarations/bundles/{id}"],
  changeCollector: ["PUT", "/tenants/{tenantId}/declarations/collectors/{id}"],
  changeCompany: ["PUT", "/tenants/{tenantId}/declarations/companies/{id}"],
  changeDirectory: ["PUT", "/tenants/{tenantId}/declarations/directories/{id}"],
  changeMaintenanceWindow: ["PUT", "/tenants/{tenantId}/declarations/maintenance/{id}"],
  changePassword: ["PUT", "/account/password"],
  changePerson: ["PUT", "/tenants/{tenantId}/people/{id}"],
  changePlan: ["PUT", "/tenants/{tenantId}/declarations/plan"],
  changeProbe: ["PUT", "/tenants/{tenantId}/declarations/probes/{id}"],
  changeScan: ["PUT", "/tenants/{tenantId}/declarations/scans/{id}"],
  changeSensor: ["PUT", "/tenants/{tenantId}/declarations/sensors/{id}"],
  changeSensors: ["POST", "/tenants/{tenantId}/sensors/changes"],
  changeSite: ["PUT", "/tenants/{tenantId}/declarations/sites/{id}"],
  checkSensorNow: ["POST", "/tenants/{tenantId}/sensors/{id}/check"],
  chooseAuditRuns: ["GET", "/tenants/{tenantId}/audit-run-choices"],
  chooseFindings: ["GET", "/tenants/{tenantId}/findings/choice"],
  compareAuditRuns: ["GET", "/tenants/{tenantId}/audit-runs/{id}/comparison"],
  confirmSecondFactor: ["POST", "/account/second-factor/confirmation"],
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
  endAuditException: ["POST", "/tenants/{tenantId}/audit-exceptions/{id}/end"],
  endOtherSessions: ["DELETE", "/account/sessions"],
  endSession: ["DELETE", "/account/sessions/{id}"],
  exceptAuditRule: ["POST", "/tenants/{tenantId}/audit-exceptions"],
  exportAuditRun: ["GET", "/tenants/{tenantId}/audit-runs/{id}/export"],
  exportFindings: ["GET", "/tenants/{tenantId}/findings/export"],
  getAccount: ["GET", "/account"],
  getAgent: ["GET", "/tenants/{tenantId}/agents/{id}"],
  getErrand: ["GET", "/tenants/{tenantId}/errands/{id}"],
  getExposureOverview: ["GET", "/tenants/{tenantId}/overview/exposure"],
  getMonitorOverview: ["GET", "/tenants/{tenantId}/overview/monitor"],
  getScan: ["GET", "/tenants/{tenantId}/scans/{id}"],
  getScanRun: ["GET", "/tenants/{tenantId}/scan-runs/{id}"],
  getScanRunFigures: ["GET", "/tenants/{tenantId}/scan-runs/{id}/figures"],
  getSession: ["GET", "/session"],
  importAuditRuns: ["POST", "/tenants/{tenantId}/audit-runs/import"],
  invitePerson: ["POST", "/tenants/{tenantId}/invitations"],
  join: ["POST", "/join"],
  listAgentRows: ["GET", "/tenants/{tenantId}/agents"],
  listAgentTokens: ["GET", "/tenants/{tenantId}/agent-tokens"],
  listApiKeys: ["GET", "/tenants/{tenantId}/api-keys"],
  listAssetAuditRuns: ["GET", "/tenants/{tenantId}/assets/{id}/audit-runs"],
  listAssetEvents: ["GET", "/tenants/{tenantId}/assets/{id}/events"],
  listAssetFacets: ["GET", "/tenants/{tenantId}/asset-facets"],
  listAssetIdentityFindings: ["GET", "/tenants/{tenantId}/assets/{id}/identity-findings"],
  listAssetPackages: ["GET", "/tenants/{tenantId}/assets/{id}/packages"],
  listAssetRows: ["GET", "/tenants/{tenantId}/assets"],
  listAssetServices: ["GET", "/tenants/{tenantId}/assets/{id}/services"],
  listAuditExceptions: ["GET", "/tenants/{tenantId}/audit-exceptions"],
  listAuditLog: ["GET", "/tenants/{tenantId}/audit-log"],
  listAuditLogChoices: ["GET", "/tenants/{tenantId}/audit-log/choices"],
  listAuditNames: ["GET", "/tenants/{tenantId}/declarations/audits"],
  listAuditRunRows: ["GET", "/tenants/{tenantId}/audit-runs"],
  listAudits: ["GET", "/tenants/{tenantId}/audits"],
  listBundleNames: ["GET", "/tenants/{tenantId}/declarations/bundles"],
  listBundles: ["GET", "/tenants/{tenantId}/bundles"],
  listCollectorNames: ["GET", "/tenants/{tenantId}/declarations/collectors"],
  listCollectors: ["GET", "/tenants/{tenantId}/collectors"],
  listCompanyNames: ["GET", "/tenants/{tenantId}/declarations/companies"],
  listCompanyRows: ["GET", "/tenants/{tenantId}/companies"],
  listDirectoryNames: ["GET", "/tenants/{tenantId}/declarations/directories"],
  listFeedStates: ["GET", "/tenants/{tenantId}/feeds"],
  listFindingRows: ["GET", "/tenants/{tenantId}/findings"],
  listIncidentRows: ["GET", "/tenants/{tenantId}/incidents"],
  listMaintenanceWindowNames: ["GET", "/tenants/{tenantId}/declarations/maintenance"],
  listMaintenanceWindows: ["GET", "/tenants/{tenantId}/maintenance"],
  listPeople: ["GET", "/tenants/{tenantId}/people"],
  listProbeNames: ["GET", "/tenants/{tenantId}/declarations/probes"],
  listProbes: ["GET", "/tenants/{tenantId}/probes"],
  listScanNames: ["GET", "/tenants/{tenantId}/declarations/scans"],
  listScanRows: ["GET", "/tenants/{tenantId}/scans"],
  listScanRunHosts: ["GET", "/tenants/{tenantId}/scan-runs/{id}/hosts"],
  listScanRuns: ["GET", "/tenants/{tenantId}/scan-runs"],
  listSensorNames: ["GET", "/tenants/{tenantId}/declarations/sensors"],
  listSensorRows: ["GET", "/tenants/{tenantId}/sensors"],
  listSiteNames: ["GET", "/tenants/{tenantId}/declarations/sites"],
  listSiteRows: ["GET", "/tenants/{tenantId}/sites"],
  makePasswordLink: ["POST", "/tenants/{tenantId}/people/{id}/password-link"],
  noteIncident: ["POST", "/tenants/{tenantId}/incidents/{id}/notes"],
  previewSchedule: ["GET", "/tenants/{tenantId}/schedule-preview"],
  readAsset: ["GET", "/tenants/{tenantId}/assets/{id}"],
  readAudit: ["GET", "/tenants/{tenantId}/audits/{id}"],
  readAuditDeclaration: ["GET", "/tenants/{tenantId}/declarations/audits/{id}"],
  readAuditRule: ["GET", "/tenants/{tenantId}/audit-runs/{id}/rule"],
  readAuditRun: ["GET", "/tenants/{tenantId}/audit-runs/{id}"],
  readBundleDeclaration: ["GET", "/tenants/{tenantId}/declarations/bundles/{id}"],
  readCollectorDeclaration: ["GET", "/tenants/{tenantId}/declarations/collectors/{id}"],
  readCompanyDeclaration: ["GET", "/tenants/{tenantId}/declarations/companies/{id}"],
  readDirectoryDeclaration: ["GET", "/tenants/{tenantId}/declarations/directories/{id}"],
  readFinding: ["GET", "/tenants/{tenantId}/findings/{id}"],
  readHostSeries: ["GET", "/tenants/{tenantId}/sensors/{id}/host-series"],
  readIncident: ["GET", "/tenants/{tenantId}/incidents/{id}"],
  readInterfaceSeries: ["GET", "/tenants/{tenantId}/sensors/{id}/interface-series"],
  readInvitation: ["POST", "/invitation"],
  readMaintenanceWindowDeclaration: ["GET", "/tenants/{tenantId}/declarations/maintenance/{id}"],
  readPasswordLink: ["POST", "/password-link"],
  readPlanDeclaration: ["GET", "/tenants/{tenantId}/declarations/plan"],
  readProbeDeclaration: ["GET", "/tenants/{tenantId}/declarations/probes/{id}"],
  readScanDeclaration: ["GET", "/tenants/{tenantId}/declarations/scans/{id}"],
  readSensor: ["GET", "/tenants/{tenantId}/sensors/{id}"],
  readSensorDeclaration: ["GET", "/tenants/{tenantId}/declarations/sensors/{id}"],
  readSensorSeries: ["GET", "/tenants/{tenantId}/sensors/{id}/series"],
  readSensorUptime: ["GET", "/tenants/{tenantId}/sensors/{id}/uptime"],
  readSiteDeclaration: ["GET", "/tenants/{tenantId}/declarations/sites/{id}"],
  readUsage: ["GET", "/tenants/{tenantId}/usage"],
  removePasskey: ["DELETE", "/account/passkeys/{id}"],
  removePerson: ["DELETE", "/tenants/{tenantId}/people/{id}"],
  removeProvider: ["DELETE", "/account/provider"],
  removeSecondFactor: ["POST", "/account/second-factor/removal"],
  renameAccount: ["PATCH", "/account"],
  renewBackupCodes: ["POST", "/account/second-factor/backup-codes"],
  renewCollectorToken: ["POST", "/tenants/{tenantId}/collectors/{id}/token"],
  renewProbeToken: ["POST", "/tenants/{tenantId}/probes/{id}/token"],
  resetPassword: ["POST", "/new-password"],
  revokeAgent: ["POST", "/tenants/{tenantId}/agents/{id}/revoke"],
  revokeAgentToken: ["DELETE", "/tenants/{tenantId}/agent-tokens/{id}"],
  revokeApiKey: ["DELETE", "/tenants/{tenantId}/api-keys/{id}"],
  revokeCollector: ["POST", "/tenants/{tenantId}/collectors/{id}/revoke"],
  revokeInvitation: ["DELETE", "/tenants/{tenantId}/invitations/{id}"],
  runAudit: ["POST", "/tenants/{tenantId}/audits/{id}/run"],
  runScan: ["POST", "/tenants/{tenantId}/scans/{id}/run"],
  setAssetTags: ["PUT", "/tenants/{tenantId}/assets/{id}/tags"],
  setCollectorTargets: ["PUT", "/tenants/{tenantId}/collectors/{id}/targets"],
  setFindingStatuses: ["POST", "/tenants/{tenantId}/findings/status"],
  setProbeTargets: ["PUT", "/tenants/{tenantId}/probes/{id}/targets"],
  setUp: ["POST", "/set-up"],
  signIn: ["POST", "/sign-in"],
  signInWithCode: ["POST", "/sign-in/code"],
  signInWithPasskey: ["POST", "/sign-in/passkey"],
  signOut: ["POST", "/sign-out"],
  stopAudit: ["POST", "/tenants/{tenantId}/audits/{id}/stop"],
  stopFeedSync: ["POST", "/tenants/{tenantId}/feeds/stop"],
  stopScanRun: ["POST", "/tenants/{tenantId}/scan-runs/{id}/stop"],
  suggestNetworks: ["GET", "/tenants/{tenantId}/network-suggestions"],
  syncFeeds: ["POST", "/tenants/{tenantId}/feeds/sync"],
  testSensor: ["POST", "/tenants/{tenantId}/errands"],
  watchTenant: ["GET", "/tenants/{tenantId}/live"],
} as const satisfies Record<keyof Operations, readonly [method: string, path: string]>;
