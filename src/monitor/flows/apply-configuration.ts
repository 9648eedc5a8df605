import { ensureEmbeddedCollector } from "#monitor/collectors";
import {
  type ConfigurationChanges,
  type DescribedChange,
  type KnownNames,
  type PlacedProblem,
  type ReadConfiguration,
  type TenantDeclaration,
  checkNames,
  describeChanges,
  diffConfiguration,
} from "#monitor/configuration";
import { lockAllSensors, refreshStatistics } from "#monitor/sensors";
import type { Context } from "#platform/context";
import type { SealedBox } from "#platform/crypto";
import { type Tx, lock } from "#platform/db";
import { Problem } from "#platform/errors";
import { newId } from "#lib/ids";
import { type Tenant, createTenant, findTenantByName } from "#platform/tenants";
import {
  type Existing,
  nothingYet,
  readExistingConfiguration,
} from "./read-existing-configuration.ts";
import { type NewCollector, saveConfiguration } from "./save-configuration.ts";

/** What became, or with `dryRun` would become, of one tenant. */
export interface AppliedConfiguration {
  tenant: string;
  changes: DescribedChange[];
  /** Collectors that were made, each with its one-time enrolment token. */
  newCollectors: NewCollector[];
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
  const problems = [...read.problems];
  const planned: AppliedConfiguration[] = [];
  for (const declaration of read.tenants) {
    const { isNew, existing } = await findExisting(applier, declaration.configuration.tenant);
    const plan = planChanges(declaration, existing, options.prune);
    problems.push(...plan.problems);
    planned.push(describe(declaration, isNew, plan.changes, []));
  }
  refuse(problems);
  if (options.dryRun) return planned;
  const applied: AppliedConfiguration[] = [];
  for (const declaration of read.tenants) {
    applied.push(await applyToTenant(applier, declaration, options.prune));
  }
  if (applied.some(({ changes }) => changes.length >= manyChanges)) {
    await refreshStatistics(applier.database.system);
  }
  return applied;
}

async function findExisting(
  { database, box }: Applier,
  name: string,
): Promise<{ isNew: boolean; existing: Existing }> {
  const tenant = await findTenantByName(database.system, name);
  if (tenant === null) return { isNew: true, existing: nothingYet() };
  const existing = await database.snapshot(tenant.id, (tx) =>
    readExistingConfiguration(tx, tenant, box),
  );
  return { isNew: false, existing };
}

async function applyToTenant(
  applier: Applier,
  declaration: TenantDeclaration,
  prune: boolean,
): Promise<AppliedConfiguration> {
  const { database, box } = applier;
  const name = declaration.configuration.tenant;
  const known = await findTenantByName(database.system, name);
  const context: Context = { ...applier, tenantId: known?.id ?? newId() };
  return database.transaction(context.tenantId, async (tx) => {
    await lock(tx, `apply-configuration:${context.tenantId}`);
    const tenant = await findOrCreateTenant(tx, context, name, known === null);
    await ensureEmbeddedCollector(tx, tenant.id, context.now());
    await lockAllSensors(tx, tenant.id);
    const existing = await readExistingConfiguration(tx, tenant, box);
    const { changes, problems } = planChanges(declaration, existing, prune);
    refuse(problems);
    const newCollectors = await saveConfiguration(tx, context, box, existing, changes);
    return describe(declaration, known === null, changes, newCollectors);
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

function planChanges(
  declaration: TenantDeclaration,
  existing: Existing,
  prune: boolean,
): { changes: ConfigurationChanges; problems: PlacedProblem[] } {
  const { configuration, names } = declaration;
  const problems = checkNames(names, knownNames(existing, prune));
  const { changes, refusals } = diffConfiguration(existing.configuration, configuration, { prune });
  const path = `tenant ${configuration.tenant}`;
  return { changes, problems: [...problems, ...refusals.map((message) => ({ path, message }))] };
}

/** What a file may refer to without declaring it. */
function knownNames({ configuration }: Existing, prune: boolean): KnownNames {
  const { companies, collectors, sensors } = configuration;
  const staying = collectors.filter(({ embedded }) => embedded || !prune);
  return {
    companies: new Set(prune ? [] : companies),
    collectors: new Set(staying.map(({ name }) => name)),
    sensors: new Map(prune ? [] : sensors.map(({ declaredAs, parent }) => [declaredAs, parent])),
  };
}

function describe(
  { configuration }: TenantDeclaration,
  isNew: boolean,
  changes: ConfigurationChanges,
  newCollectors: NewCollector[],
): AppliedConfiguration {
  const tenant = configuration.tenant;
  return { tenant, changes: describeChanges({ name: tenant, isNew }, changes), newCollectors };
}

function refuse(problems: readonly PlacedProblem[]): void {
  if (problems.length === 0) return;
  const count = problems.length === 1 ? "1 error" : `${problems.length} errors`;
  throw new Problem("invalid_request", `${count} in the configuration; nothing was changed.`, {
    details: problems,
  });
}
