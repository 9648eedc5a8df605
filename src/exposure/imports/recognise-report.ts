/** What a file was recognised as; nuclei writes its results in two ways. */
export type Recognised =
  | "nmap"
  | "nessus"
  | "openvas"
  | "nuclei lines"
  | "nuclei list"
  | "trivy"
  | "grype"
  | "sarif";

/** So much of the beginning of a file is looked at. */
export const headBytes = 64 * 1024;

const roots = new Map<string, Recognised>([
  ["nmaprun", "nmap"],
  ["NessusClientData_v2", "nessus"],
  ["report", "openvas"],
  ["get_reports_response", "openvas"],
]);

/** What a report is, by its beginning; `null`: none that is known. */
export function recogniseReport(head: string): Recognised | null {
  const text = head.replace(/^\ufeff/, "").trimStart();
  if (text.startsWith("<")) return roots.get(rootOf(text)) ?? null;
  if (text.startsWith("[")) return /^\[\s*\{/.test(text) && isNuclei(text) ? "nuclei list" : null;
  return text.startsWith("{") ? recogniseJson(text) : null;
}

/** The name of the first element, behind declarations, comments and the document type. */
function rootOf(text: string): string {
  let at = 0;
  for (;;) {
    const behind = misc.find(({ begin }) => text.startsWith(begin, at));
    if (behind === undefined)
      return /^<([A-Za-z_][\w.-]*)/.exec(text.slice(at, at + 100))?.[1] ?? "";
    const end = endOf(text, at, behind.end);
    if (end < 0) return "";
    at = end;
    while (/\s/.test(text.charAt(at))) at += 1;
  }
}

/** A document type may declare entities in brackets, which are refused later, with a better reason. */
function endOf(text: string, at: number, mark: string): number {
  const first = text.indexOf(mark, at);
  const bracket = mark === ">" ? text.indexOf("[", at) : -1;
  const isWithin = bracket >= 0 && bracket < first;
  const last = isWithin ? text.indexOf("]", bracket) : first;
  const end = isWithin && last >= 0 ? text.indexOf(mark, last) : last;
  return end < 0 ? -1 : end + mark.length;
}

const misc = [
  { begin: "<?", end: "?>" },
  { begin: "<!--", end: "-->" },
  { begin: "<!", end: ">" },
] as const;

function isNuclei(text: string): boolean {
  return text.includes('"template-id"') && text.includes('"info"');
}

function recogniseJson(text: string): Recognised | null {
  const [line = ""] = text.split("\n", 1);
  if (isNuclei(line)) return "nuclei lines";
  if (/"SchemaVersion"\s*:|"ArtifactName"\s*:/.test(text)) return "trivy";
  if (/"runs"\s*:\s*\[/.test(text) || /"\$schema"\s*:\s*"[^"]*sarif/i.test(text)) return "sarif";
  if (/^\{\s*"matches"\s*:\s*\[/.test(text)) return "grype";
  return null;
}
