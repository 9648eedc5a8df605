import { InvalidAuditFile, readAuditFile } from "#engines/scap";
import type { ImportedAudit } from "#engines/scap-types";
import { byteSlices } from "#lib/byte-slices";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { type ImportedRun, type RefusedAudit, importAudits } from "./import-audits.ts";

/** A file as a browser sends it. */
export interface AuditUpload {
  /** What it is called, for sentences and the log. */
  readonly name: string;
  /** Its bytes, plain or gzip, in base64. */
  readonly data: string;
  /** The site of the hosts, by name; `null`: they are looked for everywhere. */
  readonly site: string | null;
  /** When the file was last changed, as the browser says: the time of results that have none of their own. */
  readonly modifiedAt: number;
}

/**
 * Takes in an uploaded file of another program, as `importAudits` does.
 *
 * @throws Problem as `importAudits`; `invalid_request` when the file is broken, or holds nothing of audits.
 */
export async function importAuditUpload(
  context: Context,
  { name, data, site, modifiedAt }: AuditUpload,
): Promise<{ runs: ImportedRun[]; refused: RefusedAudit[] }> {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data))
    throw new Problem("invalid_request", "The file must be sent as base64.");
  const at = Math.min(Math.max(0, Math.trunc(modifiedAt)), context.now());
  const audits = await readUpload(Buffer.from(data, "base64"), name, at);
  return importAudits(context, { audits, site, file: name, at });
}

async function readUpload(bytes: Buffer, name: string, at: number): Promise<ImportedAudit[]> {
  try {
    return await readAuditFile(byteSlices(bytes), { name, at });
  } catch (error) {
    if (!(error instanceof InvalidAuditFile)) throw error;
    throw new Problem("invalid_request", error.message, { cause: error });
  }
}
