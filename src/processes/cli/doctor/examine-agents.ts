import { type AgentOverview, listAgentsForOperators } from "#exposure/agents";
import type { Database } from "#platform/db";
import { listTenants } from "#platform/tenants";
import { operatorContext } from "../command-line.ts";
import { formatTime } from "../table.ts";
import type { Finding } from "./finding.ts";

/** An agent calls every minute; hosts restart, and networks stumble, in milliseconds. */
const silentAfterMs = 600_000;
/** Names of more agents than this help nobody. */
const shownNames = 5;

/** Looks whether the agents of each tenant are heard of, and whether what they deliver can be judged. */
export async function examineAgents(database: Database): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id: tenantId, name: tenant } of await listTenants(database.system)) {
    const agents = await listAgentsForOperators({ ...operatorContext(database), tenantId });
    const found = examineAgentsOfTenant(agents, Date.now());
    if (found !== null) findings.push({ subject: `agents of tenant ${tenant}`, ...found });
  }
  return findings;
}

/**
 * One finding for all of them, since there may be thousands; `null`: there are none.
 *
 * @param now epoch milliseconds.
 */
export function examineAgentsOfTenant(
  agents: readonly AgentOverview[],
  now: number,
): Omit<Finding, "subject"> | null {
  const active = agents.filter(({ status }) => status === "active");
  if (active.length === 0) return null;
  const seenAt = ({ lastSeenAt, enrolledAt }: AgentOverview) => lastSeenAt ?? enrolledAt;
  const silent = active.filter((one) => now - seenAt(one) > silentAfterMs);
  const blind = active.filter(
    ({ packages, coverage }) => packages > 0 && coverage !== null && coverage.judged === 0,
  );
  const faults = [
    names("silent", silent, (one) => `since ${formatTime(seenAt(one))} UTC`),
    names("packages not judged", blind, (one) => one.coverage?.notJudged[0]?.reason ?? "none"),
  ].flatMap((fault) => fault ?? []);
  const heard = `${active.length - silent.length} of ${active.length} heard of`;
  if (faults.length === 0) return { verdict: "ok", text: heard };
  return { verdict: "warning", text: [heard, ...faults].join("; ") };
}

function names(
  what: string,
  agents: readonly AgentOverview[],
  why: (agent: AgentOverview) => string,
): string | null {
  if (agents.length === 0) return null;
  const shown = agents.slice(0, shownNames).map((one) => `${one.name} (${why(one)})`);
  const hidden = agents.length - shown.length;
  return `${what}: ${shown.join(", ")}${hidden > 0 ? ` and ${hidden} more` : ""}`;
}
