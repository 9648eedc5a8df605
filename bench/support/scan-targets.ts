/** 127 services on 32 of 256 loopback addresses, for the scan benches. Needs root: most ports are below 1024. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ScanTargetsPlan } from "./scan-targets-server.ts";

export interface ScanTargets {
  /** `ADDRESS:PORT` of everything that listens. */
  readonly open: ReadonlySet<string>;
  readonly hosts: readonly string[];
  readonly ports: readonly number[];
  close(): Promise<void>;
}

const ports = [21, 22, 25, 80, 110, 143, 443, 587, 5900, 8000, 8080, 8443, 8888];
const hosts = Array.from({ length: 32 }, (_, index) => `127.0.1.${index * 8}`);
const openPorts = 127;

/** Three to five ports on each host, the same in each run; on core 1. */
export async function startScanTargets(): Promise<ScanTargets> {
  const listeners: ScanTargetsPlan["listeners"][number][] = [];
  for (let round = 0; listeners.length < openPorts; round++) {
    hosts.forEach((host, index) => {
      const port = ports[(index * 5 + round * 3) % ports.length];
      if (port !== undefined && listeners.length < openPorts) listeners.push({ host, port });
    });
  }
  const dir = await mkdtemp(join(tmpdir(), "vedette-bench-"));
  const plan: ScanTargetsPlan = {
    listeners,
    keyFile: join(dir, "key.pem"),
    certificateFile: join(dir, "cert.pem"),
  };
  makeCertificate(plan);
  const program = fileURLToPath(new URL("./scan-targets-server.ts", import.meta.url));
  const child = spawn("taskset", ["-c", "1", process.execPath, program, JSON.stringify(plan)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  await Promise.race([once(child.stdout, "data"), ended]);
  if (child.exitCode !== null) throw new Error(`the targets ended with ${child.exitCode}`);
  return {
    open: new Set(listeners.map(({ host, port }) => `${host}:${port}`)),
    hosts,
    ports,
    async close() {
      child.kill("SIGTERM");
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function makeCertificate({ keyFile, certificateFile }: ScanTargetsPlan): void {
  const words =
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj /CN=bench.test";
  const made = spawnSync(
    "openssl",
    [...words.split(" "), "-keyout", keyFile, "-out", certificateFile],
    { encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`openssl makes no certificate: ${made.stderr}`);
}
