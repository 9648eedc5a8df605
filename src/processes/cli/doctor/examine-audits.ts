import {
  type AuditHistory,
  type JobReport,
  listAuditsForOperators,
  readNewestJobs,
} from "#exposure/audits";
import type { Database } from "#platform/db";
import { listTenants } from "#platform/tenants";
import { operatorContext } from "../command-line.ts";
import type { Finding } from "./finding.ts";

/** Faults of more audits than this help nobody. */
const shownAudits = 5;

/** What is looked at of an audit: its newest job on each host. */
interface ExaminedAudit extends Pick<AuditHistory, "lastError"> {
  name: string;
  jobs: readonly Pick<JobReport, "state" | "error">[];
}

/** Looks whether the audits of each tenant come to anything. */
export async function examineAudits(database: Database): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id: tenantId, name: tenant } of await listTenants(database.system)) {
    const context = { ...operatorContext(database), tenantId };
    const audits: ExaminedAudit[] = [];
    for (const { name, lastError } of await listAuditsForOperators(context)) {
      audits.push({ name, lastError, jobs: await readNewestJobs(context, { name }) });
    }
    const found = examineAuditsOfTenant(audits);
    if (found !== null) findings.push({ subject: `audits of tenant ${tenant}`, ...found });
  }
  return findings;
}

/** One finding for all of them; `null`: there are none. */
export function examineAuditsOfTenant(
  audits: readonly ExaminedAudit[],
): Omit<Finding, "subject"> | null {
  if (audits.length === 0) return null;
  const faults = audits.flatMap((audit) => {
    const fault = faultOf(audit);
    return fault === null ? [] : [`${audit.name}: ${fault.replace(/\.$/, "")}`];
  });
  const well = `${audits.length - faults.length} of ${audits.length} well`;
  if (faults.length === 0) return { verdict: "ok", text: well };
  const hidden = faults.length - shownAudits;
  const shown = [...faults.slice(0, shownAudits), ...(hidden > 0 ? [`and ${hidden} more`] : [])];
  const text = `${well}; ${shown.join("; ")}; see vedette audit jobs`;
  return { verdict: "warning", text };
}

/** That some hosts fail is theirs; that all do is the audit's. */
function faultOf({ jobs, lastError }: ExaminedAudit): string | null {
  const [first] = jobs;
  if (first !== undefined && jobs.every(({ state }) => state === "failed")) {
    return `failed on ${jobs.length === 1 ? "its only host" : `all ${jobs.length} hosts`}: ${first.error ?? "no reason given"}`;
  }
  return lastError;
}
