import type { Logger } from "#lib/logger";
import { nextPauseMs } from "./pause.ts";
import { ContentRefused, CredentialRefused, ServerUnreachable } from "./server-link.ts";

/** Whether the server can be reached, over all calls of a remote part; says so in the log when it changes. */
export interface Reach {
  succeeded(): void;
  /**
   * @returns whether the credential was refused, so that trying again soon is of no use.
   * @throws the error when it is none of the network or the server.
   */
  failed(error: unknown): boolean;
  /** How long to wait before the next attempt. */
  pauseMs(): number;
}

/** A refused credential is tried again this often: a server restored from a backup may know it again. */
const refusedPauseMs = 60_000;
/** While the server is away the log says so again this often. */
const sayAgainMs = 300_000;

/**
 * @param sentences what the log says when the credential is refused, and when the server is away.
 * @param onRefused called at each refusal of the credential.
 */
export function createReach(
  log: Logger,
  sentences: { refused: string; away: string },
  onRefused: () => void,
): Reach {
  let failures = 0;
  let refused = false;
  let saidAt = Number.NEGATIVE_INFINITY;

  return {
    succeeded() {
      if (failures > 0 || refused) log.info({ failures }, "the server answers again");
      failures = 0;
      refused = false;
      saidAt = Number.NEGATIVE_INFINITY;
    },
    failed(error) {
      if (error instanceof CredentialRefused) {
        if (!refused) log.error({ err: error }, sentences.refused);
        refused = true;
        onRefused();
        return true;
      }
      if (!(error instanceof ServerUnreachable) && !(error instanceof ContentRefused)) throw error;
      failures++;
      if (performance.now() - saidAt > sayAgainMs) {
        saidAt = performance.now();
        log.warn({ err: error, failures }, sentences.away);
      }
      return false;
    },
    pauseMs: () => (refused ? refusedPauseMs : nextPauseMs(Math.max(1, failures), Math.random())),
  };
}
