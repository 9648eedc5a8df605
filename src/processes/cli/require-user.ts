import { type User, findUserByEmail, normalEmail } from "#platform/accounts";
import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";

/** @throws Problem `not_found` */
export async function requireUser(database: Database, email: string): Promise<User> {
  const user = await findUserByEmail(database.system, normalEmail(email));
  if (user !== null) return user;
  throw new Problem(
    "not_found",
    `Nobody has an account with the e-mail ${email}. vedette user list tells who has.`,
  );
}
