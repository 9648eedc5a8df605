import { execFile, spawn } from "node:child_process";
import { isIPv6 } from "node:net";
import { promisify } from "node:util";
import type { HostReport, NmapEngine, NmapTarget } from "#engines/scan-types";
import { formatPortList } from "#lib/port-list";
import { readNmapXml } from "./read-nmap-xml.ts";

const execute = promisify(execFile);
const versionTimeoutMs = 10_000;
/** What nmap says on stderr is kept for the error, no more. */
const stderrChars = 2_000;

/**
 * Looks whether nmap is installed.
 *
 * @returns `null` when it is not there or does not run.
 */
export async function findNmap(command = "nmap"): Promise<NmapEngine | null> {
  const version = await execute(command, ["--version"], { timeout: versionTimeoutMs }).then(
    ({ stdout }) => /^Nmap version (\S+)/m.exec(stdout)?.[1] ?? null,
    () => null,
  );
  if (version === null) return null;
  return {
    version,
    async examine(hosts, options) {
      const reports: HostReport[] = [];
      for (const host of hosts) reports.push(...(await examineHost(command, host, options)));
      return reports;
    },
  };
}

/** Its own fingerprints need raw packets, which root may send. */
const isRoot = process.getuid?.() === 0;

/** @returns the arguments for one host. Nothing of them comes from a host: an address, port numbers, limits. */
export function nmapArguments(
  { address, tcp, udp, refusedTcp, askServices }: NmapTarget,
  limits: { timeoutMs: number; maxPerSec: number | null; mayUseRaw: boolean },
): string[] {
  const refused = limits.mayUseRaw && refusedTcp !== null ? [refusedTcp] : [];
  const ports = [
    ...(tcp.length > 0 ? [`T:${formatPortList([...tcp, ...refused])}`] : []),
    ...(udp.length > 0 && limits.mayUseRaw ? [`U:${formatPortList(udp)}`] : []),
  ];
  return [
    ...(isIPv6(address) ? ["-6"] : []),
    "-n",
    "-Pn",
    ...(tcp.length > 0 ? ["-sT"] : []),
    ...(udp.length > 0 && limits.mayUseRaw ? ["-sU"] : []),
    ...(askServices ? ["-sV"] : []),
    ...(limits.mayUseRaw ? ["-O"] : []),
    "-p",
    ports.join(","),
    "--host-timeout",
    `${Math.max(1, Math.floor(limits.timeoutMs / 1000))}s`,
    ...(limits.maxPerSec === null ? [] : ["--max-rate", String(Math.max(1, limits.maxPerSec))]),
    "-oX",
    "-",
    address,
  ];
}

async function examineHost(
  command: string,
  host: NmapTarget,
  options: Parameters<NmapEngine["examine"]>[1],
): Promise<HostReport[]> {
  const { signal, timeoutMs, maxPerSec = null } = options;
  signal.throwIfAborted();
  if (host.tcp.length === 0 && (host.udp.length === 0 || !isRoot)) return [];
  if (!host.askServices && !isRoot) return [];
  const limits = { timeoutMs, maxPerSec, mayUseRaw: isRoot };
  const child = spawn(command, nmapArguments(host, limits), {
    stdio: ["ignore", "pipe", "pipe"],
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs + versionTimeoutMs)]),
    killSignal: "SIGKILL",
  });
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>();
  child.once("error", reject);
  child.once("close", resolve);
  ended.catch(() => null); // told below, wherever it is awaited; until then it is nobody's rejection
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    if (said.length < stderrChars) said += chunk.toString();
  });
  try {
    const reports: HostReport[] = [];
    for await (const report of readNmapXml(child.stdout)) reports.push(report);
    const code = await ended;
    if (code !== 0) throw new Error(`nmap ended with ${code}: ${said.trim()}`);
    return reports;
  } catch (error) {
    child.kill("SIGKILL");
    await ended.catch(() => null); // why it ended is in the error already
    signal.throwIfAborted();
    throw error;
  }
}
