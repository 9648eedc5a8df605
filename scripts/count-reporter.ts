import type { TestEvent } from "node:test/reporters";

/** What one test file came to. */
export interface Counts {
  readonly tests: number;
  readonly passed: number;
  /** Those that were cancelled included. */
  readonly failed: number;
  /** Those marked as to do included. */
  readonly skipped: number;
}

/** A reporter, which node:test wants as the default export, that writes one line of JSON when the file has come to its end. */
// oxlint-disable-next-line import/no-default-export
export default async function* countReporter(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== "test:summary") continue;
    const { tests, passed, skipped, todo } = event.data.counts;
    const failed = tests - passed - skipped - todo;
    yield JSON.stringify({ tests, passed, failed, skipped: skipped + todo } satisfies Counts);
  }
}
