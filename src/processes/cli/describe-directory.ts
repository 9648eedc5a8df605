import type { DirectoryOverview } from "#exposure/directories";
import { printableLine } from "#lib/printable";
import { describeFacts } from "./describe-assessment.ts";
import { typeWords } from "./describe-identity-rules.ts";
import { formatTime } from "./table.ts";

/** A directory in lines: what it is, who reads it, when, and what went wrong. */
export function describeDirectory(directory: DirectoryOverview): string {
  const { name, type, siteName, probeName, facts, lastError, lastRunAt, nextRunAt } = directory;
  const at = siteName === null ? "" : ` of site ${siteName}`;
  return [
    `${name}: ${typeWords[type]}${at}, read by probe ${probeName}`,
    facts === null ? "nothing was read yet" : `read ${describeFacts(facts)}`,
    `last completed: ${told(lastRunAt)}`,
    `next: ${nextRunAt === null ? "when asked to" : told(nextRunAt)}`,
    ...(lastError === null ? [] : [`last error: ${printableLine(lastError)}`]),
  ].join("\n");
}

function told(at: number | null): string {
  return at === null ? "never" : `${formatTime(at)} UTC`;
}
