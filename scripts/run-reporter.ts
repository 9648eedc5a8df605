import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";

/** What the test files of one process came to. */
export interface Counts {
  readonly tests: number;
  readonly passed: number;
  /** Those that were cancelled included. */
  readonly failed: number;
  /** Those marked as to do included. */
  readonly skipped: number;
  /** Those that held a test, by their whole path. */
  readonly files: readonly string[];
}

/** A test that failed, with why. */
export interface Failure {
  readonly failed: string;
}

/**
 * A reporter, which node:test wants as the default export, that writes lines of JSON: a `Failure` as soon as there is one, for
 * the process may never come to its end, and `Counts` when it has.
 */
// oxlint-disable-next-line import/no-default-export
export default async function* runReporter(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  const files = new Set<string>();
  for await (const event of events) {
    if (event.type === "test:pass" || event.type === "test:fail") {
      const { file, line, column } = event.data;
      // Of a file without tests Node tells that it, as such, has passed.
      if (file !== undefined && (line !== 1 || column !== 1)) files.add(file);
    }
    if (event.type === "test:fail") {
      const { name, details } = event.data;
      const failure: Failure = { failed: `${name}\n${inspect(details.error.cause)}` };
      yield `${JSON.stringify(failure)}\n`;
    }
    if (event.type !== "test:summary") continue;
    const { tests, passed, skipped, todo } = event.data.counts;
    const failed = tests - passed - skipped - todo;
    const all: Counts = { tests, passed, failed, skipped: skipped + todo, files: [...files] };
    yield `${JSON.stringify(all)}\n`;
  }
}
