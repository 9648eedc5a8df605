import { makePasswordToken } from "#platform/accounts";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { listMembershipsOfUser } from "#platform/members";

/**
 * As `makePasswordLink`, by the operator of the installation, who may do it for everybody: the audit log of every tenant
 * that the person is in tells of it.
 *
 * @returns the token for the link; only its hash is kept.
 */
export async function issuePasswordLink(
  context: Omit<Context, "tenantId">,
  userId: string,
  { clearsSecondFactor }: { clearsSecondFactor: boolean },
): Promise<string> {
  return context.database.transaction("system", async (tx) => {
    for (const { tenantId } of await listMembershipsOfUser(tx, userId)) {
      await insertAuditEntries(tx, { ...context, tenantId }, [
        {
          action: "member.password_link",
          subjectKind: "member",
          subjectId: userId,
          detail: { clearsSecondFactor },
        },
      ]);
    }
    return makePasswordToken(tx, { userId, clearsSecondFactor, now: context.now() });
  });
}
