import { hostname } from "node:os";
import type { Config } from "#platform/config";

/** What to type, and where, so that a program becomes a collector. */
export function describeEnrolment(config: Config, name: string, token: string): string {
  return (
    `Collector ${name} enrols once, within 24 hours, where it shall run:\n` +
    `  vedette collector --server ${serverAddress(config)} --token ${token}`
  );
}

/** As far as we know it: what stands in front of the server, only its operator knows. */
function serverAddress({ host, port }: Config): string {
  const reachable = host === "0.0.0.0" || host === "::" ? hostname() : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}
