import type { AuthorityFiles, BundleFiles } from "#exposure/configuration";
import type { SealedBox } from "#platform/crypto";
import type { Tx } from "#platform/db";
import {
  type PlacedProblem,
  type TenantDeclaration,
  isMapping,
  sentenceOf,
} from "#platform/declarations";
import { Problem } from "#platform/errors";
import type { ConsoleCaller } from "#platform/http";
import {
  type Declared,
  type ExistingTenant,
  type Made,
  type TenantPlan,
  describePlan,
  planTenant,
  saveTenantPlan,
} from "#processes/apply";
import { type BundleContent, readBundleContent } from "./bundle-content.ts";
import { findIdByName } from "./declared-name.queries.ts";
import { type SensorRules, nothingDeclared, readItem, withKeptSecrets } from "./item-reader.ts";
import { type DeclarationList, declarationLists } from "./list.ts";
import { renameItem } from "./rename-item.ts";
import { readExisting, withExisting } from "./with-existing.ts";
import { idsOf, writeItem } from "./written-item.ts";

/** Who declares, and with what. */
export type Declarer = ConsoleCaller & { box: SealedBox; sensorRules: SensorRules };

/** What is declared. */
export interface Declaring {
  list: DeclarationList;
  /** `null`: a new one. */
  id: string | null;
  /** The whole item as in a configuration file; secrets that it has may be left out. */
  item: unknown;
  /** Of what the change was made from; `null`: whatever it is now. */
  version: string | null;
  /** Nothing is changed. */
  dryRun: boolean;
}

/** What became of it, or would become. */
export interface DeclarationOutcome {
  id: string | null;
  /** A sentence each. */
  changes: string[];
  warnings: PlacedProblem[];
  /** With which a new collector or probe enrols, this once. */
  token: string | null;
  /** Of a dry run alone: what it would be refused for, each at a JSON pointer into the item. */
  faults: PlacedProblem[];
}

/** An item names no file on the server. */
export const noFiles: { bundleFiles: BundleFiles; authorityFiles: AuthorityFiles } = {
  bundleFiles: new Map(),
  authorityFiles: new Map(),
};

/**
 * Makes or changes one item: read, planned and saved as by `vedette apply`, and refused as there, each fault with a
 * pointer to its field. Another name renames it: its id, its history and what refers to it stay.
 *
 * @throws Problem `invalid_request` with all that is wrong, unless it is a dry run: that tells it; `not_found`.
 */
export async function declareItem(
  declarer: Declarer,
  declaring: Declaring,
): Promise<DeclarationOutcome> {
  if (declaring.dryRun) return orFaults(() => lookAt(declarer, declaring));
  const { list } = declaring;
  const content = await readContent(declaring);
  return withExisting(declarer, list, async (tx, existing) => {
    const planned = planItem(declarer, declaring, content, existing);
    const made = await saveTenantPlan(tx, declarer, declarer.box, existing, planned.plan);
    const id = declaring.id ?? (await idOfNew(tx, declarer.tenantId, list, planned.name));
    if (planned.renamed !== null) {
      await renameItem(tx, declarer, list, { id, ...planned.renamed });
    }
    return outcomeOf(planned, id, made);
  });
}

async function lookAt(declarer: Declarer, declaring: Declaring): Promise<DeclarationOutcome> {
  const content = await readContent(declaring);
  const planned = planItem(declarer, declaring, content, await readExisting(declarer));
  return outcomeOf(planned, declaring.id, null);
}

/** What a dry run finds wrong is its answer. */
async function orFaults(look: () => Promise<DeclarationOutcome>): Promise<DeclarationOutcome> {
  try {
    return await look();
  } catch (error) {
    const isFault = error instanceof Problem && error.code === "invalid_request";
    if (!isFault || error.details === undefined) throw error;
    return { id: null, changes: [], warnings: [], token: null, faults: [...error.details] };
  }
}

async function readContent({ list, item }: Declaring): Promise<BundleContent> {
  const content = list === "bundles" ? await readBundleContent(item) : onlyItem(item);
  refuseItem([...content.problems, ...findFilePaths(list, content.item)]);
  return content;
}

function onlyItem(item: unknown): BundleContent {
  return { item, file: null, problems: [] };
}

/** A browser names no place on the server's disk. */
function findFilePaths(list: DeclarationList, item: unknown): PlacedProblem[] {
  const names = list === "directories" && isMapping(item) && Object.hasOwn(item, "caFile");
  if (!names) return [];
  return [{ path: "/caFile", message: "is for files; put the certificates themselves under ca" }];
}

/** What a form cannot do about a name that leads nowhere. */
const inFile = /; declare it under \w+$/;

interface PlannedItem {
  name: string;
  plan: TenantPlan;
  renamed: { from: string; to: string } | null;
}

function planItem(
  { sensorRules }: Declarer,
  { list, id, version }: Declaring,
  { item: given, file }: BundleContent,
  existing: ExistingTenant,
): PlannedItem {
  const ids = idsOf(list, existing);
  const before = id === null ? null : ([...ids].find(([, each]) => each === id)?.[0] ?? null);
  if (id !== null && before === null) throw noSuchItem(list);
  if (before !== null && version !== null) checkVersion(list, existing, before, version);
  const { item, problems: unkept } =
    before === null
      ? { item: given, problems: [] }
      : withKeptSecrets(list, given, existing, before);
  const { declaration, problems } = readItem(list, item, sensorRules);
  refuseItem([...unkept, ...problems]);
  const name = nameOf(item);
  refuseItem(findNameFaults({ list, existing, ids, before, name }));

  const renamed = before === null || before === name ? null : { from: before, to: name };
  const declared = (): TenantDeclaration<Declared> =>
    renamed === null
      ? declaration
      : readItem(list, { ...itemOf(item), name: before }, sensorRules).declaration;
  const keepsFile = list === "bundles" && file === null && isMapping(item) && "file" in item;
  if (keepsFile) refuseItem(findMissingFile(existing, before, itemOf(item)));
  const plan = planTenant(
    keepsFile ? nothingDeclared(sensorRules) : declared(),
    underDeclaredName(list, existing, before),
    {
      prune: false,
      ...noFiles,
      bundleFiles: file === null ? new Map() : new Map([[fileOf(declaration), file]]),
    },
  );
  refuseItem([
    ...plan.problems.map(({ path, message }) => ({ path, message: message.replace(inFile, "") })),
    ...plan.refusals.map((message) => ({ path: "", message })),
  ]);
  return { name, plan, renamed };
}

/** What was read of it would be lost with what somebody else has written since. */
function checkVersion(
  list: DeclarationList,
  existing: ExistingTenant,
  name: string,
  version: string,
): void {
  if (writeItem(list, existing, name).version === version) return;
  throw new Problem(
    "invalid_request",
    `Somebody else has changed this ${declarationLists[list].noun} since you opened it. Load it again, then make your change.`,
    { details: [{ path: "version", message: "is not that of what is there now" }] },
  );
}

function findNameFaults({
  list,
  existing,
  ids,
  before,
  name,
}: {
  list: DeclarationList;
  existing: ExistingTenant;
  ids: ReadonlyMap<string, string>;
  before: string | null;
  name: string;
}): PlacedProblem[] {
  const { noun } = declarationLists[list];
  if (name !== before && ids.has(name)) {
    return [{ path: "/name", message: `is already the name of another ${noun}` }];
  }
  const { collectors } = existing.monitor.configuration;
  const { probes } = existing.exposure.configuration;
  const parts = list === "collectors" ? collectors : list === "probes" ? probes : [];
  const isEmbedded = parts.some((part) => part.embedded && part.name === before);
  if (!isEmbedded || name === before) return [];
  return [{ path: "/name", message: `stays: this ${noun} belongs to the server itself` }];
}

/** A file that is not sent is the one that is there. */
function findMissingFile(
  { exposure }: ExistingTenant,
  before: string | null,
  item: Readonly<Record<string, unknown>>,
): PlacedProblem[] {
  const bundle = exposure.configuration.bundles.find(({ name }) => name === before);
  const isThere = bundle?.source === "file" && bundle.fileName === item["file"];
  return isThere ? [] : [{ path: "/data", message: "is missing: what is in the file" }];
}

/**
 * A sensor that the API has given another name is compared under the one by which it is declared: the console gives it its
 * name last.
 */
function underDeclaredName(
  list: DeclarationList,
  existing: ExistingTenant,
  before: string | null,
): ExistingTenant {
  if (list !== "sensors" || before === null) return existing;
  const { configuration } = existing.monitor;
  const sensors = configuration.sensors.map((sensor) =>
    sensor.declaredAs === before ? { ...sensor, name: before } : sensor,
  );
  return {
    ...existing,
    monitor: { ...existing.monitor, configuration: { ...configuration, sensors } },
  };
}

function nameOf(item: unknown): string {
  const { name } = itemOf(item);
  if (typeof name !== "string") throw new Error("an item without a name was read without a fault");
  return name;
}

function itemOf(item: unknown): Readonly<Record<string, unknown>> {
  return isMapping(item) ? item : {};
}

function fileOf({ declared }: TenantDeclaration<Declared>): string {
  return declared.exposure.names.files[0]?.path ?? "";
}

async function idOfNew(
  tx: Tx,
  tenantId: string,
  list: DeclarationList,
  name: string,
): Promise<string> {
  const id = await findIdByName(tx, tenantId, list, name);
  if (id === null) throw new Error(`${list}: ${JSON.stringify(name)} was made and is nowhere`);
  return id;
}

function outcomeOf(
  { plan, renamed }: PlannedItem,
  id: string | null,
  made: Made | null,
): DeclarationOutcome {
  const changes = describePlan({ name: "", isNew: false }, plan).map(sentenceOf);
  const [part] = [...(made?.newCollectors ?? []), ...(made?.newProbes ?? [])];
  return {
    id,
    changes: renamed === null ? changes : [`Renames ${renamed.from} to ${renamed.to}`, ...changes],
    warnings: plan.exposure.warnings,
    token: part?.token ?? null,
    faults: [],
  };
}

/** @throws Problem `invalid_request` with everything that is wrong, if anything is. */
export function refuseItem(problems: readonly PlacedProblem[]): void {
  if (problems.length === 0) return;
  const places = problems.slice(0, 3).map(({ path, message }) => `${path} ${message}`.trim());
  const more =
    problems.length > places.length ? ` (and ${problems.length - places.length} more)` : "";
  throw new Problem("invalid_request", `${places.join("; ").replace(/\.$/, "")}${more}.`, {
    details: problems,
  });
}

/** The same for what is not there and for what is another tenant's. */
export function noSuchItem(list: DeclarationList): Problem {
  return new Problem("not_found", `There is no ${declarationLists[list].noun} with this id.`);
}
