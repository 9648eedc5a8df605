import { type Collector, isOnline, listCollectors } from "#monitor/collectors";
import type { Database } from "#platform/db";
import { listTenants } from "#platform/tenants";
import { operatorContext } from "../command-line.ts";
import { formatTime } from "../table.ts";
import type { Finding } from "./finding.ts";

/** More late than this, and checks are no longer made when they should be. */
const lagWarnMs = 1_000;

/** Looks whether each collector is heard of and keeps up. */
export async function examineCollectors(database: Database): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id: tenantId, name: tenant } of await listTenants(database.system)) {
    const collectors = await listCollectors({ ...operatorContext(database), tenantId });
    for (const collector of collectors) {
      const subject = `collector ${collector.name} of tenant ${tenant}`;
      findings.push({ subject, ...examineCollector(collector, Date.now()) });
    }
  }
  return findings;
}

/** @param now epoch milliseconds. */
export function examineCollector(collector: Collector, now: number): Omit<Finding, "subject"> {
  const { status, embedded, lastSeenAt, health } = collector;
  if (status === "revoked")
    return { verdict: "warning", text: "revoked; its sensors are not polled" };
  if (status === "pending") {
    const text = embedded
      ? "was never started; the server starts it"
      : "has not enrolled; vedette collector token makes a new token";
    return { verdict: "warning", text };
  }
  if (!isOnline(lastSeenAt, now)) {
    return { verdict: "failed", text: `silent since ${formatTime(lastSeenAt)} UTC` };
  }
  if (health === null) return { verdict: "ok", text: "online" };
  const { sensors, checksPerSec, lagP99Ms, spooledResults, droppedResults } = health;
  const text =
    `online, ${sensors} sensors, ${checksPerSec.toFixed(1)} checks/s, ${Math.round(lagP99Ms)} ms late (p99), ` +
    `${spooledResults} results waiting`;
  if (droppedResults > 0) return { verdict: "failed", text: `${text}, ${droppedResults} lost` };
  return { verdict: lagP99Ms > lagWarnMs ? "warning" : "ok", text };
}
