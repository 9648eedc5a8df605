import type { CertificateFacts, TlsFacts } from "#engines/scan-types";
import { packageFacts, wholeInventory } from "#test/agent-fixture";
import { agentHost } from "#test/agent-host";
import { auditReport, ruleText, scapContent } from "#test/audit-reports";
import { testFacts } from "#test/directory-fixture";
import { hostReport, serviceFacts } from "#test/host-reports";
import { someResult, someRule, someWeakness } from "#test/identity-fixture";
import type * as agent from "#wire/agent.v1";
import type * as collector from "#wire/collector.v1";
import type { EnrolRequest } from "#wire/enrolment.v1";
import type * as probe from "#wire/probe.v1";

/** Stands for a token of the part that enrols. */
export const tokenMark = "{token}";
/** Stands for a revision that the server does not have. */
export const revisionMark = "cd".repeat(32);

/** What messages are about. */
export interface RemoteWork {
  /** An SNMP sensor and one of TLS. */
  device: string;
  site: string;
  errandId: string;
  runId: string;
  assessmentId: string;
  jobId: string;
  /** Of the bundle of the job. */
  sha256: string;
}

/**
 * A message of each make that remote parts send, with all fields that there are, by the operation that takes it.
 *
 * @param at when they are sent.
 */
export function remoteMessages(work: RemoteWork, at: number): Readonly<Record<string, object[]>> {
  const { errandId, runId, assessmentId, jobId } = work;
  const enrolment: EnrolRequest = { token: tokenMark, version: "1", hostname: "here" };
  const results: collector.ResultBatch = {
    results: [deviceResult(work.device, at), siteResult(work.site, at)],
    status: {
      version: "1",
      sensors: 2,
      lagP99Ms: 3,
      checksPerSec: 2,
      spooledResults: 1,
      droppedResults: 1,
    },
  };
  const errands: collector.ErrandReport[] = [
    { id: errandId, check: { ...deviceResult(errandId, at), ...siteResult(errandId, at) } },
    { id: errandId, discovery },
    { id: errandId, failure: "It is not there." },
  ];
  const probeCheckIn: probe.CheckIn = {
    version: "1",
    hostname: "here",
    abilities: { nmap: "7.9", icmp: true },
    runs: [{ id: runId, progress: runProgress }],
    assessments: [{ id: assessmentId, progress: assessmentProgress }],
    spooled: 1,
    waitMs: 0,
  };
  const agentCheckIn: agent.CheckIn = {
    version: "1",
    hostname: "web1",
    bootedAt: 5,
    privileged: true,
    oscap: "1.3.7",
    inventory: revisionMark,
    audits: [{ jobId, progress: { done: 1, total: 2 } }],
    spooled: 1,
    waitMs: 0,
  };
  return {
    "POST /remote/v1/enrol": [enrolment],
    "POST /remote/v1/probe/enrol": [enrolment],
    "POST /remote/v1/agent/enrol": [enrolment],
    "POST /remote/v1/collector/results": [results],
    "POST /remote/v1/collector/errands": errands,
    "POST /remote/v1/probe/check-in": [probeCheckIn],
    "POST /remote/v1/probe/reports": reportsOf(runId, assessmentId, at).map((message) => ({
      messages: [message],
    })),
    "POST /remote/v1/agent/check-in": [agentCheckIn],
    "POST /remote/v1/agent/inventory": [inventory(at)],
    "POST /remote/v1/agent/results": outcomesOf(jobId, work.sha256, at).map((message) => ({
      messages: [message],
    })),
  };
}

const runProgress: probe.RunProgress = {
  phase: "ports",
  hostsTotal: 2,
  hostsDone: 1,
  hostsUp: 1,
  openPorts: 3,
  percent: 50,
};
const assessmentProgress = {
  phase: "reading",
  what: "users",
  objects: 5,
  rulesDone: 1,
  rulesTotal: 9,
} as const;

const hostAspect: collector.Discovery["host"][number] = {
  aspect: "storage",
  name: "/",
  percent: 1.5,
  used: 5,
  total: 9,
  seconds: 7,
};

const discovery: collector.Discovery = {
  address: "10.0.0.2",
  sysName: "switch",
  sysDescr: "a switch",
  uptimeSec: 5,
  interfaces: [
    {
      name: "Gi0/1",
      alias: "uplink",
      type: "ethernetCsmacd",
      speedBps: 1e9,
      adminStatus: "up",
      operStatus: "up",
    },
  ],
  host: [hostAspect],
  notes: ["Some are left out."],
};

function deviceResult(sensorId: string, at: number): collector.CheckResult {
  return {
    sensorId,
    at,
    ok: true,
    latencyMs: 1.5,
    interfaces: [
      {
        name: "Gi0/1",
        alias: "uplink",
        ifIndex: 7,
        adminStatus: "up",
        operStatus: "up",
        speedBps: 1e9,
        inBps: 1.5,
        outBps: 2.5,
        inErrorsPerSec: 1,
        outErrorsPerSec: 2,
        inDiscardsPerSec: 3,
        outDiscardsPerSec: 4,
        utilisationPercent: 5,
      },
    ],
    host: [hostAspect],
  };
}

function siteResult(sensorId: string, at: number): collector.CheckResult {
  return {
    sensorId,
    at,
    ok: false,
    withheld: false,
    cause: "HTTP 503",
    causeCode: "http_status",
    latencyMs: 1.5,
    httpStatus: 503,
    certDaysLeft: 3,
    lossPercent: 1.5,
    jitterMs: 0.5,
    detail: {
      address: "192.0.2.1",
      phases: { dns: 1.5 },
      tls: {
        protocol: "TLSv1.3",
        cipher: "TLS_AES_256_GCM_SHA384",
        names: ["a.test"],
        certificates: [
          { subject: "a.test", issuer: "an authority", validFromAt: 5, validToAt: at },
        ],
      },
    },
  };
}

const certificate: CertificateFacts = {
  subject: "CN=a.test",
  issuer: "CN=an authority",
  names: ["a.test"],
  notBefore: 5,
  notAfter: 1_890_000_000_000,
  selfSigned: true,
  key: "RSA 2048",
  signature: "sha256WithRSAEncryption",
  fingerprint256: "AB:CD",
};
const tls: TlsFacts = {
  protocols: ["TLSv1.2"],
  untested: ["SSLv3"],
  cipher: "ECDHE-RSA-AES256-GCM-SHA384",
  weakCiphers: ["RC4"],
  certificate,
};

function reportsOf(runId: string, assessmentId: string, at: number): probe.ProbeMessage[] {
  const rule = someRule("known");
  const found = [someWeakness("ada", { host: "ada.acme.test" })];
  const result = someResult(rule, { reason: "So.", unread: 1, unreadTargets: ["bob"] });
  const end = { outcome: "completed", at, error: "It went away." } as const;
  return [
    { runId, host: { ...host, startedAt: at, finishedAt: at, services: [] } },
    { runId, host: { ...host, startedAt: at, finishedAt: at } },
    { runId, end: { ...end, progress: runProgress } },
    { assessmentId, rule, found },
    { assessmentId, result },
    { assessmentId, end: { ...end, facts: testFacts, rules: 1 } },
  ];
}

const web = serviceFacts(443, {
  name: "http",
  tls,
  startTls: tls,
  product: "nginx",
  version: "1.18.0",
  extraInfo: "Ubuntu",
  cpes: ["cpe:2.3:a:f5:nginx:1.18.0:*:*:*:*:*:*:*"],
  banner: "nginx/1.18.0",
  package: { distribution: "ubuntu", release: "22.04", version: "1.18.0-6ubuntu14" },
  http: {
    status: 200,
    title: "Welcome",
    server: "nginx/1.18.0",
    location: "/",
    headers: { "x-frame-options": "DENY" },
    authSchemes: ["Basic"],
  },
  hostName: "a.test",
  observations: ["plain_login"],
});

const host = hostReport("127.0.0.1", [web], {
  reason: "So.",
  upBy: "tcp/443",
  names: [{ name: "a.test", source: "dns" }],
  mac: "3c:52:82:00:00:05",
  vendor: "HP",
  os: { name: "Ubuntu", family: "linux", cpe: "cpe:/o:canonical:ubuntu_linux", confidence: 80 },
  device: { type: "server", confidence: 80, evidence: ["It serves."] },
  tcp: { ports: "1-1000", open: [443] },
  udp: { ports: "53", open: [53] },
});

function inventory(at: number): agent.InventoryUpdate {
  const facts = agentHost({
    os: {
      family: "linux",
      id: "debian",
      like: ["unix"],
      name: "Debian GNU/Linux 12 (bookworm)",
      version: "12",
      codename: "bookworm",
    },
    hardware: {
      uuid: "01990000-0000-7000-8000-000000000001",
      vendor: "QEMU",
      product: "PC",
      kind: "virtual",
    },
  });
  return {
    ...wholeInventory([packageFacts("bash", "5.2")], { host: facts, at, revision: revisionMark }),
    listeners: [{ protocol: "tcp", address: "0.0.0.0", port: 22, process: "sshd" }],
    blindSpots: [{ what: "hardware", why: "Only root may read it." }],
    removed: [{ name: "vim", arch: "amd64", version: "1" }],
  };
}

function outcomesOf(jobId: string, sha256: string, at: number): agent.JobMessage[] {
  const rules = [
    { id: "a", result: "fail", severity: "high", weight: 1, why: "So.", comments: "c" },
    { id: "b", result: "pass", unscored: true },
  ] as const;
  const text = ruleText("a", {
    version: "1",
    group: "g",
    description: "d",
    rationale: "r",
    check: "c",
    fix: "f",
    script: "s",
  });
  const report = auditReport([...rules], {
    contentSha256: sha256,
    startedAt: at - 1000,
    finishedAt: at,
  });
  return [
    { jobId, arf: { bytes: 5, sha256, gzip: "H4sIAAAAAAAAA/NIzcnJBwCCidH3BQAAAA==" } },
    { jobId, report, content: scapContent([text], sha256) },
    { jobId, failure: { at, code: "killed", error: "It is gone." } },
  ];
}
