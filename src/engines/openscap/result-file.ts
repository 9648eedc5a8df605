import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import { InvalidAuditFile, readAuditFile } from "#engines/scap";
import type { AuditReport, ImportedAudit, RuleResult } from "#engines/scap-types";
import type { Arf } from "./audit-engine.ts";
import { AuditFailed } from "./audit-failed.ts";
import { maxArfBytes } from "./run-oscap.ts";

/**
 * Reads what oscap wrote.
 *
 * @param at Unix epoch milliseconds.
 * @throws AuditFailed `engine_error` when it is not one whole audit.
 */
export async function readResult(
  path: string,
  at: number,
  signal: AbortSignal,
): Promise<ImportedAudit> {
  let audits: ImportedAudit[];
  try {
    const source = createReadStream(path, { signal });
    audits = await readAuditFile(source, { name: "What oscap wrote", maxBytes: maxArfBytes, at });
  } catch (error) {
    if (!(error instanceof InvalidAuditFile)) throw error;
    throw new AuditFailed("engine_error", error.message, { cause: error });
  }
  const [audit, ...others] = audits;
  if (audit === undefined || others.length > 0) {
    throw new AuditFailed("engine_error", `oscap wrote ${audits.length} results instead of one.`);
  }
  return audit;
}

/** Results of rules that oscap did not look at. */
const unseen: ReadonlySet<RuleResult> = new Set(["notapplicable", "notchecked"]);

/**
 * Refuses results that say nothing about the host: oscap calls content for another system a success, with a score of 0.
 *
 * @param platforms names (CPE) of the systems that the content is for.
 * @throws AuditFailed `not_applicable`, `bad_content`.
 */
export function checkApplies(
  { rules, profile }: AuditReport,
  platforms: readonly string[],
  host: string,
): void {
  if (rules.some(({ result }) => !unseen.has(result))) return;
  if (rules.length === 0) {
    const name = profile?.id ?? "that was asked for";
    throw new AuditFailed("bad_content", `The profile ${name} selects no rules.`);
  }
  if (rules.some(({ result }) => result === "notchecked")) {
    throw new AuditFailed(
      "bad_content",
      `None of the ${rules.length} rules could be checked: the content has no OVAL checks, or they are in files of their own. Take the data stream instead (its name ends in -ds.xml).`,
    );
  }
  const meant = platforms.length === 0 ? "other systems" : platforms.join(", ");
  throw new AuditFailed(
    "not_applicable",
    `None of the ${rules.length} rules applies to this host: the content is for ${meant}, and this is ${host}. Choose content for this system.`,
  );
}

/** Packs the result file. It is read in pieces; only what it shrinks to is held. */
export async function packArf(path: string, signal: AbortSignal): Promise<Arf> {
  const hash = createHash("sha256");
  let bytes = 0;
  const pieces: Buffer[] = [];
  await pipeline(
    createReadStream(path),
    async function* (source: AsyncIterable<Buffer>) {
      for await (const piece of source) {
        bytes += piece.length;
        hash.update(piece);
        yield piece;
      }
    },
    createGzip({ level: constants.Z_DEFAULT_COMPRESSION }),
    async (packed: AsyncIterable<Buffer>) => {
      for await (const piece of packed) pieces.push(piece);
    },
    { signal },
  );
  return { bytes, sha256: hash.digest("hex"), gzip: Buffer.concat(pieces) };
}
