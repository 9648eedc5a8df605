import { newId } from "#lib/ids";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { enrolmentTokenLifetimeMs, hashSecret, newSecret } from "#platform/remote-parts";
import { insertCollector } from "./collector.queries.ts";
import { embeddedCollectorName } from "./collector.ts";

/** A collector's id, and the token with which a program becomes that collector. The token is shown once. */
export interface EnrollableCollector {
  id: string;
  token: string;
}

/**
 * Makes a collector that waits for its program to enrol, in the caller's transaction.
 *
 * @throws Problem `forbidden` without write scope; `invalid_request` for a bad or taken name.
 */
export async function createCollectorIn(
  tx: Tx,
  context: Context,
  input: { name: string },
): Promise<EnrollableCollector> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const name = input.name.trim();
  if (name === "" || [...name].length > 200) {
    throw new Problem("invalid_request", "A collector's name has 1 to 200 characters.");
  }
  if (name === embeddedCollectorName) {
    const what = `The name ${JSON.stringify(name)} is that of the collector inside the server.`;
    throw new Problem("invalid_request", `${what} Choose another.`);
  }
  const id = newId();
  const token = newSecret("collector", "enrolmentToken");
  const createdAt = context.now();
  const tokenExpiresAt = createdAt + enrolmentTokenLifetimeMs;
  const row = { id, name, embedded: false, createdAt, tokenExpiresAt };
  if (!(await insertCollector(tx, context.tenantId, { ...row, tokenHash: hashSecret(token) }))) {
    const what = `There already is a collector named ${JSON.stringify(name)}.`;
    throw new Problem("invalid_request", what);
  }
  await insertAuditEntries(tx, context, [
    { action: "collector.create", subjectKind: "collector", subjectId: id, detail: { name } },
  ]);
  await announce(tx, context.tenantId, "collectors", [id]);
  return { id, token };
}
