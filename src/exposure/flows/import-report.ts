import type {
  ImportedFinding,
  ImportedHost,
  ImportedReport,
  ReportFormat,
} from "#exposure/imports";
import { listSiteRows } from "#exposure/sites";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { lock } from "#platform/db";
import { Problem } from "#platform/errors";
import { exposureLock } from "./exposure-lock.ts";
import { type IntakeCounts, ReportIntake } from "./report-intake.ts";

/** Parts of a report that are saved at a time. */
const atOnce = { hosts: 200, findings: 1_000 } as const;

/** What became of a report. */
export interface ImportOutcome extends IntakeCounts {
  readonly file: string;
  readonly format: ReportFormat;
  /** What was left out, and why. */
  readonly passedOver: readonly { readonly reason: string; readonly count: number }[];
}

/**
 * Takes a report of another product in, all or nothing: hosts become assets, what it found there findings. What an earlier
 * report of the same product and scope found, and this one did not, is resolved, on hosts that it covers to the end. Taken in
 * again, a report changes nothing.
 *
 * @param input.site its name.
 * @throws Problem `forbidden` without write scope; `not_found` for the site; InvalidReport; DatabaseUnavailable.
 */
export async function importReport(
  context: Context,
  input: { site: string; report: ImportedReport },
): Promise<ImportOutcome> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const { tenantId, database } = context;
  const { report } = input;
  const { name: file, format } = report;
  return database.transaction(tenantId, async (tx) => {
    const site = (await listSiteRows(tx, tenantId)).find(({ name }) => name === input.site);
    if (site === undefined) {
      throw new Problem("not_found", `There is no site named ${JSON.stringify(input.site)}.`);
    }
    await lock(tx, exposureLock(tenantId));
    const intake = new ReportIntake(tx, { tenantId, siteId: site.id, format, now: context.now() });
    const passedOver = await takeParts(report, intake);
    const counts = await intake.end();
    for (const [name, count] of intake.unplaced) {
      passedOver.set(`findings at ${name}, a name that no asset has, or several have`, count);
    }
    await insertAuditEntries(tx, context, [
      {
        action: "report.import",
        subjectKind: "site",
        subjectId: site.id,
        detail: { site: site.name, file, format, ...counts },
      },
    ]);
    const left = [...passedOver].map(([reason, count]) => ({ reason, count }));
    return { file, format, ...counts, passedOver: left };
  });
}

/** @returns why parts were left out: how many each time. */
async function takeParts(
  report: ImportedReport,
  intake: ReportIntake,
): Promise<Map<string, number>> {
  const passedOver = new Map<string, number>();
  let hosts: ImportedHost[] = [];
  let findings: ImportedFinding[] = [];
  for await (const part of report.parts()) {
    if ("host" in part) hosts.push(part.host);
    else if ("finding" in part) findings.push(part.finding);
    else passedOver.set(part.passedOver, (passedOver.get(part.passedOver) ?? 0) + 1);
    if (hosts.length < atOnce.hosts && findings.length < atOnce.findings) continue;
    await intake.take(hosts, findings);
    hosts = [];
    findings = [];
  }
  await intake.take(hosts, findings);
  return passedOver;
}
