import { newId } from "#lib/ids";
import { hashPassword, insertUser } from "#platform/accounts";
import type { Database } from "#platform/db";
import { type Role, upsertMember } from "#platform/members";

/** What somebody signs in with. */
export interface Credentials {
  email: string;
  password: string;
}

/** Makes somebody who can sign in, with a place in a tenant if one is given. */
export async function seedAccount(
  database: Database,
  email: string,
  place?: { tenantId: string; role: Role; companyIds?: readonly string[] },
): Promise<Credentials & { userId: string; credentials: Credentials }> {
  const password = `the password of ${email}`;
  const userId = newId();
  const passwordHash = await hashPassword(password);
  await database.transaction("system", async (tx) => {
    await insertUser(tx, { id: userId, name: `Name of ${email}`, email, passwordHash });
    if (place === undefined) return;
    const { tenantId, role, companyIds = null } = place;
    const member = { tenantId, userId, role, companyIds };
    await upsertMember(tx, { ...member, createdAt: 0, createdBy: "test" });
  });
  return { email, password, userId, credentials: { email, password } };
}
