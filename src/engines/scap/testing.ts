import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import Value from "typebox/value";
import { AuditReport, type ImportedAudit, ScapContent } from "#engines/scap-types";
import { InvalidAuditFile, readAuditFile } from "./index.ts";

/** When a checklist that does not say it is taken to be filled in. */
export const at = Date.UTC(2026, 0, 2);

/** A file of `test/fixtures/scap`. */
export async function fixture(name: string): Promise<Buffer> {
  return await readFile(new URL(`../../../test/fixtures/scap/${name}`, import.meta.url));
}

/** Bytes as a source gives them. */
export async function* inPieces(
  bytes: Uint8Array | string,
  size = 65_536,
): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(bytes);
  for (let from = 0; from < all.length; from += size) yield all.subarray(from, from + size);
}

/** Reads a file and holds what comes out against the contract: every text within its length, no control characters. */
export async function read(bytes: Uint8Array | string, size?: number): Promise<ImportedAudit[]> {
  const audits = await readAuditFile(inPieces(bytes, size), { name: "file", at });
  assert.ok(audits.length > 0);
  for (const { report, content } of audits) {
    assert.deepEqual([...Value.Errors(AuditReport, report)], []);
    assert.deepEqual([...Value.Errors(ScapContent, content)], []);
    assert.equal(report.contentSha256, content.sha256);
    // eslint-disable-next-line no-control-regex -- control characters are exactly what must not be there
    assert.doesNotMatch(JSON.stringify([report, content]), /\\u00[01]|[\u007f-\u009f]|\\ud8/);
  }
  return audits;
}

/** The one audit of a file. */
export async function readOne(bytes: Uint8Array | string, size?: number): Promise<ImportedAudit> {
  const [audit, ...more] = await read(bytes, size);
  assert.ok(audit !== undefined && more.length === 0);
  return audit;
}

/** Holds that a file is refused with a sentence that names it. */
export async function assertRefused(bytes: Uint8Array | string, message: RegExp): Promise<void> {
  await assert.rejects(read(bytes), (error) => {
    assert.ok(error instanceof InvalidAuditFile, String(error));
    assert.match(error.message, /^file cannot be read: .+\.$/);
    assert.match(error.message, message);
    return true;
  });
}
