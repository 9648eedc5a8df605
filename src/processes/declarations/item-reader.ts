import { type Declared, type ExistingTenant, bothServices } from "#processes/apply";
import { keepDirectorySecret } from "#exposure/configuration";
import { keepSensorSecrets } from "#monitor/configuration";
import {
  type PlacedProblem,
  type TenantDeclaration,
  formatPointer,
  isMapping,
  jsonDocument,
  readDocuments,
} from "#platform/declarations";
import type { DeclarationList } from "./list.ts";

/** What the installation lays down for every sensor. */
export interface SensorRules {
  minIntervalSec: number;
}

/** An item as the configuration reader took it; with any problem, the declaration is not complete. */
export interface ReadItem {
  declaration: TenantDeclaration<Declared>;
  /** Each at a JSON pointer into the item. */
  problems: PlacedProblem[];
}

/** A tenant whose name does not matter: what is read here goes to a known one. */
const tenant = "tenant";

/** Reads one item, or the plan, as if a configuration file held nothing else. */
export function readItem(
  list: DeclarationList | "plan",
  item: unknown,
  rules: SensorRules,
): ReadItem {
  const { document, violations } = jsonDocument({ tenant, list, item });
  const read = readDocuments([document], bothServices(rules));
  const [declaration] = read.tenants;
  if (declaration === undefined) throw new Error("a document of a tenant was read, and is of none");
  const refused = violations.map(({ path, key, message }) => ({
    path: document.describePlace(path, key),
    message,
  }));
  return { declaration, problems: [...refused, ...read.problems].map(atMissingField) };
}

/** `type is missing`: in a file, that is told of the entry; in a form, of the field that is to be filled in. */
function atMissingField({ path, message }: PlacedProblem): PlacedProblem {
  const [, field, rest = ""] = /^(\w+) is missing(.*)$/.exec(message) ?? [];
  return field === undefined
    ? { path, message }
    : { path: path + formatPointer([field]), message: `is missing${rest}` };
}

/** A declaration of nothing: the tenant stays as it is. */
export function nothingDeclared(rules: SensorRules): TenantDeclaration<Declared> {
  const document = { file: "", value: { tenant }, describePlace: () => "" };
  const [declaration] = readDocuments([document], bothServices(rules)).tenants;
  if (declaration === undefined) throw new Error("a document of a tenant was read, and is of none");
  return declaration;
}

/**
 * Puts in what a change may leave out since it is never shown: secrets that the item has.
 *
 * @param name under which it is now.
 * @returns problems: at each secret that must be given again, since the item would send it elsewhere.
 */
export function withKeptSecrets(
  list: DeclarationList,
  item: unknown,
  existing: ExistingTenant,
  name: string,
): { item: unknown; problems: PlacedProblem[] } {
  const kept = isMapping(item) ? keepSecretsOf(list, item, existing, name) : null;
  if (kept === null) return { item, problems: [] };
  return {
    item: kept.item,
    problems: kept.faults.map(({ path, message }) => ({ path: formatPointer(path), message })),
  };
}

function keepSecretsOf(
  list: DeclarationList,
  item: Readonly<Record<string, unknown>>,
  { monitor, exposure }: ExistingTenant,
  name: string,
): ReturnType<typeof keepSensorSecrets> | null {
  if (list === "sensors") {
    const before = monitor.configuration.sensors.find((each) => each.declaredAs === name);
    if (before === undefined) return null;
    const { collectors } = monitor.configuration;
    return keepSensorSecrets(
      before,
      item,
      isSameDoer(collectors, before.collector, item["collector"]),
    );
  }
  if (list !== "directories") return null;
  const before = exposure.configuration.directories.find((each) => each.name === name);
  if (before === undefined) return null;
  const { probes } = exposure.configuration;
  return keepDirectorySecret(before, item, isSameDoer(probes, before.probe, item["probe"]));
}

/** Whether both name the same collector or probe; the one inside the server has a name, and stands for none as well. */
function isSameDoer(
  doers: readonly { name: string; embedded: boolean }[],
  before: string | null,
  after: unknown,
): boolean {
  const embedded = doers.find((doer) => doer.embedded)?.name ?? null;
  return (before ?? embedded) === (after ?? embedded);
}
