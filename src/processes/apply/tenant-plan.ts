import * as exposure from "#exposure/configuration";
import { describeChanges } from "#monitor/configuration";
import * as monitor from "#monitor/flows";
import { type Company, listCompanies } from "#platform/companies";
import type { Context } from "#platform/context";
import type { SealedBox } from "#platform/crypto";
import type { Queryable, Tx } from "#platform/db";
import {
  type DescribedChange,
  type PlacedProblem,
  type Prune,
  type TenantDeclaration,
  findDuplicates,
} from "#platform/declarations";
import { announce } from "#platform/live";
import type { Tenant } from "#platform/tenants";
import { type LimitedPeople, listLimitedPeople } from "./limited-people.queries.ts";
import type { Declared } from "./read-configuration.ts";
import {
  type TenantChanges,
  deleteTenantCompanies,
  describeTenantChanges,
  diffTenant,
  refuseDeletions,
  saveTenantChanges,
} from "./tenant-changes.ts";

/** A remote part that was made, and the token with which its program enrols, once. */
export interface NewRemotePart {
  name: string;
  token: string;
}

/** What a tenant has. */
export interface ExistingTenant {
  isNew: boolean;
  sensorLimit: number;
  companies: readonly Company[];
  /** Who sees nothing but some companies: without one of them that person would see less, or nothing. By its id. */
  limitedPeople: ReadonlyMap<string, LimitedPeople>;
  monitor: monitor.Existing;
  exposure: exposure.ExistingExposure;
}

/**
 * Reads what a tenant has, in the words of a configuration file.
 *
 * @param db a transaction, so that all of it is of one moment.
 * @param now Unix epoch milliseconds.
 */
export async function readExistingTenant(
  db: Queryable,
  tenant: Pick<Tenant, "id" | "sensorLimit">,
  box: SealedBox,
  now: number,
): Promise<ExistingTenant> {
  const { id, sensorLimit } = tenant;
  const companies = await listCompanies(db, id);
  return {
    isNew: false,
    sensorLimit,
    companies,
    limitedPeople: await listLimitedPeople(db, id, now),
    monitor: await monitor.readExistingConfiguration(db, id, companies, box),
    exposure: await exposure.readExistingExposure(db, id, companies, box),
  };
}

/** What is to be heeded besides what is declared. */
export interface Extent {
  prune: Prune;
  bundleFiles: exposure.BundleFiles;
  authorityFiles: exposure.AuthorityFiles;
}

/** What is to be done for one tenant; nothing, with any problem or refusal. */
export interface TenantPlan {
  shared: TenantChanges;
  monitor: monitor.MonitorPlan;
  exposure: exposure.ExposurePlan;
  problems: PlacedProblem[];
  /** What cannot be done, a sentence each: it stands at no one place. */
  refusals: string[];
}

/** Compares what a tenant has with what is declared for it. */
export function planTenant(
  declaration: TenantDeclaration<Declared>,
  existing: ExistingTenant,
  { prune, bundleFiles, authorityFiles }: Extent,
): TenantPlan {
  const shared = diffTenant(existing, declaration, { prune });
  const deletedCompanies = shared.companies.delete.map(({ name }) => name);
  const gone = new Set(deletedCompanies);
  const staying = existing.companies.map(({ name }) => name).filter((name) => !gone.has(name));
  const options = {
    prune,
    bundleFiles,
    authorityFiles,
    sensorLimit: shared.sensorLimit?.to ?? existing.sensorLimit,
    companies: new Set([...staying, ...declaration.companyNames.map(({ name }) => name)]),
    deletedCompanies,
  };
  const { declared } = declaration;
  const plans = {
    monitor: monitor.planConfiguration(declared.monitor, existing.monitor, options),
    exposure: exposure.planExposure(declared.exposure, existing.exposure, options),
  };
  return {
    shared,
    ...plans,
    problems: [
      ...findDuplicates(declaration.companyNames),
      ...plans.monitor.problems,
      ...plans.exposure.problems,
    ],
    refusals: [
      ...refuseDeletions(shared.companies.delete, existing.limitedPeople),
      ...plans.monitor.refusals,
      ...plans.exposure.refusals,
    ],
  };
}

/** The remote parts that were made. */
export interface Made {
  newCollectors: NewRemotePart[];
  newProbes: NewRemotePart[];
}

/** Carries out a plan, in the caller's transaction: first what others refer to, last what nothing refers to any more. */
export async function saveTenantPlan(
  tx: Tx,
  context: Context,
  box: SealedBox,
  existing: ExistingTenant,
  plan: TenantPlan,
): Promise<Made> {
  const ids = await saveTenantChanges(tx, context, existing.companies, plan.shared);
  const { changes } = plan.monitor;
  const newCollectors = await monitor.saveConfiguration(
    tx,
    context,
    box,
    existing.monitor,
    changes,
    ids,
  );
  const newProbes = await exposure.saveExposure(
    tx,
    context,
    box,
    existing.exposure,
    plan.exposure.changes,
    ids,
  );
  await deleteTenantCompanies(tx, context, plan.shared);
  const changed = describePlan({ name: "", isNew: false }, plan);
  if (changed.length > 0) await announceChanges(tx, context.tenantId, changed);
  return { newCollectors, newProbes };
}

/** Pages that show what was declared are told. */
async function announceChanges(
  tx: Tx,
  tenantId: string,
  changes: readonly DescribedChange[],
): Promise<void> {
  await announce(tx, tenantId, "declarations", null);
  const kinds = new Set(changes.map(({ kind }) => kind));
  for (const [kind, topic] of [
    ["sensor", "sensors"],
    ["collector", "collectors"],
    ["probe", "probes"],
  ] as const) {
    if (kinds.has(kind)) await announce(tx, tenantId, topic, null);
  }
}

/** Lists what a plan changes in the order in which a person would do it by hand: deletions last. */
export function describePlan(
  tenant: { name: string; isNew: boolean },
  plan: TenantPlan,
): DescribedChange[] {
  const shared = describeTenantChanges(tenant, plan.shared);
  const ofMonitor = describeChanges(plan.monitor.changes);
  const ofExposure = exposure.describeChanges(plan.exposure.changes);
  const isDeletion = ({ action }: DescribedChange): boolean => action === "delete";
  return [
    ...[...shared, ...ofMonitor, ...ofExposure].filter((change) => !isDeletion(change)),
    ...[...ofExposure, ...ofMonitor, ...shared].filter(isDeletion),
  ];
}
