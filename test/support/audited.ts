import { type DatabaseConnection, withClient } from "#platform/db";

/** What the audit log says was done to something, oldest first. */
export async function auditedActions(
  admin: DatabaseConnection,
  subjectId: string,
): Promise<string[]> {
  return withClient(admin, undefined, async (client) => {
    const { rows } = await client.query<{ action: string }>(
      "select action from audit_log where subject_id = $1 order by id",
      [subjectId],
    );
    return rows.map(({ action }) => action);
  });
}
