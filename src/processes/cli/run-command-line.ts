import { CommanderError } from "commander";
import { Problem } from "#platform/errors";
import { type Environment, createCommandLine } from "./command-line.ts";
import { buildProgram } from "./program.ts";

/** Done; failed, with a sentence on stderr; used wrongly. Scripts of users depend on them. */
const exitCodes = { done: 0, failed: 1, wrongUsage: 2 } as const;

/** More lines than this help nobody to find the first error. */
const shownDetails = 500;

/**
 * Runs one command of `vedette`.
 *
 * @param args without the program's name.
 * @returns the exit code.
 */
export async function runCommandLine(args: readonly string[], env: Environment): Promise<number> {
  const program = await buildProgram(createCommandLine(env), args);
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCodes.done;
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
    process.stderr.write(`${describeFailure(error)}\n`);
    return exitCodes.failed;
  }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Problem)) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return `vedette: this should not have happened, please report it: ${stack}`;
  }
  const details = (error.details ?? []).map(({ path, message }) => `${path}: ${message}`);
  const hidden = details.length - shownDetails;
  return [
    ...details.slice(0, shownDetails),
    ...(hidden > 0 ? [`… and ${hidden} more`] : []),
    `vedette: ${error.message}`,
  ].join("\n");
}
