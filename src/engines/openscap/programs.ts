import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { promisify } from "node:util";

const execute = promisify(execFile);
const tryMs = 10_000;
const knownMs = 60_000;

/** Where packages put programs. Never `PATH`: whoever sets that of a process would choose what runs with its rights. */
const folders = ["/usr/bin", "/usr/local/bin", "/usr/libexec", "/bin"];

/**
 * Programs that start oscap under conditions, outermost first; util-linux and coreutils have them. Those that the host does
 * not have, or in a version without these options (BusyBox), are done without.
 */
const wrappers = [
  // It must not live on when the agent is killed. Without setpriv the agent ends it when it starts again.
  { name: "setpriv", args: ["--pdeathsig", "KILL", "--"] },
  // Disk time that nobody else wants; `-t`: where the kernel does not allow it, go on.
  { name: "ionice", args: ["-t", "-c", "3"] },
  { name: "nice", args: ["-n", "19"] },
];

/** All that oscap learns of the agent's surroundings. */
export const oscapEnvironment: Readonly<Record<string, string>> = {
  PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
  LANG: "C.UTF-8",
  /*
   * Content may bring checks that are scripts (Script Check Engine), and oscap runs them with its own rights as soon as it finds
   * its plug-in for them. It looks for plug-ins here, where none can be: such rules come out as not checked.
   */
  OSCAP_CHECK_ENGINE_PLUGIN_DIR: "/dev/null",
};

/** OpenSCAP as it is installed. */
export interface OpenScapProgram {
  readonly path: string;
  readonly version: string;
}

/** @returns what looks for OpenSCAP, which may be installed and removed at any time, at most once a minute. */
export function createProgramFinder(): () => Promise<OpenScapProgram | null> {
  let known: Promise<OpenScapProgram | null> | undefined;
  let lookedAt = 0;
  return () => {
    if (known === undefined || performance.now() - lookedAt > knownMs) {
      known = findProgram();
      lookedAt = performance.now();
    }
    return known;
  };
}

async function findProgram(): Promise<OpenScapProgram | null> {
  // What it is told, and what is watched, is Linux'.
  const path = process.platform === "linux" ? await pathOf("oscap") : null;
  const version = path === null ? null : await versionOf([path]);
  return path === null || version === null ? null : { path, version };
}

/** What to execute, before oscap's own arguments, so that it runs under the conditions that this host can set. */
export async function commandOf({ path }: OpenScapProgram): Promise<readonly string[]> {
  let command = [path];
  for (const { name, args } of wrappers.toReversed()) {
    const wrapper = await pathOf(name);
    if (wrapper === null) continue;
    const wrapped = [wrapper, ...args, ...command];
    if ((await versionOf(wrapped)) !== null) command = wrapped;
  }
  return command;
}

async function pathOf(name: string): Promise<string | null> {
  for (const folder of folders) {
    const path = `${folder}/${name}`;
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return null;
}

/** The first line is `OpenSCAP command line tool (oscap) 1.3.7`. */
async function versionOf([file = "", ...args]: readonly string[]): Promise<string | null> {
  const options = { timeout: tryMs, cwd: "/", env: oscapEnvironment };
  return await execute(file, [...args, "--version"], options).then(
    ({ stdout }) => /^OpenSCAP.*\(oscap\) (\d[\w.~+-]{0,40})/.exec(stdout)?.[1] ?? null,
    // It does not run, which is all that is asked.
    () => null,
  );
}
