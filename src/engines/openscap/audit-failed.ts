import { printableLine, shortened } from "#lib/printable";
import type { AuditFailure } from "#engines/scap-types";

/** As long as the message between agent and server allows. */
const longestSentence = 1000;

/** An audit came to nothing. The message is a sentence that says why and, where somebody can do something, what. */
export class AuditFailed extends Error {
  override name = "AuditFailed";
  readonly code: AuditFailure;

  constructor(code: AuditFailure, sentence: string, options?: ErrorOptions) {
    // Parts of it may be words of the content, or of oscap about the content.
    super(shortened(printableLine(sentence), longestSentence), options);
    this.code = code;
  }
}
