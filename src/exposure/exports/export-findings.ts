import { type WantedFindings, readFindingsToExport } from "#exposure/findings";
import { newId } from "#lib/ids";
import { version } from "#lib/version";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { csvFormat } from "./csv.ts";
import type { ExportSource, FindingFormat } from "./finding-format.ts";
import { jsonLinesFormat } from "./json-lines.ts";
import { sarifFormat } from "./sarif.ts";
import { vexFormat } from "./vex.ts";

/** The formats that findings can be written in. */
export const exportFormats = ["csv", "jsonl", "sarif", "vex"] as const;
export type ExportFormat = (typeof exportFormats)[number];

const formats: Readonly<Record<ExportFormat, (source: ExportSource) => FindingFormat>> = {
  csv: csvFormat,
  jsonl: jsonLinesFormat,
  sarif: sarifFormat,
  vex: vexFormat,
};

/**
 * Writes findings out as of one moment, the most severe first, in flat memory whatever their number.
 *
 * @param write is waited for, so that a slow reader is not flooded; one that takes nothing for a minute is given up.
 * @returns how many findings were read.
 * @throws Problem `forbidden` without read scope; DatabaseUnavailable; whatever `write` throws.
 */
export async function exportFindings(
  context: Context,
  { format: wantedFormat, wanted }: { format: ExportFormat; wanted: WantedFindings },
  write: (text: string) => Promise<void>,
): Promise<number> {
  if (!context.scopes.includes("read")) throw new Problem("forbidden", "This key may not read.");
  const { database, tenantId } = context;
  const format = formats[wantedFormat]({ version, at: context.now(), newId });
  let count = 0;
  await database.snapshot(tenantId, async (tx) => {
    await write(format.begin());
    for await (const findings of readFindingsToExport(tx, tenantId, wanted)) {
      count += findings.length;
      await write(findings.map((finding) => format.finding(finding)).join(""));
    }
    await write(format.end());
  });
  return count;
}
