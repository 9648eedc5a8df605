import * as exposure from "#exposure/configuration";
import { ensureEmbeddedProbe } from "#exposure/probes";
import { newId } from "#lib/ids";
import { ensureEmbeddedCollector } from "#monitor/collectors";
import * as monitor from "#monitor/flows";
import { lockAllSensors, refreshStatistics } from "#monitor/sensors";
import type { Context } from "#platform/context";
import type { SealedBox } from "#platform/crypto";
import { type Tx, lock } from "#platform/db";
import type { DescribedChange, PlacedProblem, TenantDeclaration } from "#platform/declarations";
import { Problem } from "#platform/errors";
import { type Tenant, createTenant, defaultSensorLimit, findTenantByName } from "#platform/tenants";
import type { Declared, ReadConfiguration } from "./read-configuration.ts";
import {
  type ExistingTenant,
  type Extent,
  type Made,
  type NewRemotePart,
  type TenantPlan,
  describePlan,
  planTenant,
  readExistingTenant,
  saveTenantPlan,
} from "./tenant-plan.ts";

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
    problems.push(...placed(declaration, plan));
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

async function findExisting(applier: Applier, name: string): Promise<ExistingTenant> {
  const tenant = await findTenantByName(applier.database.system, name);
  if (tenant !== null) {
    return applier.database.snapshot(tenant.id, (tx) =>
      readExistingTenant(tx, tenant, applier.box, applier.now()),
    );
  }
  return {
    isNew: true,
    sensorLimit: defaultSensorLimit,
    companies: [],
    limitedPeople: new Map(),
    monitor: monitor.nothingYet(),
    exposure: exposure.nothingYet(),
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
    await lockDeclarations(tx, context.tenantId);
    const tenant = await findOrCreateTenant(tx, context, declaration.tenant, known === null);
    await ensureEmbeddedCollector(tx, tenant.id, context.now());
    await ensureEmbeddedProbe(tx, tenant.id, context.now());
    await lockAllSensors(tx, tenant.id);
    const existing = await readExistingTenant(tx, tenant, box, context.now());
    const plan = planTenant(declaration, existing, extent);
    refuse(placed(declaration, plan));
    const made = await saveTenantPlan(tx, context, box, existing, plan);
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

const nothingMade: Made = { newCollectors: [], newProbes: [] };

/** All that is wrong with a plan; what stands at no one place is the tenant's. */
function placed({ tenant }: TenantDeclaration<Declared>, plan: TenantPlan): PlacedProblem[] {
  const path = `tenant ${tenant}`;
  return [...plan.problems, ...plan.refusals.map((message) => ({ path, message }))];
}

function describe(
  { tenant }: TenantDeclaration<Declared>,
  isNew: boolean,
  plan: TenantPlan,
  made: Made,
): AppliedConfiguration {
  const changes = describePlan({ name: tenant, isNew }, plan);
  return { tenant, changes, ...made, warnings: plan.exposure.warnings };
}

/** One at a time declares something of a tenant, until the transaction ends. */
export async function lockDeclarations(tx: Tx, tenantId: string): Promise<void> {
  await lock(tx, `apply-configuration:${tenantId}`);
}

function refuse(problems: readonly PlacedProblem[]): void {
  if (problems.length === 0) return;
  const count = problems.length === 1 ? "1 error" : `${problems.length} errors`;
  throw new Problem("invalid_request", `${count} in the configuration; nothing was changed.`, {
    details: problems,
  });
}
