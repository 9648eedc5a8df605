import { after } from "node:test";

/** Ends what a test began. */
type Ending = () => Promise<void> | void;

/** A test, or a file. */
export interface Cleaned {
  after(end: () => Promise<void>): void;
}

/** What its tests share is ended after the last of them. */
export const thisFile: Cleaned = { after };

const endings = new WeakMap<Cleaned, Ending[]>();

/**
 * Ends it after the test, the latest first and all of it: what calls a server before the server, a program before its directory. `after`
 * alone has the opposite order, and ends nothing more once one has failed.
 */
export function endAfter(t: Cleaned, end: Ending): void {
  const known = endings.get(t);
  if (known !== undefined) {
    known.push(end);
    return;
  }
  const all = [end];
  endings.set(t, all);
  t.after(() => endAll(all));
}

/**
 * Ends it all, the latest first.
 *
 * @throws AggregateError of what could not be ended.
 */
export async function endAll(all: readonly Ending[]): Promise<void> {
  const failures: unknown[] = [];
  for (const end of all.toReversed()) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "not everything could be ended");
}
