import { type AuditFailure, auditFailures } from "#engines/scap-types";

/** An audit comes to nothing; the message is a sentence that says what to do. */
export class AuditRefused extends Error {
  override name = "AuditRefused";
  readonly code: AuditFailure;

  constructor(code: AuditFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The code of a failure that says why by itself, ours or the engine's; `null`: it is a defect. */
export function failureCodeOf(error: unknown): AuditFailure | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return auditFailures.find((each) => each === error.code) ?? null;
}
