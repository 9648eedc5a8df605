import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { factOrNull } from "./fact.ts";
import { errorCode } from "./host-files.ts";

/** Open files that are looked at, at most: a host with a million connections costs no more than this. */
const maxLinks = 200_000;
/** How long nothing else may run, in milliseconds. */
const turnMs = 10;

/** Who has the sockets, and why some may not be known: a sentence. */
interface SocketOwners {
  /** Names of programs, by inode. */
  readonly owners: ReadonlyMap<string, string>;
  readonly hidden: string | null;
}

/**
 * Finds the programs that have sockets open, by proc_pid_fd(5). Of several that share one it is the oldest, by its number: a
 * server and not its workers, but not process 1, which may hold sockets for others. Ends as soon as all are found. The calls
 * are synchronous, in short turns: each takes microseconds, and handing it to a thread several times that.
 */
export async function findSocketOwners(
  proc: string,
  inodes: ReadonlySet<string>,
): Promise<SocketOwners> {
  const owners = new Map<string, string>();
  let hidden: string | null = null;
  let links = 0;
  let turnBegan = performance.now();
  for (const pid of inodes.size === 0 ? [] : processes(proc)) {
    if (owners.size === inodes.size) break;
    if (links > maxLinks) return { owners, hidden: tooMany };
    if (performance.now() - turnBegan > turnMs) {
      await nextTurn();
      turnBegan = performance.now();
    }
    try {
      const folder = `${proc}/${pid}/fd`;
      for (const fd of readdirSync(folder)) {
        links++;
        const inode = socketOf(folder, fd);
        if (inode === null || !inodes.has(inode) || owners.has(inode)) continue;
        const name = factOrNull(readFileSync(`${proc}/${pid}/comm`, "utf8"), 100);
        if (name !== null) owners.set(inode, name);
      }
    } catch (error) {
      if (isDenied(error)) hidden = denied();
    }
  }
  // Where processes of others are hidden (hidepid of /proc), nothing is denied: they are not there.
  if (hidden === null && !isRoot()) hidden = denied();
  return { owners, hidden };
}

const tooMany = `There are more than ${maxLinks} open files: not every listener's program was looked for.`;

function denied(): string {
  return isRoot()
    ? "The open files of some programs are closed to this agent, though it is root: give it the capability CAP_SYS_PTRACE, and no sandbox around it."
    : "Which programs listen is for root to see: run the agent as root.";
}

/** Now, and not when it was loaded: a process may give up its rights. */
function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Numbers of processes, the oldest first and the first of all last. */
function processes(proc: string): string[] {
  const pids = readdirSync(proc).filter((name) => /^[1-9]\d*$/.test(name));
  const age = (pid: string) => (pid === "1" ? Number.POSITIVE_INFINITY : Number(pid));
  return pids.toSorted((a, b) => age(a) - age(b));
}

/** The inode of the socket behind an open file; `null`: it is none, or is closed by now. */
function socketOf(folder: string, fd: string): string | null {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${fd}`))?.[1] ?? null;
  } catch (error) {
    if (isDenied(error)) throw error;
    return null;
  }
}

/** Whether it may not be seen. Otherwise it has ended meanwhile, which is no failure; anything else is thrown. */
function isDenied(error: unknown): boolean {
  const code = errorCode(error);
  if (code === "EACCES" || code === "EPERM") return true;
  if (code === "ENOENT" || code === "ESRCH" || code === "ENOTDIR" || code === "EINVAL")
    return false;
  throw error;
}
