import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cleaned, endAfter } from "#test/clean-up";
import { patienceMs } from "#test/processes";
import { type Identity, createTestAuthority } from "#test/tls-fixtures";
import { until } from "#test/until";

/** A real domain of Active Directory: Debian's Samba as its controller, on a loopback address of its own. */
export interface SambaDomain {
  /** An address of 127.0.0.0/8; LDAP on 389 (StartTLS), LDAPS on 636. */
  readonly address: string;
  /** `ldaps://ADDRESS`; its certificate is valid for the address and for {@link host}. */
  readonly url: string;
  readonly host: string;
  /** What is to be trusted, as PEM. */
  readonly ca: string;
  /** `DC=lab,DC=test`. */
  readonly baseDn: string;
  readonly administrator: Login;
  /** An ordinary user. */
  readonly reader: Login;
  /**
   * Changes the database beside the running server, all or nothing, as LDIF with `changetype`; rules that hold over LDAP do not.
   *
   * @param controls More that it is done with, as ldbmodify writes them.
   */
  plant(ldif: string, controls?: readonly string[]): void;
  /** Runs `samba-tool ARGS` on the domain. @returns what it prints */
  tool(...args: string[]): string;
  /** Ends the controller; with SIGKILL in the middle of whatever it does. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Starts it again, with another certificate if one is given. */
  restart(certificate?: Identity): Promise<void>;
}

/** A name as LDAP's simple bind takes it. */
interface Login {
  readonly user: string;
  readonly password: string;
}

const host = "dc1.lab.test";
const baseDn = "DC=lab,DC=test";
const password = "P4ssw0rd!Lab1";

/**
 * Makes a domain `lab.test` with one ordinary user, `reader`, and starts its controller; needs root and 4 to 6 seconds.
 *
 * @param t what it is stopped and deleted after
 * @throws Error with what Samba printed
 */
export async function startSambaDomain(t: Cleaned): Promise<SambaDomain> {
  const directory = mkdtempSync(join(tmpdir(), "vedette-samba-"));
  const address = await freeAddress();
  const authority = createTestAuthority("Lab root");
  const config = join(directory, "etc/smb.conf");
  const database = join(directory, "private/sam.ldb");
  let server: ChildProcess | null = null;
  let output = "";

  function runTool(...args: string[]): string {
    return run("samba-tool", args);
  }
  async function stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    if (server === null || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, "exit");
    server.kill(signal);
    await exited;
  }
  async function start(): Promise<void> {
    output = "";
    const child = spawn("samba", ["-F", "--no-process-group", "-M", "single", "-s", config], {
      stdio: ["ignore", "pipe", "pipe"],
      env: withTools,
    });
    server = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (piece: Buffer) => (output = (output + piece.toString()).slice(-5000)));
    }
    let failure: Error | null = null;
    child.on("error", (error) => (failure = error));
    await until(
      async () =>
        failure !== null || child.exitCode !== null || (await isListening(address, ldapsPort)),
      { what: "the domain controller listens", timeoutMs: patienceMs },
    );
    if (failure !== null || child.exitCode !== null) {
      throw new Error(`samba ended with ${child.exitCode}: ${output}`, { cause: failure });
    }
  }
  function useCertificate({ key, cert }: Identity): void {
    writeFileSync(join(directory, "key.pem"), key, { mode: 0o600 });
    writeFileSync(join(directory, "cert.pem"), cert);
  }

  endAfter(t, async () => {
    await stop();
    authority.close();
    rmSync(directory, { recursive: true, force: true });
  });
  provision(directory, address);
  writeFileSync(join(directory, "ca.pem"), authority.ca);
  useCertificate(authority.issue({ names: [host, address] }));
  runTool("user", "create", "reader", password, "-s", config, "-H", database);
  await start();
  return {
    address,
    url: `ldaps://${address}`,
    host,
    ca: authority.ca,
    baseDn,
    administrator: { user: "administrator@lab.test", password },
    reader: { user: "reader@lab.test", password },
    plant: (ldif, controls = []) =>
      void run(python, ["-c", planting, config, database, ...controls], ldif),
    tool: (...args) => runTool(...args, "-s", config, "-H", database),
    stop,
    async restart(certificate) {
      await stop();
      if (certificate !== undefined) useCertificate(certificate);
      await start();
    },
  };
}

const ldapsPort = 636;
/** Debian's own, whatever else the path offers: Samba's modules are built for it. */
const python = "/usr/bin/python3";
/** Administrators' programs are not in everybody's path. */
const withTools = { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` };

function provision(directory: string, address: string): void {
  const options = {
    interfaces: `${address}/8`,
    "bind interfaces only": "yes",
    "log file": join(directory, "samba.log"),
    "pid directory": directory,
    "server services": "ldap",
    "tls keyfile": join(directory, "key.pem"),
    "tls certfile": join(directory, "cert.pem"),
    "tls cafile": join(directory, "ca.pem"),
  };
  run("samba-tool", [
    "domain",
    "provision",
    `--targetdir=${directory}`,
    "--realm=LAB.TEST",
    "--domain=LAB",
    `--adminpass=${password}`,
    `--host-ip=${address}`,
    "--server-role=dc",
    "--dns-backend=SAMBA_INTERNAL",
    "--host-name=dc1",
    ...Object.entries(options).map(([name, value]) => `--option=${name}=${value}`),
  ]);
}

/** As LDAP would refuse it: with the control that lets an administrator repair a database. */
const planting = `
import sys
from samba.auth import system_session
from samba.param import LoadParm
from samba.samdb import SamDB
lp = LoadParm()
lp.load(sys.argv[1])
samdb = SamDB(url=sys.argv[2], session_info=system_session(), lp=lp)
samdb.transaction_start()
samdb.modify_ldif(sys.stdin.read(), controls=["relax:0"] + sys.argv[3:])
samdb.transaction_commit()
`;

function run(command: string, args: readonly string[], input = ""): string {
  const done = spawnSync(command, args, {
    encoding: "utf8",
    input,
    env: withTools,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (done.error !== undefined) throw new Error(`${command} does not run: ${done.error.message}`);
  if (done.status !== 0) {
    throw new Error(`${command} ${args[0]} failed: ${done.stderr}${done.stdout}`);
  }
  return done.stdout;
}

/** A controller's ports are fixed, so each has an address. */
async function freeAddress(): Promise<string> {
  for (;;) {
    const address = `127.${randomInt(64, 192)}.${randomInt(256)}.${randomInt(1, 255)}`;
    if (await isFree(address, ldapsPort)) return address;
  }
}

async function isFree(address: string, port: number): Promise<boolean> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  server.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE") resolve(false);
    else reject(error);
  });
  server.listen(port, address, () => server.close(() => resolve(true)));
  return promise;
}

async function isListening(address: string, port: number): Promise<boolean> {
  const socket = connect({ host: address, port });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once("connect", () => resolve(true));
  socket.once("error", () => resolve(false));
  const listens = await promise;
  socket.destroy();
  return listens;
}
