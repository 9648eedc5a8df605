import { hostname } from "node:os";
import type { Config } from "#platform/config";
import { formatTime } from "./table.ts";

/** What to type, and where, so that a program becomes a collector or a probe. */
export function describeEnrolment(
  config: Config,
  part: "collector" | "probe",
  name: string,
  token: string,
): string {
  const what = part === "collector" ? "Collector" : "Probe";
  return (
    `${what} ${name} enrols once, within 24 hours, where it shall run:\n` +
    `  vedette ${part} --server ${serverAddress(config)} --token ${token}`
  );
}

/** What to type on each host that shall have an agent. */
export function describeAgentEnrolment(
  config: Config,
  { token, uses, expiresAt }: { token: string; uses: number; expiresAt: number },
): string {
  const who = uses === 1 ? "One host enrols" : `Up to ${uses} hosts enrol, once each,`;
  return (
    `${who} with it until ${formatTime(expiresAt)} UTC; as root it sees everything of its host:\n` +
    `  vedette agent --server ${serverAddress(config)} --token ${token}`
  );
}

/** As far as we know it: what stands in front of the server, only its operator knows. */
export function serverAddress({ host, port }: Config): string {
  const reachable = host === "0.0.0.0" || host === "::" ? hostname() : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}
