import type { FoundWeakness, Target, TargetType, Verdict } from "#engines/directory-types";
import { evaluated } from "#engines/rule-words";
import { printableLine, shortened } from "#lib/printable";
import { globalAdministrator, privilegedRoles } from "../privileged-roles.ts";
import type { EntraTenant } from "../tenant.ts";

/** Of a finding, by the schema. */
const mostSentences = 20;
const longestSentence = 500;

/** What a rule says of one target: what is wrong with it, nothing, or that it could not be read. */
export function ofOne(target: Target, evidence: readonly string[] | "unread"): Verdict {
  if (evidence === "unread") return evaluated(0, [], [target.id]);
  return evaluated(1, evidence.length === 0 ? [] : [weakness(target, evidence)]);
}

/** A finding whose sentences fit. @param evidence at least one sentence, the most telling first. */
export function weakness(
  target: Target,
  evidence: readonly string[],
  severity?: FoundWeakness["severity"],
): FoundWeakness {
  const more = evidence.length - mostSentences;
  const shown = more > 0 ? evidence.slice(0, mostSentences - 1) : evidence;
  const told = more > 0 ? [...shown, `There are ${more + 1} more of the kind.`] : shown;
  return {
    target,
    evidence: told.map((sentence) => shortened(printableLine(sentence), longestSentence)),
    ...(severity === undefined ? {} : { severity }),
  };
}

/** Something in the tenant. */
export function targetOf(
  type: TargetType,
  { id, name }: { readonly id: string; readonly name: string | null },
): Target {
  const shown = shortened(printableLine(name ?? "").trim(), 300);
  return { type, id, name: shown === "" ? id : shown, path: null, host: null };
}

/** The tenant itself: of what is set for all. */
export function targetOfTenant(tenant: EntraTenant): Target {
  return targetOf("tenant", tenant);
}

/** A built-in role, by the id of its template. */
export function targetOfRole(id: string): Target {
  return targetOf("role", { id, name: privilegedRoles.get(id) ?? null });
}

/** The role whose holders may do everything. */
export const globalAdministratorTarget = targetOfRole(globalAdministrator);
