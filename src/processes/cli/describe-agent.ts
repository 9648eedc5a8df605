import { printableLine } from "#lib/printable";
import type { AgentDetail, AgentOverview } from "#exposure/agents";
import { formatTable, formatTime } from "./table.ts";

/** `online`, `offline`, `revoked`. */
export function describeAgentStatus({ status, online }: AgentOverview): string {
  if (status === "revoked") return status;
  return online ? "online" : "offline";
}

/** How many packages the matching could say nothing about; `null`: it has not looked yet. */
export function countNotJudged({ coverage }: AgentOverview): number | null {
  if (coverage === null) return null;
  return coverage.notJudged.reduce((total, { packages }) => total + packages, 0);
}

/** All that is known of an agent and its host, and what it cannot see, with what would help. */
export function describeAgent(agent: AgentDetail): string {
  const { name, version, lastSeenAt, enrolledAt, site, tags, assetId, audits, spooled } = agent;
  const lines = [
    `${name}: ${describeAgentStatus(agent)}, version ${version ?? "unknown"}`,
    `last seen: ${told(lastSeenAt)}`,
    `enrolled: ${told(enrolledAt)}`,
    `site: ${site ?? "-"}`,
    `tags: ${tags.length === 0 ? "-" : tags.join(", ")}`,
    `asset: ${assetId ?? describeNoAsset(agent)}`,
    `rights: ${describeRights(agent)}`,
    `audits: ${describeAudits(agent)}, in hand: ${audits}, outcomes waiting: ${spooled}`,
    ...describeHost(agent),
  ];
  return [...lines.map(printableLine), ...listeners(agent), ...blindSpots(agent)].join("\n");
}

/** An agent has its asset from its first inventory on, and loses it only to another one. */
function describeNoAsset({ inventoryAt, status }: AgentDetail): string {
  if (inventoryAt === null || status === "revoked") return "-";
  return "none, since another agent was set up on the same host and took it over; revoke the one that is not needed";
}

function describeRights({ privileged, blindSpots: all }: AgentDetail): string {
  if (privileged === null) return "not known yet";
  if (privileged) return "root";
  return all.length === 0
    ? "not root, yet nothing is hidden from its inventory"
    : "not root; what that hides is told below";
}

function describeAudits({ oscap, lastSeenAt, privileged }: AgentDetail): string {
  if (oscap !== null) return `oscap ${oscap}`;
  return lastSeenAt === null || privileged === null
    ? "not known yet"
    : "refused, since there is no oscap; install the distribution's OpenSCAP scanner";
}

function describeHost(agent: AgentDetail): string[] {
  const { host, hostname, inventoryAt } = agent;
  if (host === null) return [`host: ${hostname}`, "inventory: none yet"];
  const { vendor, product, kind, uuid } = host.hardware;
  const machine = [vendor, product].filter((part) => part !== null).join(" ");
  return [
    `host: ${host.fqdn ?? host.hostname}`,
    `system: ${host.os.name}, kernel ${host.kernel}, ${host.architecture}`,
    `hardware: ${[kind, machine, uuid ?? ""].filter((part) => part !== "").join(", ")}`,
    `up since: ${told(host.bootedAt)}`,
    ...host.interfaces.map(
      (one) => `interface ${one.name}: ${[one.mac ?? "no MAC", ...one.addresses].join(", ")}`,
    ),
    `inventory: taken ${told(inventoryAt)}`,
    `packages: ${describePackages(agent)}`,
    // Some are about what came in no package at all.
    ...(agent.coverage?.notJudged ?? []).map(({ packages, reason }) =>
      packages === 0 ? `  not judged: ${reason}` : `  not judged: ${packages}, ${reason}`,
    ),
  ];
}

function describePackages({ packages, host, coverage }: AgentDetail): string {
  if (host !== null && host.packageManager === null) return "no package manager that is known here";
  const judged = coverage === null ? "not yet judged" : `${coverage.judged} of them judged`;
  return `${packages}, ${judged}`;
}

function listeners({ listeners: all }: AgentDetail): string[] {
  if (all.length === 0) return [];
  const rows = all.map(({ protocol, address, port, process }) => [
    protocol,
    address,
    String(port),
    process ?? "-",
  ]);
  const clean = rows.map((row) => row.map(printableLine));
  return ["", formatTable(["LISTENS ON", "ADDRESS", "PORT", "PROGRAM"], clean)];
}

function blindSpots({ blindSpots: all }: AgentDetail): string[] {
  if (all.length === 0) return [];
  return [
    "",
    "It does not see all:",
    ...all.map(({ what, why }) => printableLine(`  ${what}: ${why}`)),
  ];
}

function told(at: number | null): string {
  return at === null ? "-" : `${formatTime(at)} UTC`;
}
