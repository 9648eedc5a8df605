import { Problem } from "#platform/errors";
import { describePlan, planTenant, saveTenantPlan } from "#processes/apply";
import { sentenceOf } from "#platform/declarations";
import { type DeclarationOutcome, type Declarer, noFiles, noSuchItem } from "./declare-item.ts";
import { nothingDeclared } from "./item-reader.ts";
import { describeUsers, findUsers } from "./item-users.ts";
import { type DeclarationList, declarationLists } from "./list.ts";
import { withExisting } from "./with-existing.ts";
import { idsOf } from "./written-item.ts";

/**
 * Deletes what nothing refers to any more, as `vedette apply --prune` would.
 *
 * @throws Problem `not_found`; `invalid_request` that names what uses it.
 */
export async function removeItem(
  declarer: Declarer,
  list: DeclarationList,
  id: string,
): Promise<DeclarationOutcome> {
  const { box } = declarer;
  return withExisting(declarer, list, async (tx, existing) => {
    const name = [...idsOf(list, existing)].find(([, each]) => each === id)?.[0];
    if (name === undefined) throw noSuchItem(list);
    const users = findUsers(list, name, existing);
    if (users.length > 0) throw refusal(list, name, `it is used by ${describeUsers(users)}`);
    const plan = planTenant(nothingDeclared(declarer.sensorRules), existing, {
      prune: { list, name },
      ...noFiles,
    });
    if (plan.refusals.length > 0) throw new Problem("invalid_request", plan.refusals.join(" "));
    const changes = describePlan({ name: "", isNew: false }, plan);
    if (changes.length === 0) throw refusal(list, name, "it belongs to the server itself");
    await saveTenantPlan(tx, declarer, box, existing, plan);
    return { id: null, changes: changes.map(sentenceOf), warnings: [], token: null, faults: [] };
  });
}

function refusal(list: DeclarationList, name: string, why: string): Problem {
  const what = `${declarationLists[list].noun} ${JSON.stringify(name)}`;
  return new Problem("invalid_request", `The ${what} cannot be deleted: ${why}.`);
}
