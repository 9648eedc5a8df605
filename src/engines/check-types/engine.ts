import type { CheckOutcome } from "./outcome.ts";
import type { CheckType, SpecOf } from "./settings.ts";

/** What an engine may use besides its own sockets. */
export interface CheckContext {
  /** Hard deadline of the whole check, in milliseconds from the call. The promise settles by then, whatever the peer does. */
  timeoutMs: number;
}

/**
 * Asks the world one kind of question. A check never rejects: what goes wrong is an outcome with `ok: false`, a cause
 * and a cause code. It knows no database, tenant or server, and keeps no timer, socket or listener once settled,
 * except the shared ones that `close` ends.
 */
export interface CheckEngine<T extends CheckType = CheckType> {
  readonly type: T;
  check(spec: SpecOf<T>, context: CheckContext): Promise<CheckOutcome>;
  close(): Promise<void>;
}
