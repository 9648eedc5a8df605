import { newId } from "#lib/ids";
import { printableLine } from "#lib/printable";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Database, Tx } from "#platform/db";
import { announce } from "#platform/live";
import { hashOfToken, hashSecret, newSecret, unknownToken } from "#platform/remote-parts";
import type { EnrolReply, EnrolRequest } from "#wire/enrolment.v1";
import { baseAgentName, freeAgentName } from "./agent.ts";
import { findNamesLike, findTenantOfToken, insertAgent, useToken } from "./enrolment.queries.ts";

/**
 * Makes the program that calls an agent of its own, with the site and the tags of its token, of which one use is taken. The
 * agent is named after its host.
 *
 * @throws Problem `unauthorized` when the token is unknown, used up, revoked, too old or that of another remote part;
 * DatabaseUnavailable.
 */
export async function enrolAgent(
  deps: { database: Database; now: () => number },
  request: EnrolRequest,
): Promise<EnrolReply> {
  const { database, now } = deps;
  const tokenHash = hashOfToken(request.token, "agent");
  const at = now();
  const tenantId = await findTenantOfToken(database.system, tokenHash, at);
  if (tenantId === null) throw unknownToken();
  const credential = newSecret("agent", "credential");
  const agent = await database.transaction(tenantId, async (tx) => {
    const token = await useToken(tx, tenantId, tokenHash, at);
    if (token === null) throw unknownToken();
    const hostname = printableLine(request.hostname).trim();
    const row = {
      id: newId(),
      credentialHash: hashSecret(credential),
      version: printableLine(request.version),
      hostname,
      siteId: token.siteId,
      tags: token.tags,
      now: at,
    };
    const name = await insertNamed(tx, tenantId, row);
    await announce(tx, tenantId, "agents", [row.id]);
    const context: Context = {
      tenantId,
      actor: { kind: "system", id: token.id, name: `agent token ${token.note}`.trim() },
      scopes: ["write"],
      database,
      now,
      requestId: newId(),
    };
    const detail = { name, hostname, tokenId: token.id };
    await insertAuditEntries(tx, context, [
      { action: "agent.enrol", subjectKind: "agent", subjectId: row.id, detail },
    ]);
    return { id: row.id, name };
  });
  return { kind: "agent", ...agent, credential, serverTime: now() };
}

/** Hosts of one name may come with two tokens at once: who loses the name takes the next. */
async function insertNamed(
  tx: Tx,
  tenantId: string,
  row: Omit<Parameters<typeof insertAgent>[2], "name">,
): Promise<string> {
  for (;;) {
    const taken = await findNamesLike(tx, tenantId, baseAgentName(row.hostname));
    const name = freeAgentName(row.hostname, taken);
    if (await insertAgent(tx, tenantId, { ...row, name })) return name;
  }
}
