import { sentenceOf } from "#platform/declarations";
import { describePlan, planTenant, saveTenantPlan } from "#processes/apply";
import type { ExistingTenant } from "#processes/apply";
import { type DeclarationOutcome, type Declarer, noFiles, refuseItem } from "./declare-item.ts";
import { readItem } from "./item-reader.ts";
import { readExisting, withExisting } from "./with-existing.ts";

/**
 * Changes what a tenant may have; less than it has is fine, and nothing can be added then.
 *
 * @throws Problem `invalid_request` with what is wrong.
 */
export async function changePlan(
  declarer: Declarer,
  item: unknown,
  dryRun: boolean,
): Promise<DeclarationOutcome> {
  const { declaration, problems } = readItem("plan", item, declarer.sensorRules);
  if (dryRun && problems.length > 0) {
    return { id: null, changes: [], warnings: [], token: null, faults: problems };
  }
  refuseItem(problems);
  const planFor = (existing: ExistingTenant) =>
    planTenant(declaration, existing, { prune: false, ...noFiles });
  const outcomeOf = (plan: ReturnType<typeof planFor>): DeclarationOutcome => ({
    id: null,
    changes: describePlan({ name: "of the tenant", isNew: false }, plan).map(sentenceOf),
    warnings: [],
    token: null,
    faults: [],
  });
  if (dryRun) return outcomeOf(planFor(await readExisting(declarer)));
  return withExisting(declarer, "plan", async (tx, existing) => {
    const plan = planFor(existing);
    await saveTenantPlan(tx, declarer, declarer.box, existing, plan);
    return outcomeOf(plan);
  });
}
