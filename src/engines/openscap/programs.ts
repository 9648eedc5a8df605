import { execFile } from "node:child_process";
import { type Stats, constants } from "node:fs";
import { access, stat } from "node:fs/promises";
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
  readonly version: string;
  /** What to execute, before oscap's own arguments. */
  readonly command: readonly string[];
}

/** Finds OpenSCAP, which may be installed, updated and removed while the agent runs. */
export class Programs {
  #known: Promise<Known> | undefined;
  #lookedAt = 0;

  /**
   * Looks at most once a minute, and runs it only when it is another file than before: an agent has nothing to do most of the
   * time, and is to cost nothing then.
   *
   * @returns `null`: oscap is not there, or does not run.
   */
  async find(): Promise<OpenScapProgram | null> {
    const before = this.#known;
    if (before === undefined || performance.now() - this.#lookedAt > knownMs) {
      this.#lookedAt = performance.now();
      this.#known = before === undefined ? findProgram() : lookAgain(before);
    }
    return (await this.#known)?.program ?? null;
  }

  /** Looks now: its libraries may be others, which the file does not tell. */
  async findAnew(): Promise<OpenScapProgram | null> {
    this.#lookedAt = performance.now();
    this.#known = findProgram();
    return (await this.#known).program;
  }
}

interface Known {
  /** Which file was tried. */
  readonly file: string;
  readonly program: OpenScapProgram | null;
}

async function lookAgain(before: Promise<Known>): Promise<Known> {
  const known = await before.catch(() => null); // whoever asked then was told
  if (known === null || known.program === null) return await findProgram();
  return known.file === (await oscapFile()).file ? known : await findProgram();
}

async function findProgram(): Promise<Known> {
  const { path, file } = await oscapFile();
  const version = path === null ? null : await versionOf([path]);
  if (path === null || version === null) return { file, program: null };
  let command = [path];
  for (const { name, args } of wrappers.toReversed()) {
    const wrapper = await pathOf(name);
    if (wrapper === null) continue;
    const wrapped = [wrapper, ...args, ...command];
    if ((await versionOf(wrapped)) !== null) command = wrapped;
  }
  return { file, program: { version, command } };
}

/** Where oscap is, and which file that is. Other systems' versions are not used: what is watched here is Linux'. */
async function oscapFile(): Promise<{ path: string | null; file: string }> {
  const path = process.platform === "linux" ? await pathOf("oscap") : null;
  const found = path === null ? null : await statOf(path);
  if (found === null) return { path: null, file: "" };
  const { dev, ino, size, mtimeMs } = found;
  return { path, file: [path, dev, ino, size, mtimeMs].join(" ") };
}

async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
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
