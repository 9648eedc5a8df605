import { newId } from "#lib/ids";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { DatabaseError, type Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { enrolmentTokenLifetimeMs, hashSecret, newSecret } from "#platform/remote-parts";
import { type NewProbe, insertProbe } from "./probe.queries.ts";
import { embeddedProbeName } from "./probe.ts";

/** A probe's id, and the token with which a program becomes that probe. The token is shown once. */
export interface EnrollableProbe {
  id: string;
  token: string;
}

/**
 * Makes a probe that waits for its program to enrol, in the caller's transaction.
 *
 * @param input.companyId under which company it is shown; `null`: none.
 * @throws Problem `forbidden` without write scope; `invalid_request` for a bad or taken name, or no such company.
 */
export async function createProbeIn(
  tx: Tx,
  context: Context,
  input: { name: string; companyId: string | null },
): Promise<EnrollableProbe> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const name = input.name.trim();
  if (name === "" || [...name].length > 200) {
    throw new Problem("invalid_request", "A probe's name has 1 to 200 characters.");
  }
  if (name === embeddedProbeName) {
    const what = `The name ${JSON.stringify(name)} is that of the probe inside the server.`;
    throw new Problem("invalid_request", `${what} Choose another.`);
  }
  const { companyId } = input;
  const id = newId();
  const token = newSecret("probe", "enrolmentToken");
  const createdAt = context.now();
  const tokenExpiresAt = createdAt + enrolmentTokenLifetimeMs;
  const tokenHash = hashSecret(token);
  const row = { id, name, embedded: false, companyId, createdAt, tokenHash, tokenExpiresAt };
  if (!(await insertKnowingCompany(tx, context.tenantId, row))) {
    const what = `There already is a probe named ${JSON.stringify(name)}.`;
    throw new Problem("invalid_request", what);
  }
  await announce(tx, context.tenantId, "probes", [id]);
  await insertAuditEntries(tx, context, [
    { action: "probe.create", subjectKind: "probe", subjectId: id, detail: { name, companyId } },
  ]);
  return { id, token };
}

async function insertKnowingCompany(tx: Tx, tenantId: string, row: NewProbe): Promise<boolean> {
  try {
    return await insertProbe(tx, tenantId, row);
  } catch (cause) {
    // 23503: a foreign key refuses it, and the tenant's own is there.
    if (!(cause instanceof DatabaseError) || cause.code !== "23503") throw cause;
    throw new Problem("invalid_request", "There is no such company.", { cause });
  }
}
