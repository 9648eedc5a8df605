import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Problem } from "#platform/errors";
import type { CommandLine } from "./command-line.ts";
import { runPart } from "./run-part.ts";

const agentMain = fileURLToPath(new URL("../agent/main.ts", import.meta.url));

/**
 * What keeps a Node that does next to nothing small. Compilers that make code fast are not worth the 9 MB of their own code that
 * they bring into memory; what was read for an inventory is given back when the agent says so.
 */
const frugal = [
  "--no-opt",
  "--no-maglev",
  "--no-sparkplug",
  "--optimize-for-size",
  "--max-semi-space-size=1",
  "--expose-gc",
];

/** glibc: memory that was given back to it goes back to the system, from one heap instead of one for each thread. */
const frugalMalloc = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "65536",
  MALLOC_TRIM_THRESHOLD_: "65536",
};

/**
 * Turns this process, which knows the whole server, into an agent, which knows next to nothing: an agent must not be noticed on its
 * host. Its modules are compiled beforehand, into its own directory: what strips the types would hold 17 MB.
 *
 * Where a process cannot become another one (Windows), the agent runs in this one.
 *
 * @throws Problem with a sentence for the one who started it.
 */
export async function becomeAgent(
  line: CommandLine,
  given: { server?: string; token?: string; dataDir?: string },
): Promise<void> {
  const { execve } = process;
  if (execve === undefined) {
    const { agentPart } = await import("#processes/agent");
    return runPart(line, agentPart, given);
  }
  const { dataDir, logLevel } = line.config();
  const directory = resolve(given.dataDir ?? join(dataDir, "agent"));
  makeOwn(directory);
  const environment = {
    ...line.env,
    ...frugalMalloc,
    ...(given.token === undefined ? {} : { AGENT_TOKEN: given.token }),
    NODE_COMPILE_CACHE: join(directory, "compiled"),
  };
  const node = process.execPath;
  execFileSync(node, [...frugal, agentMain, "--version"], { env: environment });
  const server = given.server === undefined ? [] : ["--server", given.server];
  const args = [...server, "--data-dir", directory, "--log-level", logLevel];
  execve.call(process, node, [node, ...frugal, agentMain, ...args], environment);
}

/** Nobody else may write there: what is in it runs with our rights. */
function makeOwn(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Problem("unavailable", `The agent cannot work in ${directory}: ${why}.`, { cause });
  }
}
