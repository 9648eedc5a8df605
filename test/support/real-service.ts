/** Servers of Debian's packages, each on a port of its own with files of its own. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cleaned, endAfter } from "#test/clean-up";
import { ended, patienceMs } from "#test/processes";
import { until } from "#test/until";

export interface ServiceCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Where it takes TCP connections when it is ready. */
  readonly ports: readonly number[];
  readonly address?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it is ready, where TCP connections do not tell. */
  readonly isReady?: () => Promise<boolean>;
  /** Runs as this user of the machine instead of root, where the tests are root. */
  readonly user?: string;
}

/**
 * Starts a server in the foreground, waits until it takes connections, and stops it after the test.
 *
 * @throws Error with what it printed when it ends instead
 */
export async function startService(t: Cleaned, service: ServiceCommand): Promise<void> {
  const { command, args, ports, address = "127.0.0.1", env = {}, user, isReady } = service;
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    // Administrators' programs are not in everybody's path.
    env: { PATH: `${process.env["PATH"]}:/usr/sbin:/usr/local/sbin`, ...env },
    ...(user === undefined || process.getuid?.() !== 0 ? {} : userIds(user)),
  });
  let output = "";
  let failure: Error | null = null;
  child.stdout.on("data", (piece: Buffer) => (output += piece.toString()));
  child.stderr.on("data", (piece: Buffer) => (output += piece.toString()));
  child.on("error", (error) => (failure = error));
  endAfter(t, async () => {
    if (child.pid === undefined) return;
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
    await ended(child);
    clearTimeout(timer);
  });
  await until(
    async () => {
      if (failure !== null || child.exitCode !== null) return true;
      for (const port of ports) await answers(address, port);
      return isReady === undefined || (await isReady());
    },
    { what: `${command} listens on ${ports.join(" and ")}`, timeoutMs: patienceMs },
  );
  if (failure !== null || child.exitCode !== null) {
    throw new Error(`${command} ended with ${child.exitCode}: ${output}`, { cause: failure });
  }
}

/** An empty directory that is removed after the test. */
export function workDirectory(t: Cleaned, name: string): string {
  const directory = mkdtempSync(join(tmpdir(), `vedette-${name}-`));
  endAfter(t, () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** The version of an installed package, as Debian writes it: with its epoch, if any, and its revision. */
export function debianVersion(name: string): { whole: string; upstream: string; noEpoch: string } {
  const { stdout, status } = spawnSync("dpkg-query", ["-W", "-f", "${Version}", name], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`Debian's package ${name} is not installed`);
  const noEpoch = stdout.replace(/^\d+:/, "");
  return { whole: stdout, noEpoch, upstream: noEpoch.replace(/-[^-]*$/, "") };
}

/** Runs a program to its end. @throws Error with what it printed when it fails */
export function run(command: string, args: readonly string[], user?: string): void {
  const done = spawnSync(command, args, {
    encoding: "utf8",
    ...(user === undefined || process.getuid?.() !== 0 ? {} : userIds(user)),
  });
  if (done.status !== 0) {
    throw new Error(`${command} failed: ${done.stderr}${done.stdout}`, { cause: done.error });
  }
}

function userIds(name: string): { uid: number; gid: number } {
  const id = (option: string): number =>
    Number(spawnSync("id", [option, name], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

/** @throws Error when nothing listens there */
async function answers(host: string, port: number): Promise<void> {
  const socket = connect({ host, port });
  try {
    await once(socket, "connect");
  } finally {
    socket.destroy();
  }
}
