/**
 * The law of the house, as data: who may import whom, and which slice owns which table. The architecture tests read it.
 */

/**
 * For each room, or slice of a room: what its files may import besides their own slice. A room stands for all its
 * slices. The most exact entry counts.
 */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  "engines/check-types": [],
  "engines/checks": ["lib", "engines/check-types"],
  "engines/scan-types": ["lib"],
  "engines/identify": [
    "lib",
    "engines/scan-types",
    "engines/vulnerability-types",
    "engines/checks",
    "engines/check-types",
  ],
  "engines/nmap": ["lib", "engines/scan-types", "engines/vulnerability-types"],
  "engines/scan": [
    "lib",
    "engines/scan-types",
    "engines/identify",
    "engines/nmap",
    "engines/checks",
    "engines/check-types",
  ],
  "engines/vulnerability-types": ["lib"],
  "engines/feeds": ["lib", "engines/vulnerability-types"],
  "engines/matching": [
    "lib",
    "engines/scan-types",
    "engines/vulnerability-types",
    "engines/inventory-types",
  ],
  "engines/inventory-types": ["lib"],
  "engines/inventory": ["lib", "engines/inventory-types"],
  "engines/scap-types": ["lib"],
  "engines/scap": ["lib", "engines/scap-types"],
  "engines/openscap": ["lib", "engines/scap-types", "engines/scap"],
  "engines/directory-types": ["lib"],
  "engines/active-directory": ["lib", "engines/directory-types"],
  "engines/rule-words": ["lib", "engines/directory-types"],
  "engines/active-directory-rules": [
    "lib",
    "engines/directory-types",
    "engines/active-directory",
    "engines/rule-words",
  ],
  "engines/ldap": ["lib", "engines/directory-types", "engines/active-directory"],
  "engines/graph": ["lib", "engines/directory-types"],
  "engines/entra": ["lib", "engines/directory-types", "engines/graph", "engines/rule-words"],
  "engines/assess": [
    "lib",
    "engines/directory-types",
    "engines/active-directory",
    "engines/active-directory-rules",
    "engines/ldap",
    "engines/graph",
    "engines/entra",
  ],
  wire: [
    "lib",
    "engines/check-types",
    "engines/directory-types",
    "engines/scan-types",
    "engines/inventory-types",
    "engines/scap-types",
  ],
  remote: ["lib", "wire"],
  platform: ["lib", "platform"],
  monitor: ["lib", "wire", "engines/check-types", "platform", "monitor"],
  exposure: [
    "lib",
    "wire",
    "engines/scan-types",
    "engines/vulnerability-types",
    "engines/matching",
    "engines/feeds",
    "engines/nmap",
    "engines/inventory-types",
    "engines/scap-types",
    "engines/scap",
    "engines/directory-types",
    "platform",
    "exposure",
  ],
  processes: [
    "lib",
    "wire",
    "engines/check-types",
    "engines/checks",
    "engines/scan-types",
    "engines/scap-types",
    "engines/scap",
    "engines/directory-types",
    "engines/assess",
    "platform",
    "monitor",
    "exposure",
    "remote",
    "processes",
  ],
  "processes/probe": [
    "lib",
    "wire",
    "engines/scan-types",
    "engines/scan",
    "engines/directory-types",
    "engines/assess",
    "remote",
  ],
  "processes/agent": [
    "lib",
    "wire",
    "engines/inventory-types",
    "engines/inventory",
    "engines/scap-types",
    "engines/scap",
    "engines/openscap",
    "remote",
  ],
  "processes/collector": ["lib", "wire", "engines/check-types", "engines/checks", "remote"],
};

/**
 * The stages through which data flows, by service. A stage imports nothing of another but types; only the service's `flows`
 * knows the order.
 */
export const stages: readonly (readonly string[])[] = [
  ["monitor/results", "monitor/states", "monitor/incidents", "monitor/history"],
  [
    "exposure/scans",
    "exposure/assets",
    "exposure/services",
    "exposure/packages",
    "exposure/weaknesses",
    "exposure/findings",
    "exposure/risk",
  ],
];

/** Programs that run at customers' sites: no file of these rooms may be reachable from them. */
export const remoteMains: readonly string[] = [
  "src/processes/agent/main.ts",
  "src/processes/agent/audit-child.ts",
  "src/processes/collector/main.ts",
  "src/processes/probe/assess-child.ts",
  "src/processes/probe/main.ts",
];
export const serverOnlyRooms: readonly string[] = ["platform", "monitor", "exposure"];

/** Words that only some files may use, and why. The pattern is tried on a file's code, the paths are prefixes or endings. */
export const reservedWords: readonly {
  readonly pattern: RegExp;
  readonly what: string;
  readonly allowed: readonly string[];
}[] = [
  {
    pattern: /\bstatement\s*(<|\()/,
    what: "SQL statements",
    allowed: [".queries.ts", "src/platform/db/", "src/platform/migrations/"],
  },
  {
    pattern: /from "(fastify|@fastify\/)/,
    what: "Fastify",
    allowed: [".routes.ts", "src/platform/http/", "public-api.ts", "src/processes/server/"],
  },
  {
    pattern: /\bprocess\.env\b/,
    what: "the environment",
    allowed: [
      "src/platform/config/",
      "main.ts",
      "src/processes/cli/",
      "src/engines/checks/names/system-files.ts",
    ],
  },
  {
    pattern: /"(node:)?child_process"|\bexecve\b/,
    what: "other programs",
    allowed: [
      "src/platform/postgres/",
      "src/engines/checks/icmp/fping.ts",
      "src/engines/inventory/rpm.ts",
      "src/engines/nmap/nmap-engine.ts",
      "src/engines/openscap/",
      "src/processes/server/remote-child.ts",
      "src/remote/child/start-child.ts",
      "src/processes/cli/become-agent.ts",
      // Network namespaces for tests.
      "src/engines/checks/own-network.ts",
    ],
  },
  { pattern: /\bconsole\.(log|error|warn|info)\b/, what: "the console", allowed: [] },
];

/** The slice whose `*.queries.ts` alone write a table. */
export const tableOwners: Readonly<Record<string, string>> = {
  tenants: "platform/tenants",
  companies: "platform/companies",
  api_keys: "platform/api-keys",
  audit_log: "platform/audit-log",
  rate_windows: "platform/rate-limit",
  collectors: "monitor/collectors",
  collector_removals: "monitor/collectors",
  sensors: "monitor/sensors",
  sensor_parts: "monitor/sensors",
  sensor_states: "monitor/states",
  incidents: "monitor/incidents",
  incident_events: "monitor/incidents",
  maintenance_windows: "monitor/maintenance",
  check_results: "monitor/results",
  interface_samples: "monitor/results",
  host_samples: "monitor/results",
  check_rollups_5m: "monitor/history",
  check_rollups_1h: "monitor/history",
  interface_rollups_5m: "monitor/history",
  interface_rollups_1h: "monitor/history",
  host_rollups_5m: "monitor/history",
  host_rollups_1h: "monitor/history",
  rollup_queue: "monitor/history",
  sites: "exposure/sites",
  probes: "exposure/probes",
  scans: "exposure/scans",
  scan_runs: "exposure/scans",
  scan_run_hosts: "exposure/scans",
  assets: "exposure/assets",
  asset_events: "exposure/assets",
  services: "exposure/services",
  findings: "exposure/findings",
  finding_totals: "exposure/findings",
  finding_versions: "exposure/findings",
  finding_events: "exposure/findings",
  directories: "exposure/directories",
  assessments: "exposure/directories",
  identity_findings: "exposure/identity",
  identity_totals: "exposure/identity",
  identity_rules: "exposure/identity",
  identity_exceptions: "exposure/identity",
  agent_tokens: "exposure/agents",
  agents: "exposure/agents",
  installed_packages: "exposure/packages",
  bundles: "exposure/bundles",
  audits: "exposure/audits",
  audit_jobs: "exposure/audits",
  audit_arfs: "exposure/audits",
  audit_runs: "exposure/audit-runs",
  audit_exceptions: "exposure/audit-runs",
  scap_contents: "exposure/audit-runs",
  feeds: "exposure/feeds",
  feed_files: "exposure/feeds",
  vulnerabilities: "exposure/feeds",
  vulnerability_products: "exposure/feeds",
  kev_entries: "exposure/feeds",
  epss_scores: "exposure/feeds",
  debian_entries: "exposure/feeds",
  osv_entries: "exposure/feeds",
};

/** Tables without a tenant: data of the whole installation. */
export const sharedTables: readonly string[] = [
  "tenants",
  "schema_migrations",
  "rate_windows",
  "feeds",
  "feed_files",
  "vulnerabilities",
  "vulnerability_products",
  "kev_entries",
  "epss_scores",
  "debian_entries",
  "osv_entries",
];
