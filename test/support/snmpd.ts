import { type ChildProcess, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A real agent of net-snmp on loopback. */
export interface Snmpd {
  address: string;
  port: number;
  /** `address:port`, as targets are written. */
  target: string;
  /** Ends it (or kills it with SIGKILL); the port stays its own for {@link restart}. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Starts it again on the same port; its engine's id and boots stay, unless it is to forget. */
  restart(options?: { forget?: boolean; config?: string }): Promise<void>;
  /** Ends it and removes its files. */
  close(): Promise<void>;
}

/** Starts Debian's snmpd with exactly these lines of snmpd.conf(5), and waits until it answers for itself. */
export async function startSnmpd(config: string, address = "127.0.0.1"): Promise<Snmpd> {
  const directory = mkdtempSync(join(tmpdir(), "vedette-snmpd-"));
  const configFile = join(directory, "snmpd.conf");
  writeFileSync(configFile, config);
  const port = await freeUdpPort(address);
  const listen = address.includes(":") ? `udp6:[${address}]:${port}` : `udp:${address}:${port}`;
  let child: ChildProcess | null = null;

  const state = join(directory, "state");
  const kept = join(state, "snmpd.conf");

  const restart: Snmpd["restart"] = async ({ forget = false, config: changed } = {}) => {
    if (changed !== undefined) writeFileSync(configFile, changed);
    if (forget) rmSync(state, { recursive: true, force: true });
    // -C leaves out the host's own files, and with them what the agent itself kept: its boots, above all.
    const files = existsSync(kept) ? `${configFile},${kept}` : configFile;
    child = spawn("snmpd", ["-f", "-Lo", "-C", "-c", files, listen], {
      env: { PATH: process.env["PATH"], SNMP_PERSISTENT_DIR: state, MIBS: "" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    await ready(child);
  };
  const stop = async (signal: "SIGTERM" | "SIGKILL" = "SIGTERM") => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  };
  await restart();
  return {
    address,
    port,
    target: address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`,
    stop,
    restart,
    close: async () => {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A UDP port that nothing listens on. */
export async function freeUdpPort(address = "127.0.0.1"): Promise<number> {
  const socket = createSocket(address.includes(":") ? "udp6" : "udp4");
  socket.bind(0, address);
  await once(socket, "listening");
  const { port } = socket.address();
  socket.close();
  await once(socket, "close");
  return port;
}

/** It prints its version once it listens. What it prints later (a line for each stranger, say) is let go. */
async function ready(child: ChildProcess): Promise<void> {
  let output = "";
  const streams = [child.stdout, child.stderr];
  await new Promise<void>((resolve, reject) => {
    for (const stream of streams) {
      stream?.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes("NET-SNMP version")) resolve();
      });
    }
    child.once("error", (error) => reject(new Error(`snmpd does not start: ${error.message}`)));
    child.once("exit", (code) => reject(new Error(`snmpd ended with ${code}: ${output}`)));
  });
  for (const stream of streams) stream?.removeAllListeners("data").resume();
}
