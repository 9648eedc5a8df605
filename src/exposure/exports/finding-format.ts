import type { ExportedFinding } from "#exposure/findings";

/** Where findings are exported from, and when. */
export interface ExportSource {
  /** Of Vedette. */
  readonly version: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly newId: () => string;
}

/** Writes findings in one format, one after the other; what it returns, put together, is the document. */
export interface FindingFormat {
  begin(): string;
  /** Empty for a finding that has no place in this format. */
  finding(finding: ExportedFinding): string;
  end(): string;
}
