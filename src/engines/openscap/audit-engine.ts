import type { AuditReport, ScapContent } from "#engines/scap-types";

/** One audit to carry out. */
export interface AuditOrder {
  /** A data stream: XML, or gzip when its name ends in `.gz`. */
  readonly contentPath: string;
  /** SHA-256 that the XML must have, in hex; `null`: whatever is there. */
  readonly expectedSha256: string | null;
  /** Id of the profile; its end is enough when no other profile ends so (`cis_level1_server`). */
  readonly profile: string;
  readonly limits: AuditLimits;
  /** Whether the whole result file is wanted, too. */
  readonly arf: boolean;
}

export interface AuditLimits {
  readonly timeSec: number;
  /** What oscap and its children may hold, swapped out or not, in MB of 2^20 bytes. */
  readonly memoryMb: number;
}

export interface AuditContext {
  readonly signal: AbortSignal;
  /** `done` only grows and never exceeds `total`, the rules that the profile selects. */
  onProgress(progress: { done: number; total: number }): void;
  /** Time that the report is to carry, in Unix epoch milliseconds. */
  now(): number;
}

/** What an audit came to. */
export interface AuditOutcome {
  readonly report: AuditReport;
  readonly content: ScapContent;
  readonly arf: Arf | null;
}

/** A result file as OpenSCAP wrote it (Asset Reporting Format 1.1). `bytes` and `sha256` (hex) are of the XML. */
export interface Arf {
  readonly bytes: number;
  readonly sha256: string;
  readonly gzip: Buffer;
}

/** Carries out audits on this host, one at a time. */
export interface AuditEngine {
  /** Version of oscap; `null`: it is not installed, or does not run. Known for a minute. */
  version(): Promise<string | null>;
  /**
   * Path of a data stream of the distribution's own, by its file name; `null`: not there.
   *
   * @throws AuditFailed `bad_content` when it is there, but others than root could have changed it.
   */
  findContent(file: string): Promise<string | null>;
  /**
   * Evaluates one profile. A second call waits until the first has ended.
   *
   * @throws AuditFailed
   */
  audit(order: AuditOrder, context: AuditContext): Promise<AuditOutcome>;
  /** Ends what an earlier process with this directory left running, and deletes its scratch files. */
  cleanUp(): Promise<void>;
}
