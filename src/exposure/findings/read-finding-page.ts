import { readRatings } from "#exposure/feeds";
import { isId } from "#lib/ids";
import type { ConsoleCaller } from "#platform/http";
import { findFindingRow, findingTable } from "./finding-table.queries.ts";
import type { FindingPage } from "./finding-page.ts";
import type { FindingDetail } from "./listed-finding.ts";
import { noSuchFinding } from "./no-such-finding.ts";
import { readFinding } from "./read-finding.ts";
import { readWantedFindings } from "./read-wanted-findings.ts";
import { shownEvidence } from "./shown-evidence.ts";

/**
 * One finding with all that is known of it.
 *
 * @throws Problem `not_found` when the tenant has none, or it is of a company that the person does not see.
 */
export async function readFindingPage(caller: ConsoleCaller, id: string): Promise<FindingPage> {
  const { database, tenantId, companyIds, now } = caller;
  const db = database.forTenant(tenantId);
  const [row] = isId(id) ? await db.run(findFindingRow, [tenantId, id, companyIds]) : [];
  if (row === undefined) throw noSuchFinding();
  const same = { weakness: row.weakness };
  const [finding, others] = await Promise.all([
    readFinding(caller, id),
    findingTable.read(db, tenantId, { sort: "risk", descending: true, limit: 1, offset: 0 }, [
      ...readWantedFindings(same, companyIds, now()),
    ]),
  ]);
  const { cve = null } = finding;
  const rating = cve === null ? null : ((await readRatings(db, [cve])).get(cve) ?? null);
  const evidence = shownEvidence(finding.evidence);
  const isOpen = row.status === "open" || row.status === "in_progress";
  return {
    row,
    remediation: finding.remediation,
    fixCommand:
      evidence.flatMap(({ shown }) => shown).find(({ name }) => name === "fixCommand")?.value ??
      null,
    cve,
    description: rating === null || rating.description === "" ? null : rating.description,
    references: rating?.references.filter((url) => /^https?:\/\//i.test(url)) ?? [],
    kev: rating?.kev ?? null,
    cvssVector: finding.cvssVector ?? null,
    epssPercentile: finding.epssPercentile ?? null,
    ssvc: finding.ssvc ?? null,
    riskFactors: factorsOf(finding),
    evidence,
    reopenedAt: finding.reopenedAt ?? null,
    resolvedAt: finding.resolvedAt ?? null,
    elsewhere: others.total - (isOpen ? 1 : 0),
    history: finding.history,
  };
}

/** Of a finding that nobody has scored, there are none. */
function factorsOf({ riskFactors }: Pick<FindingDetail, "riskFactors">) {
  return "severity" in riskFactors ? riskFactors : null;
}
