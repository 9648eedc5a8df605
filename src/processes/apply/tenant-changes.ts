import { newId } from "#lib/ids";
import { type Company, lockCompanies, saveCompanies } from "#platform/companies";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import {
  type DescribedChange,
  type Prune,
  type TenantDeclaration,
  isPruned,
} from "#platform/declarations";
import { Problem } from "#platform/errors";
import { setSensorLimit } from "#platform/tenants";
import { type LimitedPeople, listLimitedPeople } from "./limited-people.queries.ts";

/** What is to be done to what both services share: the tenant's plan and companies. */
export interface TenantChanges {
  sensorLimit: { from: number; to: number } | null;
  companies: { create: string[]; delete: Company[] };
}

/** Compares what is with what is wanted. Companies that no file mentions stay, unless `prune`. */
export function diffTenant(
  existing: { sensorLimit: number; companies: readonly Company[] },
  wanted: TenantDeclaration<unknown>,
  { prune }: { prune: Prune },
): TenantChanges {
  const { sensorLimit: to } = wanted;
  const from = existing.sensorLimit;
  const before = new Set(existing.companies.map(({ name }) => name));
  const after = new Set(wanted.companies);
  return {
    sensorLimit: to === null || to === from ? null : { from, to },
    companies: {
      create: [...after].filter((name) => !before.has(name)),
      delete: existing.companies.filter(
        ({ name }) => !after.has(name) && isPruned(prune, "companies", name),
      ),
    },
  };
}

/** Why companies cannot be deleted, a sentence each: somebody is limited to them, and would see less without being told. */
export function refuseDeletions(
  companies: readonly Company[],
  limitedPeople: ReadonlyMap<string, LimitedPeople>,
): string[] {
  return companies.flatMap(({ id, name }) => {
    const { people = 0, invitations = 0 } = limitedPeople.get(id) ?? {};
    const reasons = [
      ...(people === 0 ? [] : [sentenceOfPeople(people)]),
      ...(invitations === 0 ? [] : [sentenceOfInvitations(invitations)]),
    ];
    return reasons.map((why) => `Company ${JSON.stringify(name)} cannot be deleted: ${why}.`);
  });
}

function sentenceOfPeople(count: number): string {
  const some = count === 1 ? "1 of the people sees" : `${count} of the people see`;
  return `${some} only some companies, with it among them; change what they see first, under People`;
}

function sentenceOfInvitations(count: number): string {
  const some = count === 1 ? "1 invitation waits" : `${count} invitations wait`;
  return `${some} for people who shall see only some companies, with it among them; revoke it first, under People`;
}

/** Lists the changes; those that delete come after everything else. */
export function describeTenantChanges(
  tenant: { name: string; isNew: boolean },
  { sensorLimit, companies }: TenantChanges,
): DescribedChange[] {
  const list: DescribedChange[] = [];
  if (tenant.isNew) list.push({ action: "create", kind: "tenant", name: tenant.name });
  if (sensorLimit !== null) {
    const differences = [{ field: "sensorLimit", ...sensorLimit }];
    list.push({ action: "update", kind: "plan", name: tenant.name, differences });
  }
  for (const name of companies.create) list.push({ action: "create", kind: "company", name });
  for (const { name } of companies.delete) list.push({ action: "delete", kind: "company", name });
  return list;
}

/**
 * Sets the plan and makes companies, in the caller's transaction.
 *
 * @returns the ids of all companies by name, those to be deleted included.
 */
export async function saveTenantChanges(
  tx: Tx,
  context: Context,
  existing: readonly Company[],
  { sensorLimit, companies }: TenantChanges,
): Promise<ReadonlyMap<string, string>> {
  if (sensorLimit !== null) await setSensorLimit(tx, context, sensorLimit.to);
  const create = companies.create.map((name) => ({ id: newId(), name }));
  await saveCompanies(tx, context, { create, delete: [] });
  return new Map([...existing, ...create].map(({ id, name }) => [name, id]));
}

/**
 * Deletes companies, in the caller's transaction, once nothing refers to them any more.
 *
 * @throws Problem `invalid_request` when somebody was limited to one since the plan was made.
 */
export async function deleteTenantCompanies(
  tx: Tx,
  context: Context,
  { companies }: TenantChanges,
): Promise<void> {
  if (companies.delete.length === 0) return;
  const { tenantId, now } = context;
  const ids = companies.delete.map(({ id }) => id);
  await lockCompanies(tx, tenantId, ids);
  const limitedPeople = await listLimitedPeople(tx, tenantId, now());
  const refusals = refuseDeletions(companies.delete, limitedPeople);
  if (refusals.length > 0) throw new Problem("invalid_request", refusals.join(" "));
  await saveCompanies(tx, context, { create: [], delete: companies.delete });
}
