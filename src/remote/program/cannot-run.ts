/** A remote part cannot start or go on; the message is a sentence for the one who started it. */
export class CannotRun extends Error {
  override name = "CannotRun";
}
