import { hashPassword } from "./password-hash.ts";
import { newId } from "#lib/ids";
import { insertAuditEntries } from "#platform/audit-log";
import { type Database, lock } from "#platform/db";
import { Problem } from "#platform/errors";
import { upsertMember } from "#platform/members";
import { listTenants } from "#platform/tenants";
import { deleteLink, findLink, insertLink } from "./one-time-link.queries.ts";
import { hashToken, newToken } from "./one-time-token.ts";
import { checkEmail, checkName, checkPassword } from "./person.ts";
import { insertUser, userExists } from "./user.queries.ts";

/** Long enough for a weekend; every start of a server makes a new one. */
const setUpLinkMs = 7 * 86_400_000;

/**
 * Makes the token of the link with which the first account is made; only its hash is kept.
 *
 * @returns `null` once somebody has an account.
 */
export async function makeSetUpToken(
  database: Database,
  now: () => number,
): Promise<string | null> {
  const token = newToken();
  const at = now();
  return database.transaction("system", async (tx) => {
    if (await userExists(tx)) return null;
    await insertLink(tx, {
      tokenHash: hashToken(token),
      purpose: "set_up",
      userId: null,
      clearsSecondFactor: false,
      createdAt: at,
      expiresAt: at + setUpLinkMs,
    });
    return token;
  });
}

/**
 * Makes the first account, owner of all tenants that there are. It works once: of two that come at the same time one is
 * refused.
 *
 * @throws Problem `invalid_request` for what cannot be a name, e-mail or password; `forbidden` when the link is not good.
 */
export async function setUp(
  context: { database: Database; now: () => number; requestId: string },
  input: { token: string; name: string; email: string; password: string },
): Promise<void> {
  const { database, now, requestId } = context;
  const { token, password } = input;
  const tokenHash = hashToken(token);
  // First of all: a slow hash is work that only the holder of a link may ask for.
  if ((await findLink(database.system, tokenHash, now()))?.purpose !== "set_up") throw notGood();
  const person = { id: newId(), name: checkName(input.name), email: checkEmail(input.email) };
  checkPassword(password, person);
  const passwordHash = await hashPassword(password);
  await database.transaction("system", async (tx) => {
    await lock(tx, "first account");
    const link = { purpose: "set_up", userId: null } as const;
    if (!(await deleteLink(tx, tokenHash, link, now()))) throw notGood();
    if (await userExists(tx)) throw notGood();
    await insertUser(tx, { ...person, passwordHash });
    const actor = { kind: "user", id: person.id, name: person.name } as const;
    for (const { id: tenantId } of await listTenants(tx)) {
      const member = { tenantId, userId: person.id, role: "owner", companyIds: null } as const;
      await upsertMember(tx, { ...member, createdAt: now(), createdBy: "set-up" });
      const audited = {
        tenantId,
        actor,
        scopes: ["read", "write"],
        database,
        now,
        requestId,
      } as const;
      await insertAuditEntries(tx, audited, [
        {
          action: "member.create",
          subjectKind: "member",
          subjectId: person.id,
          detail: { email: person.email, role: "owner", by: "set-up link" },
        },
      ]);
    }
  });
}

function notGood(): Problem {
  return new Problem(
    "forbidden",
    "This set-up link is used up or too old. If nobody has an account yet, restart the server: it prints a new link.",
  );
}
