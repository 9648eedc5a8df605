import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What the targets serve, the same on every address. */
export interface Targets {
  /** `nginx` or `node`. */
  engine: string;
  addresses: readonly string[];
  /** 200 `ok`. */
  httpPort: number;
  /** Accepts and waits for the peer to close. */
  tcpPort: number;
  /** 200 `ok` behind an ECDSA P-256 certificate, a full handshake each time. */
  tlsPort: number;
  /** The certificate in PEM, to trust it. It names every address and {@link tlsName}. */
  certificate: string;
  close(): Promise<void>;
}

export const tlsName = "bench.vedette.test";
const addresses = Array.from({ length: 16 }, (_, index) => `127.0.2.${index + 1}`);
const startTimeoutMs = 10_000;

/** Serves on 127.0.2.1 to .16, by nginx when it is installed, else by Node; on core 1 when there are two. */
export async function startTargets(): Promise<Targets> {
  const dir = await mkdtemp(join(tmpdir(), "vedette-bench-"));
  await chmod(dir, 0o755); // nginx workers may run as another user
  await makeCertificate(dir);
  const [httpPort, tcpPort, tlsPort] = [await freePort(), await freePort(), await freePort()];
  const engine = spawnSync("nginx", ["-v"]).status === 0 ? "nginx" : "node";
  const command =
    engine === "nginx"
      ? await nginxCommand(dir, httpPort, tcpPort, tlsPort)
      : [
          process.execPath,
          fileURLToPath(new URL("./targets-server.ts", import.meta.url)),
          JSON.stringify({ dir, addresses, httpPort, tcpPort, tlsPort }),
        ];
  const pin = availableCores() >= 2 ? ["taskset", "-c", "1"] : [];
  const [program = "", ...rest] = [...pin, ...command];
  const child = spawn(program, rest, { stdio: ["ignore", "ignore", "inherit"] });
  const stop = async (): Promise<void> => {
    await end(child);
    await rm(dir, { recursive: true, force: true });
  };
  try {
    for (const port of [httpPort, tcpPort, tlsPort]) await accepting(child, port);
  } catch (error) {
    await stop();
    throw error;
  }
  const certificate = await readFile(join(dir, "cert.pem"), "utf8");
  return { engine, addresses, httpPort, tcpPort, tlsPort, certificate, close: stop };
}

/** Cores of the machine, not those that taskset leaves to this process. */
function availableCores(): number {
  const all = spawnSync("nproc", ["--all"], { encoding: "utf8" });
  return all.status === 0 ? Number(all.stdout) : availableParallelism();
}

async function makeCertificate(dir: string): Promise<void> {
  const names = [`DNS:${tlsName}`, ...addresses.map((address) => `IP:${address}`)].join(",");
  const made = spawnSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      "90",
      "-keyout",
      join(dir, "key.pem"),
      "-out",
      join(dir, "cert.pem"),
      "-subj",
      `/CN=${tlsName}`,
      "-addext",
      `subjectAltName=${names}`,
    ],
    { encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`openssl makes no certificate: ${made.stderr}`);
}

async function nginxCommand(
  dir: string,
  httpPort: number,
  tcpPort: number,
  tlsPort: number,
): Promise<string[]> {
  const listen = (port: number, extra = ""): string =>
    addresses.map((address) => `listen ${address}:${port} backlog=4096${extra};`).join(" ");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  for (const name of temporary) await mkdir(join(dir, name));
  const config = `
daemon off; worker_processes 1; worker_rlimit_nofile 16384; pid ${dir}/nginx.pid;
${process.getuid?.() === 0 ? "user root;" : ""}
events { worker_connections 8192; multi_accept on; }
http {
  access_log off; default_type text/plain; keepalive_requests 1000000;
  ${temporary.map((name) => `${name}_temp_path ${dir}/${name};`).join(" ")}
  ssl_certificate ${dir}/cert.pem; ssl_certificate_key ${dir}/key.pem; ssl_protocols TLSv1.2 TLSv1.3;
  ssl_session_cache off; ssl_session_tickets off;
  server { ${listen(httpPort)} location / { return 200 "ok\\n"; } }
  server { ${listen(tcpPort)} }
  server { ${listen(tlsPort, " ssl")} location / { return 200 "ok\\n"; } }
}
`;
  await writeFile(join(dir, "nginx.conf"), config);
  return ["nginx", "-p", dir, "-e", join(dir, "error.log"), "-c", join(dir, "nginx.conf")];
}

/** A port that was free a moment ago on 127.0.0.1; the targets listen on other addresses of loopback. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function accepting(child: ChildProcess, port: number): Promise<void> {
  const host = addresses.at(-1) ?? "127.0.0.1";
  const endAt = performance.now() + startTimeoutMs;
  while (performance.now() < endAt) {
    if (child.exitCode !== null) throw new Error(`the targets ended with code ${child.exitCode}`);
    if (await canConnect(host, port)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the targets do not accept connections on ${host}:${port}`);
}

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (able: boolean): void => {
      socket.destroy();
      resolve(able);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
