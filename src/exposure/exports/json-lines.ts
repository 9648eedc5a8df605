import type { ExportedFinding } from "#exposure/findings";
import { withoutNulls } from "#lib/without-nulls";
import type { FindingFormat } from "./finding-format.ts";

/** A JSON object a line, with the fields of the public API. */
export function jsonLinesFormat(): FindingFormat {
  return {
    begin: () => "",
    finding: (finding) => `${JSON.stringify(withoutNulls<Partial<ExportedFinding>>(finding))}\n`,
    end: () => "",
  };
}
