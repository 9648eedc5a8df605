import { createReadStream } from "node:fs";
import { open as openFile } from "node:fs/promises";
import { InvalidXml } from "#lib/xml-elements";
import { Problem } from "#platform/errors";
import {
  type ImportedReport,
  InvalidReport,
  type OpenFile,
  type ReaderOptions,
  type ReportFormat,
  type ReportPart,
} from "./imported-report.ts";
import { readGrype } from "./read-grype.ts";
import { readNessus } from "./read-nessus.ts";
import { readNmap } from "./read-nmap.ts";
import { readNuclei, readNucleiList } from "./read-nuclei.ts";
import { readOpenvas } from "./read-openvas.ts";
import { readSarif } from "./read-sarif.ts";
import { readTrivy } from "./read-trivy.ts";
import { type Recognised, headBytes, recogniseReport } from "./recognise-report.ts";

type Reader = (open: OpenFile, options: ReaderOptions) => AsyncGenerator<ReportPart>;

const readers: Readonly<Record<Recognised, { format: ReportFormat; read: Reader }>> = {
  nmap: { format: "nmap", read: readNmap },
  nessus: { format: "nessus", read: readNessus },
  openvas: { format: "openvas", read: readOpenvas },
  "nuclei lines": { format: "nuclei", read: readNuclei },
  "nuclei list": { format: "nuclei", read: readNucleiList },
  trivy: { format: "trivy", read: readTrivy },
  grype: { format: "grype", read: readGrype },
  sarif: { format: "sarif", read: readSarif },
};

/**
 * Opens a report of another product. What it is shows in its content, not in its name.
 *
 * @throws InvalidReport: none that is known. Problem `not_found`: it cannot be read, or is no file.
 */
export async function openReport(path: string, options: ReaderOptions): Promise<ImportedReport> {
  const recognised = recogniseReport(await readHead(path));
  if (recognised === null) {
    throw new InvalidReport(
      `${path} cannot be taken in: it is none of the reports that are known: nmap XML, Nessus, OpenVAS XML, nuclei JSON lines, Trivy JSON, Grype JSON, SARIF.`,
    );
  }
  const { format, read } = readers[recognised];
  return { format, name: path, parts: () => parts(path, read, options) };
}

async function* parts(
  path: string,
  read: Reader,
  options: ReaderOptions,
): AsyncGenerator<ReportPart> {
  try {
    yield* read(() => createReadStream(path), options);
  } catch (error) {
    if (!(error instanceof InvalidReport) && !(error instanceof InvalidXml)) throw error;
    throw new InvalidReport(`${path} cannot be taken in: ${error.message}.`, { cause: error });
  }
}

async function readHead(path: string): Promise<string> {
  try {
    await using file = await openFile(path);
    // A pipe can be read once only, and some reports are read twice.
    if (!(await file.stat()).isFile()) throw new Error("it is no file");
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Problem("not_found", `${path} cannot be read: ${reason}.`, { cause });
  }
}
