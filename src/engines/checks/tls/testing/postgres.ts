import { type ChildProcess, spawn, spawnSync, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Identity } from "#test/tls-fixtures";
import { until } from "#test/until";
import type { Running } from "./servers.ts";

/** For tests: the system's PostgreSQL with a certificate, on a port of 127.0.0.1. */
export interface RunningPostgres extends Running {
  /** Returns once new connections are answered so. */
  turnTlsOff(): Promise<void>;
}

/** postgres(1) does not run as root: then it runs as nobody. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;

/** Makes a cluster in a temporary directory and starts it. */
export async function startPostgres({ key, cert }: Identity): Promise<RunningPostgres> {
  const programs = debianPrograms();
  const dir = mkdtempSync(join(tmpdir(), "vedette-postgres-"));
  if (account !== null) chownSync(dir, account.uid, account.gid);
  const data = join(dir, "data");
  const options: SpawnOptions = { ...account, cwd: dir, env: { LC_ALL: "C" }, stdio: "ignore" };
  const made = spawnSync(join(programs, "initdb"), ["-D", data, "-A", "trust", "-N"], options);
  if (made.status !== 0) throw new Error(`initdb failed with ${made.error ?? made.status}`);
  const put = (name: string, text: string): void => {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    if (account !== null) chownSync(join(data, name), account.uid, account.gid);
  };
  const configure = (ssl: "on" | "off"): void => {
    put("postgresql.auto.conf", `ssl = ${ssl}\nfsync = off\nunix_socket_directories = ''\n`);
  };
  put("server.key", key);
  put("server.crt", cert);
  configure("on");
  const port = await freePort();
  const where = ["-D", data, "-h", "127.0.0.1", "-p", String(port)];
  const child = spawn(join(programs, "postgres"), where, options);
  const close = async (): Promise<void> => {
    await end(child);
    rmSync(dir, { recursive: true });
  };
  try {
    await until(async () => (await answer(port)) === "S", { what: "PostgreSQL answers" });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    port,
    async turnTlsOff() {
      configure("off");
      child.kill("SIGHUP");
      await until(async () => (await answer(port)) === "N", { what: "TLS is off" });
    },
    close,
  };
}

/** The newest that Debian's packages have put there. */
function debianPrograms(): string {
  const root = "/usr/lib/postgresql";
  const versions = readdirSync(root).toSorted((a, b) => Number(b) - Number(a));
  return join(root, versions[0] ?? "", "bin");
}

/** The server's answer to SSLRequest. */
async function answer(port: number): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    socket.write(Buffer.from("0000000804d2162f", "hex"));
    const [bytes] = await once(socket, "data");
    return String(bytes);
  } finally {
    socket.destroy();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGINT"); // fast shutdown
  await once(child, "exit");
}
