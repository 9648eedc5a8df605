import type { CauseCode } from "#engines/check-types";

/** A conversation that cannot go on. The message is a cause for people: whole, with the device's name. */
export class SnmpFailure extends Error {
  override name = "SnmpFailure";
  readonly code: CauseCode;

  constructor(code: CauseCode, cause: string) {
    super(cause);
    this.code = code;
  }
}
