import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cleaned, endAfter } from "#test/clean-up";
import { endProcess } from "#test/processes";
import { root } from "#test/source-files";

/** A remote collector, probe or agent: a process of its own, in a directory of its own that stays over restarts. */
export interface RemotePart {
  readonly directory: string;
  /** Starts it; with a token it enrols first. */
  start(token?: string): void;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Holds it where it is, until it goes on: what it does is under way for as long as a test needs. */
  hold(): void;
  goOn(): void;
  /** What all its starts wrote so far. */
  log(): string;
  /** What waits in its spool, by the names of the files. */
  spooled(): Promise<number>;
}

interface Enrolment {
  readonly server: string;
  readonly token: string;
}

/** Starts a collector that enrols with the token. It is stopped, and its directory deleted, after the test. */
export function startRemoteCollector(t: Cleaned, enrolment: Enrolment): Promise<RemotePart> {
  return startRemotePart(t, "collector", enrolment);
}

/** The same with a probe. */
export function startRemoteProbe(t: Cleaned, enrolment: Enrolment): Promise<RemotePart> {
  return startRemotePart(t, "probe", enrolment);
}

/** The same with an agent, which is on this host. */
export function startRemoteAgent(t: Cleaned, enrolment: Enrolment): Promise<RemotePart> {
  return startRemotePart(t, "agent", enrolment);
}

async function startRemotePart(
  t: Cleaned,
  kind: "collector" | "probe" | "agent",
  { server, token }: Enrolment,
): Promise<RemotePart> {
  const directory = await mkdtemp(join(tmpdir(), `vedette-${kind}-`));
  const main = join(root, `src/processes/${kind}/main.ts`);
  let log = "";
  let child: ChildProcess | undefined;

  const part: RemotePart = {
    directory,
    start(newToken) {
      const enrolment = newToken === undefined ? [] : ["--server", server, "--token", newToken];
      child = spawn(process.execPath, [main, "--data-dir", directory, ...enrolment], {
        stdio: ["ignore", "ignore", "pipe"],
        env: compileCache(),
      });
      child.stderr?.setEncoding("utf8").on("data", (text: string) => (log += text));
    },
    async stop(signal = "SIGTERM") {
      if (child !== undefined) await endProcess(child, signal);
    },
    hold: () => void child?.kill("SIGSTOP"),
    goOn: () => void child?.kill("SIGCONT"),
    log: () => log,
    async spooled() {
      const files = await readdir(directory, { recursive: true });
      const items = files.map((file) => /-(\d+)-\d+\.gz$/.exec(file)?.[1] ?? "0");
      return items.reduce((sum, text) => sum + Number(text), 0);
    },
  };
  endAfter(t, () => rm(directory, { recursive: true, force: true }));
  endAfter(t, async () => {
    part.goOn();
    await part.stop();
  });
  part.start(token);
  return part;
}

/** All that it is told of our environment: where Node keeps what it compiled. */
function compileCache(): Record<string, string> {
  const { NODE_COMPILE_CACHE: directory } = process.env;
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: directory };
}
