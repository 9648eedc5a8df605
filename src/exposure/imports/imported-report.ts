import type { CvssScore } from "#engines/vulnerability-types";
import type { HostReport } from "#engines/scan-types";
import type { Severity } from "#lib/severity";
import { Problem } from "#platform/errors";

/** The kinds of reports that can be taken in, and what they are called. */
export const reportTitles = {
  nmap: "nmap XML",
  nessus: "Nessus",
  openvas: "OpenVAS",
  nuclei: "nuclei",
  trivy: "Trivy",
  grype: "Grype",
  sarif: "SARIF",
} as const;
export type ReportFormat = keyof typeof reportTitles;

/** Which host is meant: by its address, or, where the report names none, by its name. */
export interface HostRef {
  /** Canonical. */
  readonly address: string | null;
  readonly hostname: string | null;
}

/** A host of a report. All that is in it is clean and bounded, but for `report`, see `cleanReport`. */
export interface ImportedHost {
  readonly ref: HostRef;
  /** What was learnt of the host itself; `null`: that it is meant, no more. */
  readonly report: HostReport | null;
  /** Epoch milliseconds; `null`: the report does not say. */
  readonly at: number | null;
  /**
   * What the report is the whole truth about, there: what an earlier report of the same source and scope had and this one
   * has not is gone. Empty: it may have left something out.
   */
  readonly scopes: readonly string[];
}

/** One weakness in one place, as another product says. */
export interface ImportedFinding {
  readonly ref: HostRef;
  /** `""` and port 0: the host itself. */
  readonly protocol: "" | "tcp" | "udp";
  readonly port: number;
  readonly service: string | null;
  readonly cve: string | null;
  /** With the product's name: `nessus:19506`. */
  readonly checkId: string;
  readonly package: string;
  readonly installedVersion: string | null;
  readonly fixedVersion: string | null;
  readonly title: string;
  readonly severity: Severity;
  readonly score: CvssScore | null;
  /** Empty: the report names none. */
  readonly remediation: string;
  /** Per cent. */
  readonly confidence: number;
  /** What shows it, in the product's words. */
  readonly evidence: string;
  /** See `ImportedHost.scopes`. */
  readonly scope: string;
  readonly at: number | null;
}

/** A part of a report, in its order; the hosts of a report come before what was found there. */
export type ReportPart =
  | { readonly host: ImportedHost }
  | { readonly finding: ImportedFinding }
  /** Something that is no finding about a host, and why it is left out. */
  | { readonly passedOver: string };

/** A report that was recognised. */
export interface ImportedReport {
  readonly format: ReportFormat;
  /** As the person named it. */
  readonly name: string;
  /** Reads it, from its beginning every time. @throws InvalidReport; an error of the file system. */
  readonly parts: () => AsyncGenerator<ReportPart>;
}

/** A report cannot be taken in; the message is a sentence that names it and says why. */
export class InvalidReport extends Problem {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super("invalid_request", message, options);
  }
}

/** Opens a file for reading, from its beginning. */
export type OpenFile = () => AsyncIterable<Uint8Array>;

/** What a reader is given besides the file. */
export interface ReaderOptions {
  /** The host that the findings are about of which the report does not say it; `null`: none was named. */
  readonly host: HostRef | null;
}
