import type { AuditJob } from "#wire/agent.v1";

/** A declared audit: which hosts are evaluated against which profile of a bundle, and when. */
export interface Audit {
  id: string;
  /** Unique within the tenant. */
  name: string;
  bundleId: string;
  /** The id of a profile; of a bundle that is kept here, the full one. */
  profile: string;
  /** Hosts of this site only; `null`: wherever they are. */
  siteId: string | null;
  /** Hosts with at least one of these; none: with whatever tags. */
  tags: readonly string[];
  /** Five-field cron in `timeZone`; `null`: only when asked to. */
  schedule: string | null;
  timeZone: string;
  /** False: the schedule rests. It can still be asked for. */
  enabled: boolean;
  timeLimitSec: number;
  memoryLimitMb: number;
  /** The whole ARF of every run is kept, too. */
  keepArf: boolean;
}

/** How it goes with an audit; all in Unix epoch milliseconds. */
export interface AuditHistory {
  /** When its jobs last began to wait for their hosts. */
  lastRunAt: number | null;
  /** `null`: it has no schedule, or rests. */
  nextRunAt: number | null;
  /** Why not every host got a job when it was last due, a sentence; `null` once every one did. */
  lastError: string | null;
}

/** What an audit takes unless it says otherwise, and what it can say (`wire/agent.v1.ts`). */
export const timeLimitsSec = { least: 1, most: 86_400, usual: 3600 } as const;
export const memoryLimitsMb = { least: 16, most: 65_536, usual: 1024 } as const;

/** The whole of what an agent is to do, as it was when the job was asked for. */
export type AuditSpec = Omit<AuditJob, "jobId">;

/** A bundle as far as audits with it are concerned. */
export interface AuditedBundle {
  id: string;
  name: string;
  source: "file" | "content";
  fileName: string;
  /** `null` for a file that the distribution puts on the host. */
  sha256: string | null;
  /** Of the XML. */
  bytes: number | null;
  /** Those of a file that is kept here; of others none is known. */
  profiles: readonly { id: string; title: string }[];
}

/** @param arf keep the whole ARF, whatever the audit says. */
export function specOf(
  audit: Pick<Audit, "name" | "profile" | "timeLimitSec" | "memoryLimitMb" | "keepArf">,
  bundle: AuditedBundle,
  arf: boolean,
): AuditSpec {
  return {
    auditName: audit.name,
    bundle: bundleIn(bundle),
    profile: audit.profile,
    limits: { timeSec: audit.timeLimitSec, memoryMb: audit.memoryLimitMb },
    arf: arf || audit.keepArf,
  };
}

/** What is known of a distribution's file is filled in when the job is handed out: it grows. */
export function bundleIn({ sha256, bytes, fileName }: AuditedBundle): AuditSpec["bundle"] {
  return sha256 === null || bytes === null
    ? { kind: "content", file: fileName, known: [] }
    : { kind: "file", sha256, bytes };
}
