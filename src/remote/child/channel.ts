/*
 * What a process and one that it started for one piece of work say to each other, as JSON over the channel between them. Both are
 * of one version: whoever is updated starts the other anew.
 */

/** To the child: what it is started for, first and once; then what it should know meanwhile; each thing heard; to end. */
export type ToChild<Asked, News> =
  | { ask: Asked }
  | { tell: News }
  | { heard: true }
  | { stop: true };

/** From the child: what it has to say meanwhile; the last is how it ended. */
export type FromChild<Saying, End> =
  | { say: Saying }
  | { end: End }
  | { failed: { message: string; stack: string } };
