import type { Context } from "#platform/context";
import { type Tx, lock } from "#platform/db";
import { Problem } from "#platform/errors";
import { findMembership } from "#platform/members";
import type { Power } from "./decide-member-change.ts";

/**
 * What the one who acts may do about people, as it is now: from here to the transaction's end nobody else changes who is in
 * the tenant.
 *
 * @throws Problem `forbidden` for one who was removed meanwhile.
 */
export async function lockPeople(tx: Tx, { tenantId, actor }: Context): Promise<Power> {
  await lock(tx, `people of ${tenantId}`);
  if (actor.kind === "command_line") return "operator of the installation";
  const member = actor.kind === "user" ? await findMembership(tx, tenantId, actor.id) : null;
  if (member === null) throw new Problem("forbidden", "You are not in this tenant any more.");
  return member.role;
}
