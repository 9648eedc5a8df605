/** The collector cannot start or go on; the message is a sentence for the one who started it. */
export class CollectorCannotRun extends Error {
  override name = "CollectorCannotRun";
}
