import * as exposure from "#exposure/configuration";
import { ensureEmbeddedProbe } from "#exposure/probes";
import { newId } from "#lib/ids";
import { ensureEmbeddedCollector } from "#monitor/collectors";
import { describeChanges } from "#monitor/configuration";
import * as monitor from "#monitor/flows";
import { lockAllSensors, refreshStatistics } from "#monitor/sensors";
import { type Company, listCompanies, saveCompanies } from "#platform/companies";
import type { Context } from "#platform/context";
import type { SealedBox } from "#platform/crypto";
import { type Tx, lock } from "#platform/db";
import {
  type DescribedChange,
  type PlacedProblem,
  type TenantDeclaration,
  findDuplicates,
} from "#platform/declarations";
import { Problem } from "#platform/errors";
import { type Tenant, createTenant, defaultSensorLimit, findTenantByName } from "#platform/tenants";
import type { Declared, ReadConfiguration } from "./read-configuration.ts";
import {
  type TenantChanges,
  describeTenantChanges,
  diffTenant,
  saveTenantChanges,
} from "./tenant-changes.ts";

/** What became, or with `dryRun` would become, of one tenant. */
export interface AppliedConfiguration {
  tenant: string;
  changes: DescribedChange[];
  /** Collectors that were made, each with its one-time enrolment token. */
  newCollectors: NewRemotePart[];
  /** Probes, likewise. */
  newProbes: NewRemotePart[];
  /** What is worth a look, and was done all the same. */
  warnings: PlacedProblem[];
}

/** A remote part that was made, and the token with which its program enrols, once. */
export interface NewRemotePart {
  name: string;
  token: string;
}

/** From so many changes on, what PostgreSQL knows of the tables is refreshed at once. */
const manyChanges = 100;

/** Who applies, and with what. */
export type Applier = Omit<Context, "tenantId"> & { box: SealedBox };

/**
 * Makes the installation as configuration files say. Everything is checked for every tenant before anything is changed;
 * then each tenant is changed in one transaction.
 *
 * @param options.prune deletes what was declared and is no longer.
 * @param options.dryRun changes nothing.
 * @throws Problem with all that is wrong, each with its place; nothing was changed then.
 */
export async function applyConfiguration(
  applier: Applier,
  read: ReadConfiguration,
  options: { prune: boolean; dryRun: boolean },
): Promise<AppliedConfiguration[]> {
  const declarations = read.tenants.map(({ declared }) => declared.exposure);
  const bundles = await exposure.readBundleFiles(declarations);
  const authorities = await exposure.readAuthorityFiles(declarations);
  const problems = [...read.problems, ...bundles.problems, ...authorities.problems];
  const files = { bundleFiles: bundles.files, authorityFiles: authorities.files };
  const extent = { prune: options.prune, ...files };
  const planned: AppliedConfiguration[] = [];
  for (const declaration of read.tenants) {
    const existing = await findExisting(applier, declaration.tenant);
    const plan = planTenant(declaration, existing, extent);
    problems.push(...plan.problems);
    planned.push(describe(declaration, existing.isNew, plan, nothingMade));
  }
  refuse(problems);
  if (options.dryRun) return planned;
  const applied: AppliedConfiguration[] = [];
  for (const declaration of read.tenants) {
    applied.push(await applyToTenant(applier, declaration, extent));
  }
  if (applied.some(({ changes }) => changes.length >= manyChanges)) {
    await refreshStatistics(applier.database.system);
  }
  return applied;
}

/** What is to be heeded of every tenant alike. */
interface Extent {
  prune: boolean;
  bundleFiles: exposure.BundleFiles;
  authorityFiles: exposure.AuthorityFiles;
}

/** What a tenant has. */
interface ExistingTenant {
  isNew: boolean;
  sensorLimit: number;
  companies: readonly Company[];
  monitor: monitor.Existing;
  exposure: exposure.ExistingExposure;
}

async function findExisting(applier: Applier, name: string): Promise<ExistingTenant> {
  const tenant = await findTenantByName(applier.database.system, name);
  if (tenant !== null) {
    return applier.database.snapshot(tenant.id, (tx) => readExisting(tx, tenant, applier.box));
  }
  return {
    isNew: true,
    sensorLimit: defaultSensorLimit,
    companies: [],
    monitor: monitor.nothingYet(),
    exposure: exposure.nothingYet(),
  };
}

async function readExisting(tx: Tx, tenant: Tenant, box: SealedBox): Promise<ExistingTenant> {
  const { id, sensorLimit } = tenant;
  const companies = await listCompanies(tx, id);
  return {
    isNew: false,
    sensorLimit,
    companies,
    monitor: await monitor.readExistingConfiguration(tx, id, companies, box),
    exposure: await exposure.readExistingExposure(tx, id, companies, box),
  };
}

async function applyToTenant(
  applier: Applier,
  declaration: TenantDeclaration<Declared>,
  extent: Extent,
): Promise<AppliedConfiguration> {
  const { database, box } = applier;
  const known = await findTenantByName(database.system, declaration.tenant);
  const context: Context = { ...applier, tenantId: known?.id ?? newId() };
  return database.transaction(context.tenantId, async (tx) => {
    await lock(tx, `apply-configuration:${context.tenantId}`);
    const tenant = await findOrCreateTenant(tx, context, declaration.tenant, known === null);
    await ensureEmbeddedCollector(tx, tenant.id, context.now());
    await ensureEmbeddedProbe(tx, tenant.id, context.now());
    await lockAllSensors(tx, tenant.id);
    const existing = await readExisting(tx, tenant, box);
    const plan = planTenant(declaration, existing, extent);
    refuse(plan.problems);
    const made = await save(tx, context, box, existing, plan);
    return describe(declaration, known === null, plan, made);
  });
}

async function findOrCreateTenant(
  tx: Tx,
  context: Context,
  name: string,
  isNew: boolean,
): Promise<Tenant> {
  if (isNew) return createTenant(tx, context, { name });
  const tenant = await findTenantByName(tx, name);
  if (tenant !== null) return tenant;
  throw new Problem("not_found", `The tenant ${JSON.stringify(name)} is gone.`);
}

/** What is to be done for one tenant; nothing, with any problem. */
interface TenantPlan {
  shared: TenantChanges;
  monitor: monitor.MonitorPlan;
  exposure: exposure.ExposurePlan;
  problems: PlacedProblem[];
}

function planTenant(
  declaration: TenantDeclaration<Declared>,
  existing: ExistingTenant,
  { prune, bundleFiles, authorityFiles }: Extent,
): TenantPlan {
  const shared = diffTenant(existing, declaration, { prune });
  const staying = prune ? [] : existing.companies.map(({ name }) => name);
  const options = {
    prune,
    bundleFiles,
    authorityFiles,
    sensorLimit: shared.sensorLimit?.to ?? existing.sensorLimit,
    companies: new Set([...staying, ...declaration.companyNames.map(({ name }) => name)]),
    deletedCompanies: shared.companies.delete.map(({ name }) => name),
  };
  const { declared } = declaration;
  const plans = {
    monitor: monitor.planConfiguration(declared.monitor, existing.monitor, options),
    exposure: exposure.planExposure(declared.exposure, existing.exposure, options),
  };
  const path = `tenant ${declaration.tenant}`;
  const refusals = [...plans.monitor.refusals, ...plans.exposure.refusals];
  const problems = [
    ...findDuplicates(declaration.companyNames),
    ...plans.monitor.problems,
    ...plans.exposure.problems,
    ...refusals.map((message) => ({ path, message })),
  ];
  return { shared, ...plans, problems };
}

type Made = Pick<AppliedConfiguration, "newCollectors" | "newProbes">;
const nothingMade: Made = { newCollectors: [], newProbes: [] };

/** First what others refer to, last what nothing refers to any more. */
async function save(
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
  await saveCompanies(tx, context, { create: [], delete: plan.shared.companies.delete });
  return { newCollectors, newProbes };
}

/** In the order in which a person would do it by hand: deletions last. */
function describe(
  { tenant }: TenantDeclaration<Declared>,
  isNew: boolean,
  plan: TenantPlan,
  made: Made,
): AppliedConfiguration {
  const shared = describeTenantChanges({ name: tenant, isNew }, plan.shared);
  const ofMonitor = describeChanges(plan.monitor.changes);
  const ofExposure = exposure.describeChanges(plan.exposure.changes);
  const isDeletion = ({ action }: DescribedChange): boolean => action === "delete";
  const changes = [
    ...[...shared, ...ofMonitor, ...ofExposure].filter((change) => !isDeletion(change)),
    ...[...ofExposure, ...ofMonitor, ...shared].filter(isDeletion),
  ];
  return { tenant, changes, ...made, warnings: plan.exposure.warnings };
}

function refuse(problems: readonly PlacedProblem[]): void {
  if (problems.length === 0) return;
  const count = problems.length === 1 ? "1 error" : `${problems.length} errors`;
  throw new Problem("invalid_request", `${count} in the configuration; nothing was changed.`, {
    details: problems,
  });
}
