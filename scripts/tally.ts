import { spawn } from "node:child_process";

/** What one part of the run came to. */
export interface Part {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  readonly note?: string;
}

/** Adds up the parts of a run. */
export class Tally {
  readonly #parts: Part[] = [];

  add(part: Part): void {
    this.#parts.push(part);
  }

  /**
   * Prints what each part came to and, as the last line of all, the sum.
   *
   * @returns the exit code.
   */
  finish(): number {
    process.stdout.write("\n");
    for (const { name, passed, failed, seconds, note } of this.#parts) {
      const verdict = failed > 0 ? `${failed} FAILED` : "ok";
      const counts = passed > 0 ? `${passed} passed, ` : "";
      const line = `${name.padEnd(28)} ${counts}${verdict} (${seconds.toFixed(1)} s)`;
      process.stdout.write(`${line}${note === undefined ? "" : `: ${note}`}\n`);
    }
    const sum = (count: (part: Part) => number): number =>
      this.#parts.reduce((total, part) => total + count(part), 0);
    const failed = sum((part) => part.failed);
    process.stdout.write(`${sum((part) => part.passed)} passed, ${failed} failed\n`);
    return failed > 0 ? 1 : 0;
  }
}

/** Runs a tool that says by its exit code whether all is well; it counts only when it is not. */
export async function runStep(
  tally: Tally,
  name: string,
  program: string,
  args: readonly string[],
): Promise<void> {
  process.stdout.write(`\n== ${name}\n`);
  const startedAt = performance.now();
  const code = await runToEnd(program, args, {});
  const seconds = (performance.now() - startedAt) / 1000;
  tally.add({ name, passed: 0, failed: code === 0 ? 0 : 1, seconds });
}

/**
 * Runs a program with our own output.
 *
 * @returns its exit code; null when a signal ended it.
 * @throws Error when it cannot be started.
 */
export function runToEnd(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.on("error", reject);
    child.on("exit", resolve);
  });
}
