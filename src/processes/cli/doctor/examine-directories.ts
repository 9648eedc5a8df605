import {
  type DirectoryOverview,
  type DirectoryRow,
  listDirectoriesForOperators,
  listDirectoryRows,
  openSecret,
} from "#exposure/directories";
import { type RuleResultRow, listRuleResults } from "#exposure/identity";
import { type Probe, isOnline, listProbesForOperators } from "#exposure/probes";
import { nextRunOf } from "#exposure/schedules";
import { printableLine } from "#lib/printable";
import type { SealedBox } from "#platform/crypto";
import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";
import { listTenants } from "#platform/tenants";
import { operatorContext } from "../command-line.ts";
import { formatTime } from "../table.ts";
import type { Finding } from "./finding.ts";

/** An assessment takes minutes, and its probe carries them out one after another: for so long one that is due is no news. */
const graceMs = 3_600_000;
/** Other reasons why rules were not evaluated are seen with the directory. */
const shownReasons = 3;

/** What is looked at of a directory. */
export interface ExaminedDirectory extends Pick<
  DirectoryOverview,
  "schedule" | "timeZone" | "enabled" | "lastRunAt" | "lastError" | "latestAssessmentState"
> {
  /** Null: it was removed. */
  probe: Pick<Probe, "name" | "status" | "lastSeenAt" | "health"> | null;
  /** Why its secret does not open; null: it does. */
  sealed: string | null;
  rules: readonly Pick<RuleResultRow, "outcome" | "reason">[];
}

/** Looks at each directory of each tenant: whether it can be assessed, was, and to which part. */
export async function examineDirectories(database: Database, box: SealedBox): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id: tenantId, name: tenant } of await listTenants(database.system)) {
    const context = { ...operatorContext(database), tenantId };
    const directories = await listDirectoriesForOperators(context);
    if (directories.length === 0) continue;
    const rows = await listDirectoryRows(database.forTenant(tenantId), tenantId);
    const probes = await listProbesForOperators(context);
    for (const directory of directories) {
      const row = rows.find(({ id }) => id === directory.id);
      const examined = examineDirectory(
        {
          ...directory,
          probe: probes.find(({ id }) => id === directory.probeId) ?? null,
          sealed: row === undefined ? null : whySealed(box, row),
          rules: await listRuleResults(context, directory.id),
        },
        context.now(),
      );
      findings.push({ subject: `directory ${directory.name} of tenant ${tenant}`, ...examined });
    }
  }
  return findings;
}

function whySealed(box: SealedBox, row: DirectoryRow): string | null {
  try {
    openSecret(box, row);
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.message;
  }
}

/** @param now epoch milliseconds. */
export function examineDirectory(
  directory: ExaminedDirectory,
  now: number,
): Omit<Finding, "subject"> {
  const { sealed, lastRunAt, rules } = directory;
  if (sealed !== null) return { verdict: "failed", text: withoutStop(sealed) };
  const faults = [probeFault(directory, now), runFault(directory, now)].filter(isSaid);
  const last =
    lastRunAt === null ? "not assessed yet" : `last assessed ${formatTime(lastRunAt)} UTC`;
  // What the account was not given the right to read is a decision, and no fault: it is said, and nothing more.
  const text = [last, ...faults, blindSpots(rules)].filter(isSaid).join("; ");
  return { verdict: faults.length > 0 ? "warning" : "ok", text };
}

function isSaid(text: string | null): text is string {
  return text !== null;
}

function probeFault({ probe }: ExaminedDirectory, now: number): string | null {
  if (probe === null) return "its probe was removed; declare another with vedette apply";
  const { name, status, lastSeenAt, health } = probe;
  if (status === "disabled") return `its probe ${name} is disabled`;
  if (status === "pending") return `its probe ${name} has not enrolled`;
  if (!isOnline(lastSeenAt, now)) {
    return `its probe ${name} is silent since ${formatTime(lastSeenAt)} UTC`;
  }
  // What a probe names in its check-in says what it can do.
  if (health !== null && health.assessments === undefined) {
    return `its probe ${name} is too old to read directories; update it`;
  }
  return null;
}

function runFault(directory: ExaminedDirectory, now: number): string | null {
  const { lastError, latestAssessmentState, lastRunAt, schedule, timeZone, enabled } = directory;
  if (lastError !== null) return `the last attempt went wrong: ${withoutStop(lastError)}`;
  if (latestAssessmentState === "running") return null;
  if (schedule === null || !enabled || lastRunAt === null) return null;
  const due = nextRunOf({ schedule, timeZone }, lastRunAt).at;
  if (due === null || now - due < graceMs) return null;
  return `its schedule asked for another one at ${formatTime(due)} UTC`;
}

/** Rules that could not be asked are neither good nor bad, so that nobody sees what they would have found. */
function blindSpots(rules: ExaminedDirectory["rules"]): string | null {
  const blind = rules.filter(({ outcome }) => outcome === "not_evaluated");
  if (blind.length === 0) return null;
  const byReason = Map.groupBy(blind, ({ reason }) => reason ?? "no reason given");
  const reasons = [...byReason]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([reason, of]) => `${withoutStop(reason)} (${of.length})`);
  const hidden = reasons.length - shownReasons;
  const shown = [...reasons.slice(0, shownReasons), ...(hidden > 0 ? [`and ${hidden} more`] : [])];
  return `${blind.length} of ${rules.length} rules not evaluated: ${shown.join(", ")}; see vedette identity show`;
}

function withoutStop(sentence: string): string {
  return printableLine(sentence).replace(/\.$/, "");
}
