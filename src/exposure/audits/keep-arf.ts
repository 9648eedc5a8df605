import { createHash } from "node:crypto";
import { InvalidGzip, gunzip } from "#lib/gzip";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { type Arf, findArf, upsertArf } from "./arf.queries.ts";

/** The longest ARF that is handed out again, in bytes: agents give up beyond it, too. */
const longestArfBytes = 256 * 1024 * 1024;

/**
 * Keeps the ARF of a job. It comes before the job's outcome; sent twice, it is kept once.
 *
 * @param at Unix epoch milliseconds of the server's clock.
 * @returns false when the job is unknown, another agent's or over, or wants no ARF: then nothing is kept.
 */
export async function saveArf(
  tx: Tx,
  tenantId: string,
  agentId: string,
  jobId: string,
  arf: Arf,
  at: number,
): Promise<boolean> {
  return upsertArf(tx, tenantId, { id: jobId, agentId }, arf, at);
}

/**
 * The ARF of a job, as XML.
 *
 * @returns `null` when none is kept, or the tenant has no such job.
 * @throws Problem `unavailable` when what the agent sent is not what it said: it is only looked into when it is wanted.
 */
export async function readArf(context: Context, jobId: string): Promise<Buffer | null> {
  const { tenantId, database } = context;
  const arf = await findArf(database.forTenant(tenantId), tenantId, jobId);
  if (arf === null) return null;
  try {
    const xml = await gunzip(arf.gzip, Math.min(arf.bytes, longestArfBytes));
    if (createHash("sha256").update(xml).digest("hex") === arf.sha256) return xml;
  } catch (error) {
    if (!(error instanceof InvalidGzip)) throw error;
  }
  throw new Problem("unavailable", "The ARF came broken from its agent: it cannot be read.");
}
