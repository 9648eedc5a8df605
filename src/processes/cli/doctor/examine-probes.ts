import { type Probe, isOnline, listProbesForOperators } from "#exposure/probes";
import type { Database } from "#platform/db";
import { listTenants } from "#platform/tenants";
import { operatorContext } from "../command-line.ts";
import { formatTime } from "../table.ts";
import type { Finding } from "./finding.ts";

/** Looks whether each probe is heard of. */
export async function examineProbes(database: Database): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id: tenantId, name: tenant } of await listTenants(database.system)) {
    const probes = await listProbesForOperators({ ...operatorContext(database), tenantId });
    for (const probe of probes) {
      const subject = `probe ${probe.name} of tenant ${tenant}`;
      findings.push({ subject, ...examineProbe(probe, Date.now()) });
    }
  }
  return findings;
}

/** @param now epoch milliseconds. */
export function examineProbe(probe: Probe, now: number): Omit<Finding, "subject"> {
  const { status, embedded, lastSeenAt, health } = probe;
  if (status === "disabled") {
    return { verdict: "warning", text: "disabled; its scans are not carried out" };
  }
  if (status === "pending") {
    const text = embedded
      ? "was never started; the server starts it"
      : "has not enrolled; vedette probe token makes a new token";
    return { verdict: "warning", text };
  }
  if (!isOnline(lastSeenAt, now)) {
    return { verdict: "failed", text: `silent since ${formatTime(lastSeenAt)} UTC` };
  }
  if (health === null) return { verdict: "ok", text: "online" };
  const { runs, assessments, spooled, icmp, nmap } = health;
  const directories = assessments === undefined ? "" : `, directories in hand: ${assessments}`;
  const text = `online, scans in hand: ${runs}${directories}, messages waiting: ${spooled}, nmap: ${nmap ?? "none"}`;
  if (icmp) return { verdict: "ok", text };
  return {
    verdict: "warning",
    text: `${text}; it may not ping, so it discovers hosts by TCP and the ARP table alone`,
  };
}
